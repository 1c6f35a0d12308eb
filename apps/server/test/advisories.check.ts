import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

type Version = readonly number[];

const parse = (version: string): Version => version.split('.').map(Number);

/** Returns whether `version` is at least `floor`. */
function reaches(version: Version, floor: Version): boolean {
  const index = floor.findIndex((part, at) => part !== version[at]);
  return index === -1 || (version[index] ?? 0) > (floor[index] ?? 0);
}

/** Rows of the table in SECURITY.md: each names a package and its lowest version without a known advisory. */
const floors = [...read('SECURITY.md').matchAll(/^\| `([^`]+)` +\| (\d+\.\d+\.\d+) +\|/gm)].map(
  ([, name = '', version = '']) => ({ name, version }),
);

/** Returns every version of a package that the lock file installs. */
function lockedVersions(name: string): readonly string[] {
  const packages =
    read('pnpm-lock.yaml')
      .split(/^packages:$/m)[1]
      ?.split(/^snapshots:$/m)[0] ?? '';
  const entry = new RegExp(`^  '?${name.replaceAll('/', String.raw`\/`)}@(\\d+\\.\\d+\\.\\d+)[^:]*:$`, 'gm');
  return [...packages.matchAll(entry)].map(([, version = '']) => version);
}

/** Patched releases of earlier major versions, which only the S3 server of the tests needs. */
const patched: Readonly<Record<string, readonly string[]>> = { koa: ['2.16.4'], 'path-to-regexp': ['6.3.0'] };

describe('Dependencies with known advisories (SECURITY.md)', () => {
  for (const { name, version } of floors) {
    it(`${name}: the lock file contains no version below ${version}`, () => {
      const locked = lockedVersions(name).filter((each) => patched[name]?.includes(each) !== true);
      expect(locked.filter((each) => !reaches(parse(each), parse(version)))).to.deep.equal([]);
    });
  }

  it('are found in the lock file if they are used', () => {
    for (const name of ['koa', 'typeorm', 'jose', '@koa/router']) expect(lockedVersions(name), name).not.to.be.empty;
  });

  it('the images use the release of Node that SECURITY.md recommends', () => {
    const [, sentence = ''] = /In production, use Node ([^A-Za-z]+) or a later release/.exec(read('SECURITY.md')) ?? [];
    const recommended = sentence.match(/\d+\.\d+\.\d+/g) ?? [];
    const used = [...read('Dockerfile').matchAll(/^FROM node:(\d+\.\d+\.\d+)/gm)].map(([, version = '']) => version);
    expect(used).to.have.length(2);
    expect(recommended).to.include.members(used);
  });

  it('SECURITY.md names only test files that exist', () => {
    const named = [
      ...read('SECURITY.md').matchAll(
        /`((?:apps|packages)\/[\w-]+\/(?:test|stress|faults|scale)\/[\w./-]+\.(?:test|check)\.ts)`/g,
      ),
    ];
    expect(named.length).to.be.above(12);
    for (const [, path = ''] of named) expect(() => read(path), path).not.to.throw();
  });
});
