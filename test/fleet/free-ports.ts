import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Distinct ports that nothing listens on, on IPv4 and, where there is one, on IPv6. */
export async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => createServer().listen(0));
  await Promise.all(holders.map((holder) => once(holder, 'listening')));
  const ports = holders.map((holder) => (holder.address() as AddressInfo).port);
  await Promise.all(holders.map((holder) => once(holder.close(), 'close')));
  return ports;
}
