// Serves products from SQLite: a `ProductCatalog` of its own, with the service in front of it. A
// change in the database is served at the next request. It needs Node.js 22.13 or later, for
// `node:sqlite`; Node.js 22 warns that this module is experimental.
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { createServer } from 'product-catalogue';

const database = new DatabaseSync('products.db');
// With a write-ahead log, no request waits for another program that is writing. This program waits
// for it at its own start, for up to five seconds.
database.exec(`
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL);
  INSERT OR IGNORE INTO products VALUES (1, 'Assam, loose leaf', 12.5), (2, 'Tea strainer', 9);
`);
const all = database.prepare('SELECT id, name, price FROM products ORDER BY id');
const byId = database.prepare('SELECT id, name, price FROM products WHERE id = ?');

const catalog = {
  async list() {
    return all.all();
  },
  async findById(id) {
    return byId.get(id);
  },
};

const server = createServer(catalog);
await once(server.listen(process.env.PORT ?? 3000), 'listening');
console.log(`Serving products.db on port ${server.address().port}`);
process.once('SIGTERM', () => server.stop());
