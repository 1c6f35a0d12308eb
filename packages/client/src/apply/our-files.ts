import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Change } from './plan.ts';

/** The folder of the package with the files that a front end gets, relative to the compiled file. */
const folder = fileURLToPath(new URL('../../../front-ends/', import.meta.url));

/**
 * Returns a change for each of our files for a front end; they are stored as they will lie in it.
 * @param replaced a text of the original, for each file that takes the place of one
 */
export function ourFiles(frontEnd: string, replaced: Readonly<Record<string, string>>): readonly Change[] {
  const root = join(folder, frontEnd);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const file = path.slice(root.length + 1).replaceAll('\\', '/');
      const instead = replaced[file];
      return { file, ours: readFileSync(path, 'utf8'), ...(instead !== undefined && { instead }) };
    });
}
