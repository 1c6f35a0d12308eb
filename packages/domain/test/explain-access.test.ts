import { expect } from 'chai';
import { explainAccess, type AssignedAccess } from '../src/explain-access.ts';
import type { Status } from '../src/status.ts';
import { anId } from './support.ts';

describe('explainAccess', () => {
  const role = (code: string, status: Status) => ({
    id: anId<'Role'>(1),
    code,
    name: code,
    status,
    requiresFactor: false,
  });
  const holdings = (user: Status, permission: Status, ...roles: readonly Status[]): AssignedAccess => {
    const held = roles.map((status, index) => role(`ROLE_${index}`, status));
    const codes = held.map(({ code }) => code);
    return {
      status: user,
      roles: held,
      permissions: [{ id: anId<'Permission'>(2), code: 'a.read', name: 'a', status: permission, roles: codes }],
    };
  };

  const table: readonly [why: string, holdings: AssignedAccess, granted: boolean][] = [
    ['all of them are enabled', holdings(1, 1, 1), true],
    ['one of two roles is enabled', holdings(1, 1, 0, 1), true],
    ['every role is disabled', holdings(1, 1, 0, 0), false],
    ['the permission is disabled', holdings(1, 0, 1), false],
    ['the user is disabled', holdings(0, 1, 1), false],
  ];
  for (const [why, given, granted] of table) {
    it(`says that a permission is ${granted ? 'granted' : 'not granted'} when ${why}`, () => {
      const explained = explainAccess(given);
      expect(explained.permissions.map((permission) => permission.granted)).to.deep.equal([granted]);
      expect(explained).to.deep.include({ status: given.status, roles: given.roles });
    });
  }

  it('says that a permission needs a factor if every enabled role that grants it requires one', () => {
    const needs = (given: AssignedAccess, ...required: readonly boolean[]) => {
      const roles = given.roles.map((each, index) => ({ ...each, requiresFactor: required[index] === true }));
      return explainAccess({ ...given, roles }).permissions.map(({ granted, needsFactor }) => [granted, needsFactor]);
    };
    expect(needs(holdings(1, 1, 1), true)).to.deep.equal([[true, true]]);
    expect(needs(holdings(1, 1, 1, 1), true, false)).to.deep.equal([[true, false]]);
    expect(needs(holdings(1, 1, 1, 0), true, false)).to.deep.equal([[true, true]]);
    expect(needs(holdings(0, 1, 1), true)).to.deep.equal([[false, false]]);
  });
});
