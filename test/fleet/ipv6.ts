import { networkInterfaces } from 'node:os';

/** Whether this machine has the IPv6 loopback address. Containers often lack it. */
export const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1');
