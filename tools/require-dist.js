// Stops the packing of a single package with an explanation if the package is not compiled.
import { existsSync } from 'node:fs';

if (!existsSync('dist/src')) {
  process.stderr.write('This package is not compiled, so there is nothing to pack. Run in the root: npm run pack\n');
  process.exitCode = 1;
}
