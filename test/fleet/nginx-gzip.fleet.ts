import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createApp } from '../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { freePorts } from './free-ports.ts';
import { Nginx } from './nginx.ts';

const products = Array.from({ length: 100 }, (_, id) => ({ id, name: `Tea ${id}`, price: id / 4 }));

describe('nginx in front of a list worth compressing', () => {
  let nginx: Nginx;
  let server: Server;
  let list: string;

  before(async () => {
    server = createServer(createApp(new MemoryCatalog(products)).callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [nginxPort = 0] = await freePorts(1);
    nginx = new Nginx();
    await nginx.start(nginxPort, [port, port]);
    list = `http://127.0.0.1:${nginxPort}/api/products`;
  });

  after(async () => {
    await nginx?.stop();
    await once(server.close(), 'close');
  });

  it('compresses the list for a client that accepts gzip, and adds Vary', async () => {
    const response = await fetch(list, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).to.equal('gzip');
    expect(response.headers.get('vary')).to.equal('Accept-Encoding');
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
    expect(await response.json()).to.deep.equal(products);
  });

  it('does not compress the list for a client that does not accept gzip', async () => {
    const response = await fetch(list, { headers: { 'Accept-Encoding': 'identity' } });
    expect(response.headers.get('content-encoding')).to.equal(null);
    expect(await response.json()).to.deep.equal(products);
  });

  it('does not compress a short response', async () => {
    const response = await fetch(`${list}/7`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).to.equal(null);
    expect(await response.json()).to.deep.equal(products[7]);
  });
});
