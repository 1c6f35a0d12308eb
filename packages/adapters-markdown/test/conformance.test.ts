import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { commonMarkDifferences, gfmDifferences, type Difference } from './differences.ts';
import { agrees, rules, type Rule } from './support/conformance.ts';
import { readFixtures } from './support/fixtures.ts';

interface Example {
  readonly name: number | string;
  readonly markdown: string;
  readonly html: string;
}

interface Published {
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const require = createRequire(import.meta.url);
const { tests: published }: { tests: readonly Published[] } = require('commonmark-spec');
/** Replaces arrows with tabs, because the specification of CommonMark shows tabs as arrows. */
const tabs = (text: string): string => text.replaceAll('→', '\t');

const commonMark = published.map(({ number, markdown, html }): Example => {
  return { name: number, markdown: tabs(markdown), html: tabs(html) };
});
const gfm = readFixtures('gfm.txt').map(({ title, input, output }): Example => {
  return { name: title, markdown: input, html: output };
});

const specifications: readonly (readonly [string, readonly Example[], readonly Difference<number | string>[]])[] = [
  ['CommonMark 0.31.2', commonMark, commonMarkDifferences],
  ['GFM 0.29, extensions', gfm, gfmDifferences],
];

const allBut = (listed: readonly Rule[], one: Rule): Rule[] => listed.filter((rule) => rule !== one);

describe('Conformance, §4.6 conversion rule 1', () => {
  for (const [title, examples, differences] of specifications) {
    const rulesFor = new Map(differences.flatMap((entry) => entry.examples.map((name) => [name, entry.rules])));

    it(`${title}: every example has the published output, apart from the effects of the listed rules`, () => {
      const wrong = examples.filter(({ name, markdown, html }) => !agrees(markdown, html, rulesFor.get(name) ?? []));
      expect(wrong.map(({ name }) => name)).to.deep.equal([]);
    });

    it(`${title}: every listed example differs, and every listed rule is needed to explain the difference`, () => {
      const needless = examples.filter(({ name, markdown, html }) => {
        const listed = rulesFor.get(name) ?? [];
        return listed.some((rule) => agrees(markdown, html, allBut(listed, rule)));
      });
      expect(needless.map(({ name }) => name)).to.deep.equal([]);
      expect(examples.map(({ name }) => name)).to.include.members([...rulesFor.keys()]);
    });
  }

  it('README.md says how many examples differ, and why', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const differing = commonMarkDifferences.flatMap(({ examples }) => examples).length;
    expect(readme).to.include(`${differing} of the ${commonMark.length} examples of CommonMark`);
    for (const reason of Object.values(rules)) expect(readme).to.include(`- ${reason}\n`);
  });
});
