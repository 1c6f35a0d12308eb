import { expect } from 'chai';
import { filterOf } from '../src/access/access-filter.ts';
import { archive, aRole, aRoleIf, at, factsOf, read, type Given } from './access-questions.ts';
import { aDay } from './support.ts';

const inFolder = { attr: 'resource.folder', eq: 'a' } as const;
const ofTeam = { attr: 'resource.team', eq: { ref: 'subject.team' } } as const;

function filter(given: Given, code: string = read) {
  const facts = factsOf(given);
  const [ada] = facts.users;
  return filterOf(facts, ada ?? expect.fail('There is no user.'), code);
}

describe('filterOf', () => {
  it('returns true for a permission without a condition', () => {
    expect(filter({})).to.equal(true);
  });

  it('fills the values of the user into a condition', () => {
    expect(filter({ roles: [aRoleIf(1, ofTeam)] })).to.deep.equal({ attr: 'resource.team', eq: 'blue' });
  });

  it('joins the conditions of several roles', () => {
    expect(filter({ roles: [aRoleIf(1, inFolder), aRoleIf(2, ofTeam)] })).to.deep.equal({
      any: [inFolder, { attr: 'resource.team', eq: 'blue' }],
    });
  });

  it('returns true if one of several roles gives the permission without a condition', () => {
    expect(filter({ roles: [aRoleIf(1, inFolder), aRole(2)] })).to.equal(true);
  });

  it('ignores the condition of a role that gives nothing', () => {
    expect(filter({ roles: [aRoleIf(1, inFolder), aRoleIf(2, ofTeam, { status: 0 })] })).to.deep.equal(inFolder);
  });

  const nothing: readonly [title: string, given: Given, code?: string][] = [
    ['no role has', {}, archive],
    ['does not exist', {}, 'note.burn'],
    ['is disabled', { permission: { status: 0 } }],
    ['is linked to a disabled role', { roles: [aRole(1, { status: 0 })] }],
    ['needs a second factor', { roles: [aRole(1, { requiresFactor: true })] }],
    ['is granted later', { validFrom: aDay(11) }],
    ['was granted until now', { validUntil: at }],
    ['is granted to a disabled user', { user: 0 }],
  ];
  for (const [title, given, code] of nothing)
    it(`returns false for a permission that ${title}`, () => expect(filter(given, code)).to.equal(false));
});
