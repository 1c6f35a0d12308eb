import { expect } from 'chai';
import fc from 'fast-check';
import { requireAccess, type Requirement, type Grants } from '../src/access.ts';
import type { Refusal } from '../src/errors.ts';
import { refusalKind } from './support.ts';

const answer = (requirement: Requirement, standing: Grants) => refusalKind(() => requireAccess(requirement, standing));

const nobody: Grants = { roles: [], permissions: [] };
const code = fc.constantFrom('user.read', 'user.update', 'role.read', 'menu.read');

describe('Access', () => {
  const both: Requirement = { anyRole: ['ADMIN'], allPermissions: ['user.update'] };
  const order: readonly [Grants, Refusal | undefined][] = [
    [nobody, 'role-required'],
    [{ roles: [], permissions: ['user.update'] }, 'role-required'],
    [{ roles: ['ADMIN'], permissions: [] }, 'permission-required'],
    [{ roles: ['ADMIN'], permissions: ['user.update'] }, undefined],
  ];
  for (const [standing, refusal] of order) {
    it(`§5.3 asks for roles, then permissions: ${JSON.stringify(standing)} gets ${refusal ?? 'through'}`, () => {
      expect(answer(both, standing)).to.equal(refusal);
    });
  }

  it('§5.7 lets anyone through who is logged in, where nothing is asked', () => {
    expect(answer({}, nobody)).to.equal(undefined);
    expect(answer({ anyRole: [], allPermissions: [] }, nobody)).to.equal(undefined);
  });

  it('§5.5 is content with any one of the roles', () => {
    const staff: Requirement = { anyRole: ['ADMIN', 'MODERATOR'] };
    expect(answer(staff, { roles: ['MODERATOR'], permissions: [] })).to.equal(undefined);
    expect(answer(staff, { roles: ['USER', 'ADMIN'], permissions: [] })).to.equal(undefined);
    expect(answer(staff, { roles: ['USER'], permissions: [] })).to.equal('role-required');
  });

  it('§5.5 takes role codes literally', () => {
    expect(answer({ anyRole: ['ADMIN'] }, { roles: ['admin', 'ADMIN '], permissions: [] })).to.equal('role-required');
  });

  it('§5.6 needs all of the permissions, not any of them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(code), fc.uniqueArray(code), (asked, held) => {
        const holdsAll = asked.filter((each) => !held.includes(each)).length === 0;
        const refusal = holdsAll ? undefined : 'permission-required';
        expect(answer({ allPermissions: asked }, { roles: [], permissions: held })).to.equal(refusal);
      }),
    );
  });

  it('§5.8 grants ADMIN no permission that it does not hold', () => {
    const administrator: Grants = { roles: ['ADMIN'], permissions: ['user.read'] };
    expect(answer({ allPermissions: ['user.read'] }, administrator)).to.equal(undefined);
    expect(answer({ allPermissions: ['user.update'] }, administrator)).to.equal('permission-required');
  });

  it('§5.5 lets ADMIN pass no check for another role', () => {
    expect(answer({ anyRole: ['MODERATOR'] }, { roles: ['ADMIN'], permissions: [] })).to.equal('role-required');
  });
});
