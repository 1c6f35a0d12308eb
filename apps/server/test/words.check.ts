import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';

/** Packages, compiled files, and what tools keep in hidden folders are no part of the repository. */
const isSkipped = (name: string): boolean =>
  name === 'node_modules' || name === 'dist' || (name.startsWith('.') && name !== '.github');

const markdownBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : markdownBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });

/** Comments are left out: they contain what the tests of code blocks need, and no reader sees them. */
const wordsOf = (path: string): number =>
  readFileSync(join(root, path), 'utf8')
    .replaceAll(/<!--[^]*?-->/g, '')
    .split(/\s+/)
    .filter(Boolean).length;

/**
 * Pages that grow with the program: `npm run generate` writes the reference, and each release adds to the CHANGELOG.
 */
const isExempt = (path: string): boolean => path.startsWith('docs/reference/') || path === 'CHANGELOG.md';

describe('The documentation', () => {
  it('has at most 52,000 words, apart from generated pages and the CHANGELOG', () => {
    const counts = markdownBelow('')
      .filter((path) => !isExempt(path))
      .map((path) => ({ path, words: wordsOf(path) }))
      .toSorted((a, b) => b.words - a.words);
    const total = counts.reduce((sum, { words }) => sum + words, 0);
    const longest = counts.slice(0, 10).map(({ path, words }) => `${path}: ${words}`);
    expect(total, longest.join('\n')).to.be.at.most(52_000);
  });

  for (const [path, most] of [
    ['docs/interface.md', 6_000],
    ['README.md', 900],
  ] as const) {
    it(`has at most ${most} words in ${path}`, () => {
      expect(wordsOf(path)).to.be.at.most(most);
    });
  }
});
