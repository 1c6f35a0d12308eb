import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { compileDocExamples, docExamplesIn, outputsOf, unexplainedNames } from './support/doc-examples.ts';
import { entryPoints, internalEntryPoints, type EntryPoint } from './support/exported-names.ts';
import { exampleOf, onOneLine, promisedBy, publicFolders } from './support/readmes.ts';

const surfaceFile = join(root, 'docs/reference/api-surface.txt');

const introduction = `Every name that the packages export, by entry point. A change of this file is a change for programs that use the packages,
so it needs a line in CHANGELOG.md. After such a change, run: npm run generate
Names that only the packages of this repository import are not listed: their paths \`internal/*\` are not covered by SemVer.
`;

const sectionOf = ({ specifier, names }: EntryPoint): string =>
  ['', specifier, ...names.map(({ kind, name }) => `  ${kind} ${name}`), ''].join('\n');

describe('The packages', () => {
  let entries: readonly EntryPoint[];
  before(async () => {
    entries = await entryPoints();
  });

  it('export exactly the names in docs/reference/api-surface.txt', async () => {
    const text = introduction + entries.map(sectionOf).join('');
    if (env['WRITE_API_SURFACE'] !== undefined) await writeFile(surfaceFile, text);
    const listed = new Set((await readFile(surfaceFile, 'utf8')).split('\n'));
    const exported = new Set(text.split('\n'));
    const differences = {
      notListed: [...exported].filter((line) => !listed.has(line)),
      notExported: [...listed].filter((line) => !exported.has(line)),
    };
    expect(differences, 'Run: npm run generate').to.deep.equal({ notListed: [], notExported: [] });
    expect(await readFile(surfaceFile, 'utf8')).to.equal(text);
  });

  it('describe every name that others import in a comment above its declaration', () => {
    const missing = [...entries, ...internalEntryPoints()].flatMap(({ specifier, names }) =>
      names.filter(({ isDescribed }) => !isDescribed).map(({ name }) => `${specifier} ${name}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('have an example for each exported name, which compiles and prints the output in its comments', async () => {
    const examples = docExamplesIn(entries);
    const readmes = await Promise.all(publicFolders.map(exampleOf));
    const programs = [...examples.map(({ text }) => text), ...readmes];
    expect(unexplainedNames(entries, programs), 'Add an @example, or use the name in another one.').to.deep.equal([]);

    await compileDocExamples(examples);
    const outputs = await outputsOf(examples);
    for (const { title, text } of examples) {
      if (promisedBy(text) !== '') expect(onOneLine(outputs[title] ?? ''), title).to.equal(onOneLine(promisedBy(text)));
    }
  });
});
