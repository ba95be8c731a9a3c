import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Finds distinct ports that are free on IPv4 and, if the machine has it, on IPv6. */
export async function freePorts(count: number): Promise<number[]> {
  // All of them stay open until the last one is known, so that no port comes twice.
  const servers = Array.from({ length: count }, () => createServer().listen(0));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
