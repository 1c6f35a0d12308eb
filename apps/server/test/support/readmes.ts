import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../architecture/files.ts';
import { run } from './run.ts';

/** The folders of the published packages, such as `packages/domain`. */
export const publicFolders: readonly string[] = [
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  'apps/server',
];

/** The fields of a package.json that tests read. */
interface Manifest {
  readonly name: string;
  readonly type?: string;
  readonly sideEffects?: boolean;
  readonly engines?: { readonly node: string };
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
}

export async function manifestOf(folder: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  return manifest;
}

/** Whether other programs may import the path of an entry point. `./internal/*` is for the packages of this repository. */
export const isPublicEntry = (path: string): boolean => !path.startsWith('./internal');

export const readmeOf = (folder: string): Promise<string> => readFile(join(root, folder, 'README.md'), 'utf8');

/** Returns the example of a README, which is its only TypeScript block. */
export async function exampleOf(folder: string): Promise<string> {
  const [block, ...others] = [...(await readmeOf(folder)).matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
  if (block?.[1] === undefined || others.length > 0)
    throw new Error(`${folder}/README.md must have exactly one example.`);
  return block[1];
}

/** Returns the output that an example promises: the comment after each `console.log`, or the comment lines below it. */
export const promisedBy = (example: string): string =>
  [...example.matchAll(/console\.log\(.*\);((?:\s*\/\/ .*)*)/g)]
    .flatMap(([, comments = '']) => [...comments.matchAll(/\/\/ (.*)/g)].map(([, text]) => text))
    .join('\n');

/** The pattern of the line in which every version of Node's test runner prints the number of passed tests. */
export const passed = /^\S+ pass [1-9]\d*$/m;

/** Replaces each run of white space by one space, so that texts that differ only in white space are equal. */
export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const types = join(root, 'node_modules/@types');
const strictly = '--ignoreConfig --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes'.split(' ');
const forNode = ['--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--typeRoots', types];

/** Compiles programs with strict options, next to their sources. Rejects with the compiler messages after an error. */
export const compile = (cwd: string, ...args: readonly string[]): Promise<string> =>
  run(cwd, join(root, 'node_modules/.bin/tsc'), [...strictly, ...forNode, ...args]);
