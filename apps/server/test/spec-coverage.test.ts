import { expect } from 'chai';
import { countRules, rules, rulesNamedIn } from './support/spec-rules.ts';

/** Written without the section sign: these titles are no tests of the rules they name. */
const titles: readonly [title: string, keys: readonly string[]][] = [
  ['2.6 rule 1: only icon', ['2.6 iconType, rule 1']],
  ['2.6 iconType rule 2: only localIcon', ['2.6 iconType, rule 2']],
  ['3 rule 1: counts for nobody', ['3 rule 1']],
  ['4.2 rule 3', ['4.2 rule 3']],
  ['4.3 rule 1 and more', ['4.3 POST, rule 1']],
  ['4.3 POST rule 2', ['4.3 POST, rule 2']],
  ['4.4 PATCH, rule 3', ['4.4 PATCH, rule 3']],
  ['4.4 PATCH rules 3 and 4: roleIds', ['4.4 PATCH, rule 3', '4.4 PATCH, rule 4']],
  ['4.4 role setting, rule 2: an empty list', ['4.4 role setting, rule 2']],
  ['4.4 rule 2: of which list?', []],
  ['4.6 conversion rule 1', ['4.6 conversion, rule 1']],
  ['4.6 Markdown rule 3', ['4.6 Markdown, rule 3']],
  ['5.6: permissions', ['5 rule 6']],
  ['5 rule 10: everywhere', ['5 rule 10']],
  ['5 rule 11: there is none', []],
  ['7.5', ['7 condition 5']],
  ['7 condition 8: nothing is told', ['7 condition 8']],
  ['4.2: no rule', []],
];

describe('the coverage of the numbered rules', () => {
  for (const [title, keys] of titles) {
    it(`finds [${keys.join('; ')}] in '${title}'`, () => {
      expect(rulesNamedIn(`\u00a7${title}`)).to.deep.equal(keys.map((key) => `\u00a7${key}`));
    });
  }

  it('finds each rule by its own key, and no other', () => {
    for (const key of rules.keys()) expect(rulesNamedIn(`${key}: a title`)).to.deep.equal([key]);
  });

  it('counts the lists of a text by section', () => {
    const text =
      '## 1. One\n\n### 1.1 Lists\n\nRules:\n\n1. a\n2. b\n\nOthers:\n\n1. c\n\n## 2. Two\n\n1. d\n2. e\n3. f\n';
    expect(countRules(text)).to.deep.equal({ 1.1: [2, 1], 2: [3] });
  });
});
