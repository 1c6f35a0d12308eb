import { expect } from 'chai';
import fc from 'fast-check';
import { missingSecretsKeys } from '../src/shared/secrets-keys.ts';

describe('missingSecretsKeys', () => {
  const none = { current: undefined, used: [], lost: [] };

  it('misses nothing in a new database', () => {
    expect(missingSecretsKeys(none, ['a'])).to.deep.equal([]);
  });

  it('misses the current key and every used key once, unless they are configured or lost', () => {
    expect(missingSecretsKeys({ ...none, current: 'a' }, ['b'])).to.deep.equal(['a']);
    expect(missingSecretsKeys({ ...none, current: 'a', used: ['a', 'c', 'd'], lost: ['c'] }, ['b', 'd'])).to.deep.equal(
      ['a'],
    );
    expect(missingSecretsKeys({ ...none, current: 'a', lost: ['a'] }, ['b'])).to.deep.equal([]);
  });

  it('misses nothing in each step of the replacement of a key', () => {
    const [before, after] = [['old'], ['new']];
    for (const configured of [before, [...before, ...after], [...after, ...before]])
      expect(missingSecretsKeys({ ...none, current: 'old', used: ['old'] }, configured)).to.deep.equal([]);
    expect(missingSecretsKeys({ ...none, current: 'new', used: ['new'] }, after)).to.deep.equal([]);
  });

  it('finds a process without a key of another process, whichever of them has started first', () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 });
    fc.assert(
      fc.property(keys, keys, (first, second) => {
        const [current] = first;
        const missing = missingSecretsKeys({ ...none, current }, second);
        expect(missing).to.deep.equal(second.some((key) => key === current) ? [] : [current]);
      }),
    );
  });
});
