import { expect } from 'chai';
import fc from 'fast-check';
import { isPermitted, requireAccess, type Requirement, type Grants } from '../src/access/access.ts';
import type { Refusal } from '../src/shared/errors.ts';
import { declarePermission } from '../src/roles/permission.ts';
import { refusalKind } from './support.ts';

function check(requirement: Requirement, grants: Grants): Refusal | undefined {
  const refusal = refusalKind(() => requireAccess(requirement, grants));
  expect(isPermitted(requirement, grants)).to.equal(refusal === undefined);
  return refusal;
}

const noGrants: Grants = { roles: [], permissions: [] };
const code = fc.constantFrom('user.read', 'user.update', 'role.read', 'menu.read');

describe('requireAccess', () => {
  const both: Requirement = { anyRole: ['ADMIN'], allPermissions: ['user.update'] };
  const order: readonly [Grants, Refusal | undefined][] = [
    [noGrants, 'role-required'],
    [{ roles: [], permissions: ['user.update'] }, 'role-required'],
    [{ roles: ['ADMIN'], permissions: [] }, 'permission-required'],
    [{ roles: ['ADMIN'], permissions: ['user.update'] }, undefined],
  ];
  for (const [grants, refusal] of order) {
    it(`§5.3 checks roles, then permissions: ${JSON.stringify(grants)} ${refusal ?? 'passes'}`, () => {
      expect(check(both, grants)).to.equal(refusal);
    });
  }

  it('§5.7 lets every caller pass if nothing is required', () => {
    expect(check({}, noGrants)).to.equal(undefined);
    expect(check({ anyRole: [], allPermissions: [] }, noGrants)).to.equal(undefined);
  });

  it('§5.5 requires only one of the roles', () => {
    const staff: Requirement = { anyRole: ['ADMIN', 'MODERATOR'] };
    expect(check(staff, { roles: ['MODERATOR'], permissions: [] })).to.equal(undefined);
    expect(check(staff, { roles: ['USER', 'ADMIN'], permissions: [] })).to.equal(undefined);
    expect(check(staff, { roles: ['USER'], permissions: [] })).to.equal('role-required');
  });

  it('requires one of the roles or one of the alternative permissions', () => {
    const editing: Requirement = { anyRole: ['ADMIN'], anyPermission: ['content.update', 'content.publish'] };
    expect(check(editing, { roles: ['ADMIN'], permissions: [] })).to.equal(undefined);
    expect(check(editing, { roles: [], permissions: ['content.publish'] })).to.equal(undefined);
    expect(check(editing, { roles: ['USER'], permissions: ['content.create'] })).to.equal('role-required');
  });

  it('§5.5 compares role codes exactly', () => {
    expect(check({ anyRole: ['ADMIN'] }, { roles: ['admin', 'ADMIN '], permissions: [] })).to.equal('role-required');
  });

  it('§5.6 requires all of the permissions, not only one of them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(code), fc.uniqueArray(code), (required, held) => {
        const holdsAll = required.filter((each) => !held.includes(each)).length === 0;
        const refusal = holdsAll ? undefined : 'permission-required';
        expect(check({ allPermissions: required }, { roles: [], permissions: held })).to.equal(refusal);
      }),
    );
  });

  it('accepts permissions that declarePermission creates for other resources, but only words with dots between', () => {
    const allPermissions = [declarePermission('shippingLabel.update')];
    expect(check({ allPermissions }, { roles: [], permissions: ['shippingLabel.update'] })).to.equal(undefined);
    expect(check({ allPermissions }, noGrants)).to.equal('permission-required');
    for (const name of ['.update', 'label.', 'Label.read', 'a label.read'] as const) {
      expect(() => declarePermission(name), name).to.throw(TypeError);
    }
  });

  it('§5.8 gives ADMIN only the permissions that are granted to it', () => {
    const administrator: Grants = { roles: ['ADMIN'], permissions: ['user.read'] };
    expect(check({ allPermissions: ['user.read'] }, administrator)).to.equal(undefined);
    expect(check({ allPermissions: ['user.update'] }, administrator)).to.equal('permission-required');
  });

  it('§5.5 does not accept ADMIN in place of another role', () => {
    expect(check({ anyRole: ['MODERATOR'] }, { roles: ['ADMIN'], permissions: [] })).to.equal('role-required');
  });
});
