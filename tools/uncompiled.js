import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folders that must be compiled before the packages are packed. A clone that was only started lacks some of them, because
 * a start compiles no package that it does not need.
 */
export function uncompiledFolders(root) {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  const entries = [...packages, 'apps/server'].map((folder) => [folder, 'dist/src/index.js']);
  return [...entries, ['apps/console', 'dist/site/index.html']]
    .filter(([folder, entry]) => !existsSync(join(root, folder, entry)))
    .map(([folder]) => folder);
}
