import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { compileDocExamples, docExamplesIn } from './support/doc-examples.ts';
import { entryPoints, type EntryPoint, type ExportedName } from './support/exported-names.ts';
import { onOneLine, promisedBy } from './support/readmes.ts';
import { run } from './support/run.ts';

const surfaceFile = join(root, 'docs/engineering/api-surface.txt');

const introduction = `Every name that the packages export, by entry point. A change of this file is a change for programs that use the packages,
so it needs a line in CHANGELOG.md. After such a change, run: npm run api-surface
`;

/** The entry points that programs outside this repository use most: each of their functions and classes has an example. */
const explained: readonly string[] = [
  'create-portcullis',
  '@portcullis/client',
  '@portcullis/guard',
  '@portcullis/refine',
  '@portcullis/server',
];

/** The names of `@portcullis/testing` that a test of an own resource uses. */
const explainedForTests: readonly string[] = ['InMemoryWorld', 'given', 'ownFake', 'ownWorld', 'refusalOf'];

/** Whether a name must have an example. Members of a namespace are explained by the example of another name. */
const needsExample = ({ specifier }: EntryPoint, { name, kind }: ExportedName): boolean =>
  (explained.includes(specifier) && /function|class/.test(kind) && !name.includes('.')) ||
  (specifier === '@portcullis/testing' && explainedForTests.includes(name));

const sectionOf = ({ specifier, names }: EntryPoint): string =>
  ['', specifier, ...names.map(({ kind, name }) => `  ${kind} ${name}`), ''].join('\n');

describe('The packages', () => {
  let entries: readonly EntryPoint[];
  before(async () => {
    entries = await entryPoints();
  });

  it('export exactly the names in docs/engineering/api-surface.txt', async () => {
    const text = introduction + entries.map(sectionOf).join('');
    if (env['WRITE_API_SURFACE'] !== undefined) await writeFile(surfaceFile, text);
    const listed = new Set((await readFile(surfaceFile, 'utf8')).split('\n'));
    const exported = new Set(text.split('\n'));
    const differences = {
      notListed: [...exported].filter((line) => !listed.has(line)),
      notExported: [...listed].filter((line) => !exported.has(line)),
    };
    expect(differences, 'Run: npm run api-surface').to.deep.equal({ notListed: [], notExported: [] });
    expect(await readFile(surfaceFile, 'utf8')).to.equal(text);
  });

  it('describe every exported name in a comment above its declaration', () => {
    const missing = entries.flatMap(({ specifier, names }) =>
      names.filter(({ isDescribed }) => !isDescribed).map(({ name }) => `${specifier} ${name}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('have an example for each function that programs outside this repository use', () => {
    const missing = entries.flatMap((entry) =>
      entry.names.filter((name) => needsExample(entry, name) && name.examples.length === 0).map(({ name }) => name),
    );
    expect(missing).to.deep.equal([]);
  });

  it('have examples that compile, and print the output in their comments', async () => {
    const explainedEntries = entries.map((entry) => ({
      ...entry,
      names: entry.names.filter((name) => needsExample(entry, name)),
    }));
    const examples = docExamplesIn(explainedEntries, entries);
    await compileDocExamples(examples);
    for (const { title, text, file } of examples) {
      const promised = promisedBy(text);
      if (promised === '') continue;
      expect(onOneLine(await run(root, process.execPath, [file])), title).to.equal(onOneLine(promised));
    }
  });
});
