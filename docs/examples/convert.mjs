// Makes products.json from another file: copy this program beside it, change the constants, and run
// `node convert.mjs`. A constant in a comment has another value for the one above it.
import { isUtf8 } from 'node:buffer';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const FILE = 'shop.json'; // any name but products.json
const read = (text) => JSON.parse(text);
// For CSV, run `npm install --no-save csv-parse`, and take these lines in place of the two above:
// const FILE = 'shop.csv';
// import { parse } from 'csv-parse/sync';
// const options = { columns: true, group_columns_by_name: true, skip_empty_lines: true };
// const read = (text) => parse(text, { ...options, delimiter: ';' });

// Where the products are: here, in the groups of an array
const productsOf = (shop) => shop.categories.flatMap((category) => category.items);
// const productsOf = (shop) => shop; // an array, as from CSV
// const productsOf = (shop) => shop.products;
// const productsOf = (shop) => Object.values(shop).flat(); // several arrays in an object
// const productsOf = (shop) => Object.entries(shop).map(([id, item]) => ({ ...item, id }));

// Their fields. An id is a whole number or a text of digits; without ids, products are numbered.
const toProduct = (item, index) => ({ id: index + 1, name: item.title, price: item.cost });
// const toProduct = (item) => ({ id: item.id, name: item.title, price: item.cost });

const HAS_DECIMAL_COMMA = true;
// const HAS_DECIMAL_COMMA = false;
const CURRENCIES = ['€', 'EUR']; // all spellings of one currency, before or after the number
const NO_PRICE = [undefined, null, '', 'on request']; // Products with such a price are left out.
const DIVISOR = 1;
// const DIVISOR = 100; // all prices in cents

const bytes = readFileSync(FILE);
if (!isUtf8(bytes)) throw new Error(`${FILE}: save it as UTF-8`);
const items = productsOf(read(new TextDecoder().decode(bytes)));
const products = [];
const leftOut = [];
const faults = [];
for (const [index, item] of items.entries()) {
  const { id, name, price } = toProduct(item, index);
  const label = name ?? `Product ${index + 1}`;
  const report = (what, value) => faults.push(`${label}: unclear ${what} ${JSON.stringify(value)}`);
  // What has no name may be a whole group, which must not be left out as a product without a price.
  if (typeof name !== 'string') report('name', name);
  if (NO_PRICE.includes(price)) {
    leftOut.push(label);
    continue;
  }
  const wholeNumber = /^\d+$/.test(id) ? Number(id) : id;
  if (!Number.isSafeInteger(wholeNumber)) report('id', id);
  const number = toNumber(price);
  // A fraction of a cent is probably a price that is not in cents.
  const isUnclear = !Number.isFinite(number) || (DIVISOR > 1 && !Number.isInteger(number));
  if (isUnclear) report('price', price);
  products.push({ id: wholeNumber, name, price: number / DIVISOR });
}
if (products.length === 0) faults.push(`${FILE}: no product has a price`);
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
} else {
  // A new file replaces the old one, so that a service which watches it never reads a half of it.
  writeFileSync('products.json.new', `${JSON.stringify(products, null, 2)}\n`);
  renameSync('products.json.new', 'products.json');
  const counts = `Products: ${products.length}, left out: ${leftOut.length}`;
  console.log([counts, ...leftOut].join('\n  '));
}

function toNumber(price) {
  if (typeof price === 'number') return price;
  if (typeof price !== 'string') return NaN;
  const text = price.trim();
  const before = CURRENCIES.find((currency) => text.startsWith(currency)) ?? '';
  const after = CURRENCIES.find((currency) => text.endsWith(currency)) ?? '';
  const number = text.slice(before.length, text.length - after.length).trim();
  const [whole, fraction = '0', ...more] = number.split(HAS_DECIMAL_COMMA ? ',' : '.');
  // With a decimal comma, "1,299" and "0.125" may each mean two numbers, so they are unclear.
  const isWhole = /^(\d+|[1-9]\d{0,2}([\p{Zs}.,'’])\d{3}(\2\d{3})*)$/u.test(whole);
  const isFraction = /^(\d{1,2}|\d{4})$/.test(fraction) && more.length === 0;
  return isWhole && isFraction ? Number(`${whole.replace(/\D/g, '')}.${fraction}`) : NaN;
}
