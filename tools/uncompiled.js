import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folders that must be compiled before the packages are packed. After `npm start` alone, some folders are
 * not compiled, because a start compiles only the packages that it needs.
 */
export function uncompiledFolders(root) {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  const entries = [...packages, 'apps/server'].map((folder) => [folder, 'dist/src/index.js']);
  return [...entries, ['apps/console', 'dist/site/index.html']]
    .filter(([folder, entry]) => !existsSync(join(root, folder, entry)))
    .map(([folder]) => folder);
}
