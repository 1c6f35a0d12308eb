// Copies the built console into the package of the service, and the declarations of the parts that screens of modules
// import. Called in the folder of that package.
import { cpSync, rmSync, statSync } from 'node:fs';

function copy(from, to, isCopied) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: isCopied });
}

copy('../console/dist/site', 'dist/console', () => true);
copy('../console/dist/src', 'dist/console-parts', (path) => statSync(path).isDirectory() || path.endsWith('.d.ts'));
