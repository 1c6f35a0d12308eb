import { expect } from 'chai';
import { BusinessError } from '../src/shared/errors.ts';
import { refuseSystemRole, roleLimits, type Role } from '../src/roles/role.ts';
import { anId } from './support.ts';

describe('§2.3 role code', () => {
  const { min, max, pattern } = roleLimits.code;

  it('is an upper-case identifier', () => {
    for (const code of ['ADMIN', 'R2', 'CONTENT_EDITOR', 'A_']) expect(code).to.match(pattern);
    for (const code of ['A', 'admin', '2ND', '_A', 'A B', 'A-B', 'ÄB', 'AB\n']) expect(code).not.to.match(pattern);
  });

  it('has 2 to 64 characters', () => {
    expect([min, max]).to.deep.equal([2, 64]);
  });
});

describe('§2.3 system roles', () => {
  const at = new Date(0);
  const role: Role = {
    id: anId<'Role'>(1),
    code: 'ADMIN',
    name: 'Administrator',
    description: null,
    isSystem: true,
    requiresFactor: false,
    status: 1,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };

  it('allow only changes of requiresFactor, and cannot be deleted', () => {
    refuseSystemRole(role, ['requiresFactor']);
    for (const changed of [[], ['name'], ['requiresFactor', 'status']]) {
      expect(() => refuseSystemRole(role, changed), changed.join()).to.throw(BusinessError);
      refuseSystemRole({ ...role, isSystem: false }, changed);
    }
  });
});
