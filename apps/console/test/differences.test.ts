import { expect } from 'chai';
import { differencesOf, listChanges } from '../src/parts/differences.ts';

describe('differences of two versions', () => {
  it('name the path of each value that differs', () => {
    const before = { name: 'a', query: { page: 1, size: 10 }, gone: true };
    const after = { name: 'a', query: { page: 2, size: 10 }, made: 'now' };
    expect(differencesOf(before, after)).to.deep.equal([
      { path: 'query.page', before: 1, after: 2 },
      { path: 'gone', before: true, after: undefined },
      { path: 'made', before: undefined, after: 'now' },
    ]);
  });

  it('are none between equal versions', () => {
    expect(differencesOf({ roles: ['a'] }, { roles: ['a'] })).to.deep.equal([]);
  });

  it('say what was added to a list and removed from it', () => {
    expect(listChanges(['a', 'b'], ['b', 'c'])).to.deep.equal({ removed: ['a'], added: ['c'] });
  });
});
