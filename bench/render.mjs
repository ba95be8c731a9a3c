// Turns a Vega-Lite specification on standard input into SVG. A process of its own in plain JavaScript,
// because the repository's checks run without bench/node_modules and the types in it.
import { json } from 'node:stream/consumers';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';

const { spec } = compile(await json(process.stdin));
process.stdout.write(await new View(parse(spec)).toSVG());
