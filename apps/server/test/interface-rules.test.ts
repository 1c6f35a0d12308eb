import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './architecture/files.ts';
import { interfaceDocument, ruleListsOf, rulesWithoutTest } from './support/interface-document.ts';

/** The lines of all test files that are not comments: every rule must be named in one of them. */
function testTitles(): string {
  const files = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => readFileSync(join(root, group, name), 'utf8')),
  );
  return files
    .flatMap((text) => text.split('\n'))
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .join('\n');
}

describe('the rules of docs/interface.md', () => {
  it('are each named by a test', () => {
    expect(rulesWithoutTest(interfaceDocument, testTitles())).to.deep.equal([]);
  });

  it('are read from every list of the document', () => {
    const lists = ruleListsOf(interfaceDocument).map(({ section, name = '', rules }) => [section, name, rules.length]);
    expect(lists).to.deep.equal([
      ['2.6', 'iconType', 4],
      ['3', '', 2],
      ['4.2', '', 4],
      ['4.3', 'POST', 3],
      ['4.4', 'PATCH', 4],
      ['4.4', 'role setting', 4],
      ['4.5', 'PATCH', 4],
      ['4.6', 'Markdown', 4],
      ['4.6', 'Conversion', 5],
      ['5', '', 10],
      ['6', '', 2],
      ['7', '', 8],
    ]);
  });

  const document =
    '### 4.4 Users\n\nRules for PATCH:\n\n1. a\n\nRules for role setting:\n\n1. b\n2. c\n\n## 5. Checks\n\n1. d\n2. e\n';
  // Written without the section sign, so that these titles do not count as tests of the rules.
  const cases: readonly [titles: string, untested: readonly string[]][] = [
    ['4.4 role setting, rule 2', ['PATCH, rule 1: a', 'role setting, rule 1: b']],
    ['4.4 PATCH rule 1 and 4.4 role setting rules 1 and 2', []],
    ['4.4 rule 2: of which list', ['PATCH, rule 1: a', 'role setting, rule 1: b', 'role setting, rule 2: c']],
  ];
  for (const [titles, untested] of cases) {
    it(`count as tested by '${titles}'`, () => {
      const marked = titles.replaceAll('4.4', '\u00a74.4');
      const expected = untested.map((rule) => `\u00a74.4 ${rule}`);
      expect(rulesWithoutTest(document, `${marked} \u00a75.1 \u00a75 rule 2`)).to.deep.equal(expected);
    });
  }
});
