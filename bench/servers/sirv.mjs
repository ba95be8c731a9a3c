// As sirv's README has it for `node:http`: the folder above the catalogue file, served as it is. What
// you have without a program of your own: the list, but not one product.
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

const assets = sirv(join(process.argv[2], '../..'), { extensions: ['json'] });
const server = createServer((request, response) => assets(request, response));

server.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
