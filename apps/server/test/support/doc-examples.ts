import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/files.ts';
import type { EntryPoint, ExportedName } from './exported-names.ts';
import { compile } from './readmes.ts';

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
  const used = new Set(withoutComments.match(/(?<![.'"\w])[A-Za-z]\w*(?!['":\w])/g) ?? []);
  const topLevel = (name: ExportedName): string => name.name.replace(/\..*/, '');
  const lines: string[] = [];
  const missing = new Set([...used].filter((name) => !declared.includes(name)));
  for (const entry of [{ specifier, names }, ...entries]) {
    const found = [...new Set(entry.names.map(topLevel))].filter((name) => missing.delete(name));
    if (found.length > 0) lines.push(`import { ${found.join(', ')} } from '${entry.specifier}';`);
  }
  return lines.join('\n');
}

/** Returns the examples of some exported names. @param all everything that examples can import */
export const docExamplesIn = (some: readonly EntryPoint[], all: readonly EntryPoint[]): readonly DocExample[] =>
  some.flatMap((entry) =>
    entry.names.flatMap(({ name, examples }) =>
      examples.map((example, index) => {
        const title = `${entry.specifier} ${name}`;
        const file = join(folder, `${title.replaceAll(/\W+/g, '-')}-${index}.js`);
        return { title, file, text: `${importsOf(example, entry, all)}\n${example}\nexport {};\n` };
      }),
    ),
  );

/** Compiles examples. @throws {Error} with the messages of the compiler */
export async function compileDocExamples(examples: readonly DocExample[]): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = examples.map(({ file, text }) => {
    const source = file.replace(/\.js$/, '.ts');
    writeFileSync(source, text);
    return source;
  });
  await compile(root, '--skipLibCheck', ...sources);
}
