// As json-server's README has it under "Module", without its log, as no other server here has one.
import { readFileSync } from 'node:fs';
import jsonServer from 'json-server';

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const app = jsonServer.create();

app.use(jsonServer.defaults({ logger: false }));
app.use('/api', jsonServer.router({ products }));

const server = app.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
