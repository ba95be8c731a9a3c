// Makes products.json from another file: copy this program beside it, change the constants, and run
// `node convert.mjs`. docs/products-file.md has the constants for several kinds of files.
import { isUtf8 } from 'node:buffer';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const FILE = 'shop.json'; // any name but products.json
const read = (text) => JSON.parse(text);
// Where the products are: here, in the groups of an array
const productsOf = (shop) => shop.categories.flatMap((category) => category.items);
// Their fields. An id is a whole number or a text of digits; without ids, products are numbered.
const toProduct = (item, index) => ({ id: index + 1, name: item.title, price: item.cost });
const HAS_DECIMAL_COMMA = true; // false for 1,299.50
const DECIMALS = /^(?!\d{3}$)\d+$/; // Three may be thousands. /^\d+$/ takes 5.500 as 5.5.
const CURRENCIES = ['€', 'EUR']; // all spellings of one currency, before or after the number
const NO_PRICE = [null, '', 'on request']; // Products with such a price are left out.
const DIVISOR = 1; // 100 if all prices are in cents

try {
  const { products, leftOut } = convert(findItems(readShop()));
  // A new file replaces the old one, so that a service which watches it never reads a half of it.
  writeFileSync('products.json.new', `${JSON.stringify(products, null, 2)}\n`);
  renameSync('products.json.new', 'products.json');
  const counts = `Products: ${products.length}, left out: ${leftOut.length}`;
  console.log([counts, ...leftOut].join('\n  '));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync('products.json.new', { force: true });
}

function fail(message) {
  throw new Error(message);
}

function readShop() {
  try {
    const bytes = readFileSync(FILE);
    if (!isUtf8(bytes)) fail('not UTF-8; in Excel, save it as "CSV UTF-8"');
    return read(new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n'));
  } catch (error) {
    fail(`${FILE}: ${error.message.replace(/\s+/g, ' ')}`); // It may quote lines of the file.
  }
}

function findItems(shop) {
  try {
    const items = productsOf(shop);
    if (!Array.isArray(items) || items.length === 0) fail('It gives no array of products.');
    return items;
  } catch (error) {
    const what = Array.isArray(shop)
      ? `an array of ${shop.length}; the first one's fields: ${fieldsOf(shop[0])}`
      : `an object with the fields: ${fieldsOf(shop)}`;
    fail(`productsOf does not fit ${FILE}, which is ${what}\n  ${error.message}`);
  }
}

function fieldsOf(value) {
  return JSON.stringify(Object.keys(value ?? {}).slice(0, 100)).slice(1, -1) || 'none';
}

function convert(items) {
  const [products, leftOut, faults] = [[], [], []];
  const failFor = (field, value) => fail(`unclear ${field} ${JSON.stringify(value)}`);
  for (const [index, item] of items.entries()) {
    let label = `Product ${index + 1}: toProduct`;
    try {
      const { id, name, price } = toProduct(item, index, items);
      const isText = typeof name === 'string';
      label = isText && name.trim() !== '' ? name : `Product ${index + 1}`;
      // An item whose name is no text may be a whole group, which must not be left out.
      if (!isText) failFor('name', name);
      if (NO_PRICE.includes(price)) {
        leftOut.push(label);
        continue;
      }
      if (name.trim() === '') failFor('name', name);
      const wholeNumber = /^\d+$/.test(id) ? Number(id) : id;
      if (!Number.isSafeInteger(wholeNumber)) failFor('id', id);
      const number = typeof price === 'string' ? toNumber(price.trim()) : price;
      // A fraction of a cent is probably a price that is not in cents.
      const isClear = DIVISOR > 1 ? Number.isInteger(number) : Number.isFinite(number);
      if (!isClear) failFor('price', price);
      products.push({ id: wholeNumber, name, price: number / DIVISOR });
    } catch (error) {
      faults.push({ label, message: error.message });
    }
  }
  const fields = `The first one's fields: ${fieldsOf(items[0])}`;
  const lines = faults.map(({ label, message }) => `${label}: ${message}`);
  const messages = new Set(faults.map(({ message }) => message));
  if (products.length === 0 && messages.size < 2) {
    const [fault = 'None has a price'] = lines;
    fail(`No product can be taken. ${fault}. ${fields}`);
  }
  if (lines.length > 0) {
    const more = lines.splice(10).length;
    if (more > 0) lines.push(`… and ${more.toLocaleString('en')} more`);
    const noPrice = 'a value that means "no price", such as undefined, belongs in NO_PRICE';
    const noProduct = 'productsOf can leave out a row that is no product';
    const advice = `Correct these in ${FILE}, or the constants; ${noPrice}; ${noProduct}`;
    fail([...lines, fields, advice].join('\n'));
  }
  return { products, leftOut };
}

function toNumber(text) {
  const sign = text.startsWith('-') ? '-' : ''; // If another follows the currency, this gives NaN.
  const before = CURRENCIES.find((currency) => text.startsWith(sign + currency)) ?? '';
  const after = CURRENCIES.find((currency) => text.endsWith(currency)) ?? '';
  const number = text.slice(sign.length + before.length, text.length - after.length).trim();
  const [whole, fraction = '0', ...more] = number.split(HAS_DECIMAL_COMMA ? ',' : '.');
  // With a decimal comma, "1,299" and "0.125" may each mean two numbers, so they are unclear.
  const isWhole = /^-?(\d+|[1-9]\d{0,2}([\p{Zs}.,'’])\d{3}(\2\d{3})*)$/u.test(whole);
  const isFraction = DECIMALS.test(fraction) && more.length === 0;
  return isWhole && isFraction ? Number(`${sign}${whole.replace(/[^\d-]/g, '')}.${fraction}`) : NaN;
}
