import { expect } from 'chai';
import { readFiles } from './architecture/files.ts';
import { interfaceDocument, ruleListsOf, rulesWithoutTest } from './support/interface-document.ts';

/** Returns the text of all test files without comment lines. This text must name each rule of the interface. */
const testTitles = (): string =>
  readFiles()
    .filter(({ path }) => /\.(?:test|check)\.ts$/.test(path))
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .join('\n');

describe('the rules of docs/interface.md and of operations', () => {
  it('are each named by a test', () => {
    expect(rulesWithoutTest(interfaceDocument, testTitles())).to.deep.equal([]);
  });

  it('count as tested only if a test names them', () => {
    expect(ruleListsOf(interfaceDocument).length).to.be.above(10);
    const untested = rulesWithoutTest(interfaceDocument, 'no rule');
    expect(untested).to.have.lengthOf(ruleListsOf(interfaceDocument).flatMap(({ rules }) => rules).length);
  });
});
