import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../architecture/files.ts';
import type { EntryPoint, ExportedName } from './exported-names.ts';
import { compile, promisedBy } from './readmes.ts';
import { run } from './run.ts';

/** An example in the description of an exported name, as a program. */
export interface DocExample {
  /** The entry point and the name, such as `@portcullis/guard createGuard`. */
  readonly title: string;
  readonly text: string;
  /** The compiled program. */
  readonly file: string;
}

/** The packages in this folder can import all others by their names. */
const folder = join(root, 'apps/server/dist/doc-examples');

const declaration = /\b(?:const|let|class|function|type|interface) (\w+)|\bimport \{([^}]*)\}/g;

/**
 * Returns the imports that an example omits. The editor shows an example beside the name that it explains, so an example
 * imports only what no package of this repository exports.
 */
function importsOf(text: string, { specifier, names }: EntryPoint, entries: readonly EntryPoint[]): string {
  const declared = [...text.matchAll(declaration)].flatMap(([, name = '', list = '']) => [name, ...list.split(/\W+/)]);
  const withoutComments = text.replaceAll(/\/\/.*/g, '');
  const used = new Set(withoutComments.match(/(?<!['"\w])(?<!(?<!\.\.)\.)[A-Za-z]\w*(?!['":\w])/g) ?? []);
  const topLevel = (name: ExportedName): string => name.name.replace(/\..*/, '');
  const lines: string[] = [];
  const missing = new Set([...used].filter((name) => !declared.includes(name)));
  for (const entry of [{ specifier, names }, ...entries]) {
    const found = [...new Set(entry.names.map(topLevel))].filter((name) => missing.delete(name));
    if (found.length > 0) lines.push(`import { ${found.join(', ')} } from '${entry.specifier}';`);
  }
  return lines.join('\n');
}

/** Returns the examples of all exported names. */
export const docExamplesIn = (entries: readonly EntryPoint[]): readonly DocExample[] =>
  entries.flatMap((entry) =>
    entry.names.flatMap(({ name, examples }) =>
      examples.map((example, index) => {
        const title = `${entry.specifier} ${name}`;
        const file = join(folder, `${title.replaceAll(/\W+/g, '-').replace(/^-/, '')}-${index}.js`);
        return { title, file, text: `${importsOf(example, entry, entries)}\n${example}\nexport {};\n` };
      }),
    ),
  );

/** Compiles examples. @throws {Error} with the messages of the compiler */
export async function compileDocExamples(examples: readonly DocExample[]): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = examples.map(({ file, text }) => {
    const source = basename(file).replace(/\.js$/, '.ts');
    writeFileSync(join(folder, source), text);
    return source;
  });
  await compile(folder, '--skipLibCheck', '--experimentalDecorators', ...sources);
}

const marker = '--- ';

/** Runs examples that promise an output, one after another in one process. @returns their outputs by title */
export async function outputsOf(examples: readonly DocExample[]): Promise<Readonly<Record<string, string>>> {
  const promising = examples.filter(({ text }) => promisedBy(text) !== '');
  const program = promising.map(({ title, file }) => `console.log('${marker}${title}');\nawait import('${file}');`);
  const all = join(folder, 'all.js');
  writeFileSync(all, `${program.join('\n')}\nprocess.exit();\n`);
  const printed = await run(root, process.execPath, [all]);
  const outputs = `\n${printed}`.split(`\n${marker}`).slice(1);
  return Object.fromEntries(
    outputs.map((output) => {
      const end = output.indexOf('\n');
      return [output.slice(0, end), output.slice(end + 1)];
    }),
  );
}

/** Whether an exported name needs a value at run time: a type alone is explained by the names that refer to it. */
const isValue = ({ kind }: ExportedName): boolean => /function|class|const/.test(kind);

/** The API document determines these names of the client, such as `createTagBody`. One of them explains all of them. */
const generated = /^[a-z]\w*(?:Body|Query)$/;

/**
 * Returns the exported names that no example explains. A name is explained if its description has an example, or if
 * another example, or that of a README, imports it. A type is also explained if the declaration of an explained name
 * refers to it.
 * @param programs the examples of names and of READMEs, with their imports
 */
export function unexplainedNames(entries: readonly EntryPoint[], programs: readonly string[]): readonly string[] {
  const used = programs.map((text) => [usedNamesOf(text), text] as const);
  const isUsed = (specifier: string, { name }: ExportedName): boolean =>
    used.some(([names, text]) =>
      name.includes('.')
        ? new RegExp(`(?<!\\w)(?<!(?<!\\.\\.)\\.)${name}\\b`).test(text)
        : names.has(`${specifier} ${name}`),
    );
  const explained = entries.flatMap(({ specifier, names }) =>
    names.filter((name) => name.examples.length > 0 || isUsed(specifier, name)),
  );
  const reached = new Set(explained.flatMap(({ refersTo }) => [...refersTo()]));
  const isExplained = (name: ExportedName): boolean =>
    explained.includes(name) ||
    (!isValue(name) && reached.has(name.declared)) ||
    (generated.test(name.name) && explained.some((other) => generated.test(other.name)));
  return entries.flatMap(({ specifier, names }) =>
    names.filter((name) => !isExplained(name)).map(({ name }) => `${specifier} ${name}`),
  );
}

/** Returns the names that a program imports from packages of this repository, each after the name of the entry point. */
function usedNamesOf(text: string): ReadonlySet<string> {
  const imports = text.matchAll(/import (?:type )?\{([^}]*)\} from '((?:@portcullis|create-portcullis)[^']*)'/g);
  return new Set(
    [...imports].flatMap(([, list = '', specifier]) =>
      list.split(',').map((name) => `${specifier} ${name.trim().replace(/^type /, '')}`),
    ),
  );
}
