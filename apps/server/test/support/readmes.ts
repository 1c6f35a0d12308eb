import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../architecture/files.ts';
import { run } from './run.ts';

/** The folders of what others can build on, such as `packages/domain`. */
export const publicFolders: readonly string[] = [
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  'apps/server',
];

/** What a package's manifest says of its modules. */
interface Manifest {
  readonly name: string;
  readonly type?: string;
  readonly sideEffects?: boolean;
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
}

export async function manifestOf(folder: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  return manifest;
}

export const readmeOf = (folder: string): Promise<string> => readFile(join(root, folder, 'README.md'), 'utf8');

/** The example of a README: the one block of TypeScript. */
export async function exampleOf(folder: string): Promise<string> {
  const [block, ...others] = [...(await readmeOf(folder)).matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
  if (block?.[1] === undefined || others.length > 0) throw new Error(`${folder}/README.md has not one example.`);
  return block[1];
}

/** What an example says it prints: the comment behind each `console.log`, or the lines of comment below it. */
export const promisedBy = (example: string): string =>
  [...example.matchAll(/console\.log\(.*\);((?:\s*\/\/ .*)*)/g)]
    .flatMap(([, comments = '']) => [...comments.matchAll(/\/\/ (.*)/g)].map(([, text]) => text))
    .join('\n');

/** What Node's test runner prints, in the form of any version, when an example that is a test has passed. */
export const passed = /^\S+ pass [1-9]\d*$/m;

/** Texts that differ in how they are broken into lines look the same. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const types = join(root, 'node_modules/@types');
const strictly = '--ignoreConfig --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes'.split(' ');
const forNode = ['--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--typeRoots', types];

/** Compiles programs in place, as strictly as an embedder may. Throws what the compiler says. */
export const compile = (cwd: string, ...args: readonly string[]): Promise<string> =>
  run(cwd, join(root, 'node_modules/.bin/tsc'), [...strictly, ...forNode, ...args]);
