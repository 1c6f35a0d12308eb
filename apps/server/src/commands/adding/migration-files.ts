import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TableChange } from '@portcullis/adapters-persistence/internal/plan-tables';
import { UsageError } from '../terminal.ts';
import { listText, type Files } from './project-files.ts';

const listHead = '// `portcullis` writes this list of the files in this folder.';

const fileName = /^(\d{13})-([a-z0-9-]+)\.([jt]s)$/;

/** Returns the name of the migration in a file, in camel case; undefined if the file has none. */
function exportOf(file: string): string | undefined {
  const [, timestamp = '', words] = fileName.exec(file) ?? [];
  return words === undefined
    ? undefined
    : `${words.replaceAll(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())}${timestamp}`;
}

/** Returns the list of the migrations of a folder. */
function listOf(files: readonly string[]): string {
  const exported = files.flatMap((file) => {
    const name = exportOf(file);
    return name === undefined ? [] : [{ name, file }];
  });
  const lines = exported.map(({ name, file }) => `import { ${name} } from './${file}';\n`);
  const names = exported.map(({ name }) => name);
  return `${listHead}
${lines.join('')}
${listText('migrations', names)}`;
}

const comment = ({ sql, risk }: TableChange['statements'][number]): string =>
  risk === undefined ? sql : `-- ${risk}:\n${sql}`;

/**
 * Returns a file with a migration, and the list of all migrations of its folder. They are in TypeScript if the working
 * directory has a `tsconfig.json`.
 * @param now in milliseconds
 * @throws {UsageError} if the folder has a list that this function has not written
 */
export function migrationFiles(folder: string, changes: readonly TableChange[], now: number): Files {
  const extension = existsSync('tsconfig.json') ? 'ts' : 'js';
  const list = join(folder, `index.${extension}`);
  if (existsSync(list) && !readFileSync(list, 'utf8').startsWith(listHead))
    throw new UsageError(`${list} is not a list that portcullis has written: name another folder.`);
  const existing = existsSync(folder) ? readdirSync(folder).filter((file) => fileName.test(file)) : [];
  const latest = Math.max(0, ...existing.map((file) => Number.parseInt(file, 10)));
  const [{ table } = { table: '' }] = changes;
  const file = `${Math.max(now, latest + 1)}-${table.replaceAll('_', '-')}.${extension}`;
  const name = exportOf(file) ?? '';
  const sql = changes.flatMap(({ statements }) => statements.map(comment)).join('\n');
  const text = `import { migration } from '@portcullis/server';

export const ${name} = migration(
  '${name.charAt(0).toUpperCase()}${name.slice(1)}',
  \`
${sql.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')}
\`,
);
`;
  return { [join(folder, file)]: text, [list]: listOf([...existing, file].toSorted()) };
}
