import { expect } from 'chai';
import { accountIn } from '../../src/adapters/identity/account-claims.ts';
import { missingClaims } from '../../src/adapters/identity/missing-claims.ts';

const identity = { issuer: 'https://id.example.com', subject: 'ada' };
const account = (idToken: Record<string, unknown>, userInfo: Record<string, unknown> = {}, groups = 'groups') =>
  accountIn(identity, { idToken, userInfo }, groups, [{ attribute: 'region', claim: 'address.region' }]);

describe('The claims of a provider', () => {
  it('verify an address only with true, as a boolean or as a text', () => {
    const verifies = (value: unknown) => account({ email: 'ada@example.com', email_verified: value }).emailVerified;
    expect([true, 'true'].map(verifies)).to.deep.equal([true, true]);
    const others = [false, 'false', 'TRUE ', 'yes', '1', 1, '', null, undefined, {}, ['true']];
    expect(others.filter(verifies)).to.deep.equal([]);
  });

  it('contain groups under a name, or under a path', () => {
    const claims = { groups: ['a'], realm_access: { roles: ['b', 1] }, 'https://example.com/roles': 'c' };
    const groupsAt = (path: string) => account(claims, {}, path).groups;
    expect(groupsAt('groups')).to.deep.equal(['a']);
    expect(groupsAt('realm_access.roles')).to.deep.equal(['b']);
    expect(groupsAt('https://example.com/roles')).to.deep.equal(['c']);
    expect(['realm_access', 'realm_access.none', 'none', 'toString'].flatMap(groupsAt)).to.deep.equal([]);
  });

  it('are taken from the ID token first, also if they are nested', () => {
    const userInfo = { address: { region: 'EMEA' }, realm_access: { roles: ['b'] } };
    const { groups, attributes } = account(
      { address: { region: 'APAC' }, realm_access: {} },
      userInfo,
      'realm_access.roles',
    );
    expect({ groups, attributes }).to.deep.equal({ groups: ['b'], attributes: { region: 'APAC' } });
  });

  it('name people in NFC', () => {
    expect(account({ preferred_username: 'Ame\u0301lie' }).username).to.equal('Am\u00e9lie');
  });

  it('are reported once a day while no sign-in has had them', () => {
    const day = 86_400_000;
    const missing = missingClaims(['groups', 'region']);
    const signIn = (claims: readonly string[], now: number) => missing((claim) => claims.includes(claim), now);
    expect(signIn(['groups'], 0)).to.deep.equal(['region']);
    expect(signIn([], 1)).to.deep.equal([]);
    expect(signIn([], day)).to.deep.equal(['region']);
    expect(signIn(['region'], day + 1)).to.deep.equal([]);
    expect(signIn([], 9 * day)).to.deep.equal([]);
  });
});
