import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextFile } from './imports.ts';

/** The root of the repository, from where this file is compiled to. */
export const root = fileURLToPath(new URL('../../../../../', import.meta.url));

const skipped = new Set(['node_modules', 'dist']);

/** Every file below a folder that is neither installed, built nor hidden. */
function below(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? below(path) : [path];
  });
}

/** What the rules look at: the packages, the root's list of projects and the decision records. */
export const readFiles = (): readonly TextFile[] =>
  [...below('packages'), ...below('apps'), ...below('docs/adr'), 'tsconfig.json'].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
