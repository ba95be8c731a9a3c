// Answers one in five requests for products with 500, so that you can see what your page makes of an error.
import { createServer, loadProducts, MemoryCatalog } from 'product-catalogue';

const catalog = new MemoryCatalog(await loadProducts('products.json'));

function failSometimes() {
  if (Math.random() < 0.2) throw new Error('This one fails on purpose');
}

// The service answers an exception with 500 and `{"error":"Internal server error"}`, which a page on any origin can read.
const unreliable = {
  async list() {
    failSometimes();
    return catalog.list();
  },
  async findById(id) {
    failSometimes();
    return catalog.findById(id);
  },
};

const server = createServer(unreliable, {
  onError: (error) => console.log(error.message),
});
server.listen(process.env.PORT ?? 3000, async () => {
  const { length } = await catalog.list();
  console.log(`Serving ${length} products on port ${server.address().port}`);
});
process.once('SIGTERM', () => server.stop());
