// This service behind nginx as docs/deploy/nginx.conf has it, which the tests of the fleet start likewise.
// Both are processes of their own: they are not stopped between turns, and only requests/s are theirs.
import { Nginx } from '../../test/fleet/nginx.ts';
import { Program } from '../../test/support/service.ts';

const service = new Program(process.argv.slice(2));
await service.printed(/\n/);
const port = Number(/:(\d+)/.exec(service.stdout)?.[1]);
const nginx = new Nginx();
// The clients of the benchmark keep their connections.
await nginx.start([port, port], { more: 'keepalive_requests 1000000;' });
console.log(`Listening at http://127.0.0.1:${nginx.ports.http}`);
