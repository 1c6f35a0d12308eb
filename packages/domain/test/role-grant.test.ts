import { expect } from 'chai';
import { administratorRole, userRole } from '../src/built-in.ts';
import { limitsAdminRole, type GrantPeriod } from '../src/roles/role-grant.ts';
import type { RoleId } from '../src/shared/ids.ts';

describe('Role grants', () => {
  it('limitsAdminRole is true if ADMIN is removed, or gets another period that is not unlimited', () => {
    const time = new Date('2026-01-01T00:00:00.000Z');
    const grant = (roleId: RoleId, period: Partial<GrantPeriod> = {}) =>
      [{ roleId, validFrom: null, validUntil: null, ...period }] as const;
    const [admin, user] = [grant(administratorRole.id), grant(userRole.id)];
    const ending = grant(administratorRole.id, { validUntil: time });
    const beginning = grant(administratorRole.id, { validFrom: time });
    expect(limitsAdminRole([...admin, ...user], user)).to.equal(true);
    expect(limitsAdminRole(ending, [])).to.equal(true);
    expect(limitsAdminRole(admin, ending)).to.equal(true);
    expect(limitsAdminRole(admin, beginning)).to.equal(true);
    expect(limitsAdminRole([], ending)).to.equal(true);
    expect(limitsAdminRole(ending, ending)).to.equal(false);
    expect(limitsAdminRole(ending, admin)).to.equal(false);
    expect(limitsAdminRole(admin, [...user, ...admin])).to.equal(false);
    expect(limitsAdminRole(user, [])).to.equal(false);
    expect(limitsAdminRole([], admin)).to.equal(false);
  });
});
