import { expect } from 'chai';
import { differencesOf, listChanges } from '../src/parts/differences.tsx';

describe('differencesOf and listChanges', () => {
  it('returns the path and both values of each difference', () => {
    const before = { name: 'a', query: { page: 1, size: 10 }, gone: true };
    const after = { name: 'a', query: { page: 2, size: 10 }, made: 'now' };
    expect(differencesOf(before, after)).to.deep.equal([
      { path: 'query.page', before: 1, after: 2 },
      { path: 'gone', before: true, after: undefined },
      { path: 'made', before: undefined, after: 'now' },
    ]);
  });

  it('finds no differences between equal versions', () => {
    expect(differencesOf({ roles: ['a'] }, { roles: ['a'] })).to.deep.equal([]);
  });

  it('returns the added and the removed entries of a list', () => {
    expect(listChanges(['a', 'b'], ['b', 'c'])).to.deep.equal({ removed: ['a'], added: ['c'] });
  });
});
