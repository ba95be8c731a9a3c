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
// const read = (text) => parse(text, { ...options, delimiter: ';' }); // or ','

// Where the products are: here, in the groups of an array
const productsOf = (shop) => shop.categories.flatMap((category) => category.items);
// const productsOf = (shop) => shop; // an array, as from CSV
// const productsOf = (shop) => shop.products;
// const productsOf = (shop) => Object.values(shop).flat(); // several arrays in an object
// const productsOf = (shop) => Object.entries(shop).map(([id, item]) => ({ ...item, id }));
// const productsOf = (shop) => shop.filter((item) => item.Published === '1'); // without drafts
// const productsOf = (shop) => shop.flatMap((p) => p.variants.map((v) => ({ ...p, ...v })));
// const productsOf = (shop) => // Shopify has Title and Status only in a product's first row.
//   shop.map((row, index) => {
//     const { Handle, Title, Status } = shop[index - 1] ?? {};
//     return row.Handle === Handle ? Object.assign(row, { Title, Status }) : row;
//   }).filter((row) => row.Status === 'active'); // Its prices are in item['Variant Price'].

// Their fields. An id is a whole number or a text of digits; without ids, products are numbered.
const toProduct = (item, index) => ({ id: index + 1, name: item.title, price: item.cost });
// const toProduct = (item) => ({ id: item.id, name: item.title, price: item.cost });
// const toProduct = (item) => // WooCommerce, with sale prices
//   ({ id: item.ID, name: item.Name, price: item['Sale price'] || item['Regular price'] });

const HAS_DECIMAL_COMMA = true; // false for 1,299.50
const CURRENCIES = ['€', 'EUR']; // all spellings of one currency, before or after the number
const NO_PRICE = [undefined, null, '', 'on request']; // Products with such a price are left out.
const DIVISOR = 1; // 100 if all prices are in cents

let items;
try {
  const bytes = readFileSync(FILE);
  if (!isUtf8(bytes)) throw new Error('not UTF-8; in Excel, save it as "CSV UTF-8"');
  items = productsOf(read(new TextDecoder().decode(bytes)));
} catch (error) {
  fail(`${FILE}: ${error.message.replace(/\s+/g, ' ')}`); // It may quote lines of the file.
}
if (items.length === 0) fail(`${FILE}: productsOf finds no products`);
const candidates = items.map(toProduct);
if (candidates.every(({ name }) => name === undefined)) {
  const fields = Object.keys(items[0]).map((field) => JSON.stringify(field));
  fail(`No product has a name. The first one's fields: ${fields.join(', ')}`);
}
const products = [];
const leftOut = [];
const faults = [];
for (const [index, { id, name, price }] of candidates.entries()) {
  const isText = typeof name === 'string';
  const label = isText && name.trim() !== '' ? name : `Product ${index + 1}`;
  const report = (what, value) => faults.push(`${label}: unclear ${what} ${JSON.stringify(value)}`);
  // An item whose name is no text may be a whole group, which must not be left out.
  if (!isText) report('name', name);
  if (NO_PRICE.includes(price)) {
    leftOut.push(label);
    continue;
  }
  if (isText && name.trim() === '') report('name', name);
  const wholeNumber = /^\d+$/.test(id) ? Number(id) : id;
  if (!Number.isSafeInteger(wholeNumber)) report('id', id);
  const number = typeof price === 'string' ? toNumber(price.trim()) : price;
  // A fraction of a cent is probably a price that is not in cents.
  const isClear = DIVISOR > 1 ? Number.isInteger(number) : Number.isFinite(number);
  if (!isClear) report('price', price);
  products.push({ id: wholeNumber, name, price: number / DIVISOR });
}
const advice = `Correct these in ${FILE}; a text that means "no price" belongs in NO_PRICE`;
if (faults.length > 0) fail([...faults, advice].join('\n'));
if (products.length === 0) fail(`${FILE}: no product has a price`);
// A new file replaces the old one, so that a service which watches it never reads a half of it.
writeFileSync('products.json.new', `${JSON.stringify(products, null, 2)}\n`);
renameSync('products.json.new', 'products.json');
console.log([`Products: ${products.length}, left out: ${leftOut.length}`, ...leftOut].join('\n  '));

function fail(message) {
  console.error(message);
  process.exit(1);
}

function toNumber(text) {
  const sign = text.startsWith('-') ? '-' : ''; // If another follows the currency, this gives NaN.
  const before = CURRENCIES.find((currency) => text.startsWith(sign + currency)) ?? '';
  const after = CURRENCIES.find((currency) => text.endsWith(currency)) ?? '';
  const number = text.slice(sign.length + before.length, text.length - after.length).trim();
  const [whole, fraction = '0', ...more] = number.split(HAS_DECIMAL_COMMA ? ',' : '.');
  // With a decimal comma, "1,299" and "0.125" may each mean two numbers, so they are unclear.
  const isWhole = /^-?(\d+|[1-9]\d{0,2}([\p{Zs}.,'’])\d{3}(\2\d{3})*)$/u.test(whole);
  const isFraction = /^(\d{1,2}|\d{4})$/.test(fraction) && more.length === 0;
  return isWhole && isFraction ? Number(`${sign}${whole.replace(/[^\d-]/g, '')}.${fraction}`) : NaN;
}
