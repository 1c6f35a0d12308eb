import { expect } from 'chai';
import { explainAccess, type AssignedAccess } from '../src/explain-access.ts';
import type { GrantPeriod } from '../src/role-grant.ts';
import type { Status } from '../src/status.ts';
import { anId } from './support.ts';

const readAt = new Date('2026-01-01T00:00:00.000Z');

describe('explainAccess', () => {
  const role = (code: string, status: Status) => ({
    id: anId<'Role'>(1),
    code,
    name: code,
    status,
    requiresFactor: false,
    validFrom: null,
    validUntil: null,
  });
  const assignedAccess = (user: Status, permission: Status, ...roles: readonly Status[]): AssignedAccess => {
    const held = roles.map((status, index) => role(`ROLE_${index}`, status));
    const codes = held.map(({ code }) => code);
    return {
      status: user,
      readAt,
      roles: held,
      permissions: [{ id: anId<'Permission'>(2), code: 'a.read', name: 'a', status: permission, roles: codes }],
    };
  };

  const during = (given: AssignedAccess, period: Partial<GrantPeriod>): AssignedAccess => ({
    ...given,
    roles: given.roles.map((each) => ({ ...each, ...period })),
  });

  const table: readonly [why: string, assignedAccess: AssignedAccess, granted: boolean][] = [
    ['all of them are enabled', assignedAccess(1, 1, 1), true],
    ['one of two roles is enabled', assignedAccess(1, 1, 0, 1), true],
    ['every role is disabled', assignedAccess(1, 1, 0, 0), false],
    ['the permission is disabled', assignedAccess(1, 0, 1), false],
    ['the user is disabled', assignedAccess(0, 1, 1), false],
    ['the grant has ended', during(assignedAccess(1, 1, 1), { validUntil: readAt }), false],
    ['the grant has begun', during(assignedAccess(1, 1, 1), { validFrom: readAt }), true],
  ];
  for (const [why, given, granted] of table) {
    it(`says that a permission is ${granted ? 'granted' : 'not granted'} when ${why}`, () => {
      const explained = explainAccess(given);
      expect(explained.permissions.map((permission) => permission.granted)).to.deep.equal([granted]);
      expect(explained.status).to.equal(given.status);
      const roles = given.roles.map(({ validFrom: _from, validUntil: _until, ...each }) => each);
      expect(explained.roles).to.deep.equal(roles);
    });
  }

  it('says that a permission needs a factor if every enabled role that grants it requires one', () => {
    const needs = (given: AssignedAccess, ...required: readonly boolean[]) => {
      const roles = given.roles.map((each, index) => ({ ...each, requiresFactor: required[index] === true }));
      return explainAccess({ ...given, roles }).permissions.map(({ granted, needsFactor }) => [granted, needsFactor]);
    };
    expect(needs(assignedAccess(1, 1, 1), true)).to.deep.equal([[true, true]]);
    expect(needs(assignedAccess(1, 1, 1, 1), true, false)).to.deep.equal([[true, false]]);
    expect(needs(assignedAccess(1, 1, 1, 0), true, false)).to.deep.equal([[true, true]]);
    expect(needs(assignedAccess(0, 1, 1), true)).to.deep.equal([[false, false]]);
  });
});
