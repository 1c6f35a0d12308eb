import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file. Its path is relative to the root of the repository. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** The absolute path of the repository, which is derived from the URL of the compiled file. */
export const root = fileURLToPath(new URL('../../../../../', import.meta.url));

const skipped = new Set(['node_modules', 'dist']);

/** Returns the path of every file below a folder, except dependencies, build output and hidden files. */
function below(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? below(path) : [path];
  });
}

/** Returns the files that the rules check: the files of packages and apps, and the decision records. */
export const readFiles = (): readonly TextFile[] =>
  [...below('packages'), ...below('apps'), ...below('docs/adr')].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
