import { expect } from 'chai';
import { originForm } from '../../../src/adapters/http/origin-form.ts';

describe('originForm', () => {
  const cases: [target: string, expected: string][] = [
    ['/api/products?x=%32#y', '/api/products?x=%32#y'],
    ['//shop.example/2', '//shop.example/2'],
    ['/http://shop.example/2', '/http://shop.example/2'],
    ['http://shop.example/api/products', '/api/products'],
    ['HTTPS://shop.example:8443/api/products?x', '/api/products?x'],
    ['http://[::1]:3000/2', '/2'],
    ['http://shop.example', ''],
    ['http://shop.example?x=/2', '?x=/2'],
    ['http:///api/products', 'http:///api/products'],
    ['ftp://shop.example/2', 'ftp://shop.example/2'],
    ['*', '*'],
    ['ftp://a/http://b/api/products', 'ftp://a/http://b/api/products'],
  ];
  for (const [target, expected] of cases) {
    it(`reads ${target} as ${JSON.stringify(expected)}`, () => {
      expect(originForm(target)).to.equal(expected);
    });
  }
});
