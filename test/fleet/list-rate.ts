import { connect, type Socket } from 'node:net';

const CLIENTS = 16;
const SECONDS = 2;
/** Bytes are counted and not kept, so every connection reads into this. */
const sink = Buffer.allocUnsafe(256 * 1024);

/** How often a second keep-alive clients get the list. They only look for its end. */
export async function listsPerSecond(port: number, encoding: string): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  const counts = Array.from({ length: CLIENTS }, () => countLists(port, encoding, end));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count) / SECONDS;
}

async function countLists(port: number, encoding: string, end: number): Promise<number> {
  let count = 0;
  while (performance.now() < end) {
    // nginx closes a connection after 1,000 requests.
    const onConnection = await countOnConnection(port, encoding, end);
    count += onConnection;
  }
  return count;
}

/** Fetches the list again and again over one connection, until a time or until the server closes it. */
function countOnConnection(port: number, encoding: string, end: number): Promise<number> {
  const request = `GET /api/products HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let count = 0;
    let bytes = 0;
    let head = '';
    const ask = () => socket.write(request);
    const callback = (length: number): boolean => {
      if (bytes === 0) head = headOf(sink.toString('latin1', 0, 1000));
      bytes += length;
      const [, expected] = /\r\nContent-Length: (\d+)\r\n/i.exec(head) ?? [];
      // A response without Content-Length is chunked, and ends with a chunk of no bytes.
      const isComplete =
        expected === undefined
          ? sink.toString('latin1', length - 5, length) === '0\r\n\r\n'
          : bytes === head.length + Number(expected);
      if (!isComplete) return true;
      count += 1;
      bytes = 0;
      if (performance.now() < end && !head.includes('\r\nConnection: close\r\n')) ask();
      else socket.destroy();
      return true;
    };
    const onread = { buffer: sink, callback };
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, ask);
    socket.on('error', reject).on('close', () => resolve(count));
  });
}

function headOf(start: string): string {
  if (!start.startsWith('HTTP/1.1 200 ')) throw new Error(`no list: ${start}`);
  return start.slice(0, start.indexOf('\r\n\r\n') + 4);
}
