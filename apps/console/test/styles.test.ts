import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const styles = new URL('../../src/styles/', import.meta.url);

/** Properties and values that name a side of the screen instead of a side of the text. */
const physical =
  /^\s*(?:(?:scroll-)?(?:margin|padding|border)-(?:top|right|bottom|left)\b|(?:top|right|bottom|left|(?:min-|max-)?(?:width|height)):|(?:text-align|float|clear):\s*(?:left|right)|(?:margin|padding|inset):\s*\S+\s+\S+\s+\S+\s+\S+;)/u;

describe('the styles of the console', () => {
  it('have no physical properties, so that a language can be written from right to left', () => {
    const found = readdirSync(styles).flatMap((name) =>
      readFileSync(new URL(name, styles), 'utf8')
        .split('\n')
        .filter((line) => physical.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(found).to.deep.equal([]);
  });

  it('would be found if they had some', () => {
    for (const line of ['  margin-left: 4px;', 'width: 3px;', '  text-align: right;', '  padding: 1px 2px 3px 4px;'])
      expect(line).to.match(physical);
    expect('  margin-inline-start: 4px;').not.to.match(physical);
  });

  it('have four font sizes', () => {
    const all = readdirSync(styles).map((name) => readFileSync(new URL(name, styles), 'utf8'));
    const sizes = all.flatMap((style) => [...style.matchAll(/--size-[a-z]+: ([^;]+);/gu)].map(([, size]) => size));
    expect(sizes).to.deep.equal(['0.75rem', '0.875rem', '1rem', '1.25rem']);
    const used = all.flatMap((style) => [...style.matchAll(/font-size: ([^;]+);/gu)].map(([, size = '']) => size));
    expect(used.filter((size) => !/^(?:var\(--size-[a-z]+\)|inherit)$/u.test(size))).to.deep.equal([]);
  });
});
