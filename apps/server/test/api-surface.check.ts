import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { entryPoints, type EntryPoint, type ExportedName } from './support/exported-names.ts';

const file = join(root, 'docs/engineering/api-surface.txt');

const introduction = `Every name that the packages export, by entry point. A change of this file is a change for programs that use the packages,
so it needs a line in CHANGELOG.md. After such a change, run: npm run api-surface
`;

const lineOf = ({ kind, name, isDescribed }: ExportedName): string =>
  `${kind} ${name}${isDescribed ? '' : '  (without description)'}`;

const sectionOf = ({ specifier, names }: EntryPoint): string =>
  ['', specifier, ...names.map((name) => `  ${lineOf(name)}`), ''].join('\n');

describe('The packages', () => {
  let entries: readonly EntryPoint[];
  before(async () => {
    entries = await entryPoints();
  });

  it('export exactly the names in docs/engineering/api-surface.txt', async () => {
    const text = introduction + entries.map(sectionOf).join('');
    if (env['WRITE_API_SURFACE'] !== undefined) await writeFile(file, text);
    const listed = new Set((await readFile(file, 'utf8')).split('\n'));
    const exported = new Set(text.split('\n'));
    const differences = {
      notListed: [...exported].filter((line) => !listed.has(line)),
      notExported: [...listed].filter((line) => !exported.has(line)),
    };
    expect(differences, 'Run: npm run api-surface').to.deep.equal({ notListed: [], notExported: [] });
    expect(await readFile(file, 'utf8')).to.equal(text);
  });
});
