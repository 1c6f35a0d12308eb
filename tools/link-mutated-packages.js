import { mkdirSync, symlinkSync } from 'node:fs';

// Stryker runs this script in its copy of the packages. With these links, the tests and the package `testing` import the
// mutated packages `domain` and `application`.
mkdirSync('node_modules/@portcullis', { recursive: true });
for (const name of ['domain', 'application', 'testing'])
  symlinkSync(`../../packages/${name}`, `node_modules/@portcullis/${name}`);
