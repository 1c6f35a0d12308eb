import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const versionOf = (folder: string): string => JSON.parse(textOf(`${folder}/package.json`)).version;

describe('The version (npm run release)', () => {
  const version = versionOf('apps/server');

  it('is the same for all packages and apps', () => {
    const folders = ['packages', 'apps'].flatMap((parent) =>
      readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
    );
    expect(folders.filter((folder) => versionOf(folder) !== version)).to.deep.equal([]);
  });

  it('is in all files in which a release sets it', () => {
    const places: readonly string[] = JSON.parse(textOf('tools/version-places.json'));
    expect(places.filter((place) => !textOf(place).includes(version))).to.deep.equal([]);
  });

  it('has a section in CHANGELOG.md', () => {
    expect(textOf('CHANGELOG.md')).to.include(`\n## ${version} - `);
  });
});
