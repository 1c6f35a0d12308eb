// Writes the source files that are made from others, before the compiler reads them. The types of the client need a
// package that `npm start` does not install; with `--without-types`, which only it passes, they are left as they are.
const client = new URL('../packages/client/build/', import.meta.url);
const isStart = process.argv.includes('--without-types');

for (const name of ['conditions', 'keyed-paths', 'request-fields', ...(isStart ? [] : ['types'])]) {
  await import(new URL(`${name}.js`, client).href);
}
await import('../apps/console/languages/generate.js');
