import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createApp } from '../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { freePorts } from './free-ports.ts';
import { Nginx } from './nginx.ts';

const products = Array.from({ length: 100 }, (_, id) => ({ id, name: `Tea ${id}`, price: id / 4 }));

describe('nginx in front of a catalogue worth compressing', () => {
  let nginx: Nginx;
  let server: Server;
  let base: string;

  before(async () => {
    server = createServer(createApp(new MemoryCatalog(products)).callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [front = 0] = await freePorts(1);
    nginx = new Nginx();
    await nginx.start(front, [port, port]);
    base = `http://127.0.0.1:${front}/api/products`;
  });

  after(async () => {
    await nginx.stop();
    await once(server.close(), 'close');
  });

  it('compresses the list for whoever accepts gzip, and says what that depends on', async () => {
    const response = await fetch(base, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).to.equal('gzip');
    expect(response.headers.get('vary')).to.equal('Accept-Encoding');
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
    expect(await response.json()).to.deep.equal(products);
  });

  it('leaves the list as it is for whoever does not', async () => {
    const response = await fetch(base, { headers: { 'Accept-Encoding': 'identity' } });
    expect(response.headers.get('content-encoding')).to.equal(null);
    expect(await response.json()).to.deep.equal(products);
  });

  it('leaves an answer as it is that is too short to gain', async () => {
    const response = await fetch(`${base}/7`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).to.equal(null);
    expect(await response.json()).to.deep.equal(products[7]);
  });
});
