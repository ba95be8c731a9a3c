import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A local server. Its port is its own, so its origin differs from that of the others. */
export interface HttpServer {
  readonly origin: string;
  stop(): Promise<void>;
}

export async function serve(listener: RequestListener): Promise<HttpServer> {
  // Unreferenced, so that the test run ends even if a failed test does not stop the server.
  const server = createServer(listener).listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Starts a server that sends the same response to every request, readable from any origin. */
export function serveResponse(status: number, type: string, body: string): Promise<HttpServer> {
  return serve((_, response) => {
    response.writeHead(status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });
    response.end(body);
  });
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Starts a static server for the files below `root`. */
export function serveFiles(root: URL): Promise<HttpServer> {
  return serve(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = fileURLToPath(new URL(`.${pathname}`, root));
    try {
      const content = await readFile(file);
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
}
