import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Change } from './plan.ts';

/**
 * The folder of this package with the files that are added to front ends. The path is relative to the compiled file.
 */
const folder = fileURLToPath(new URL('../../../front-ends/', import.meta.url));

/**
 * Returns a change for each file that this package adds to a front end. The path of a file is the same in the folder of
 * this package and in the front end.
 * @param replaced for each original file that is replaced, a text that the original file must contain
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
