import { expect } from 'chai';
import fc from 'fast-check';
import { isEffective, pathConditions, reasonsAgainst, type IneffectiveReason } from '../src/access/effective-access.ts';
import type { GrantPeriod } from '../src/roles/role-grant.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);

describe('pathConditions', () => {
  const table: readonly [name: string, period: GrantPeriod, reasons: readonly IneffectiveReason[]][] = [
    ['has neither beginning nor end', { validFrom: null, validUntil: null }, []],
    ['begins now', { validFrom: now, validUntil: null }, []],
    ['begins one millisecond later', { validFrom: later(1), validUntil: null }, ['grant-not-begun']],
    ['ends now', { validFrom: null, validUntil: now }, ['grant-expired']],
    ['ends one millisecond later', { validFrom: null, validUntil: later(1) }, []],
  ];
  for (const [name, period, reasons] of table) {
    it(`a grant that ${name} ${reasons.length === 0 ? 'is effective' : `gives nothing: ${reasons[0]}`}`, () => {
      expect(reasonsAgainst(pathConditions.grant, { ...period, now })).to.deep.equal(reasons);
    });
  }

  it('names every reason why a part gives nothing, and only those', () => {
    const time = fc.option(fc.integer({ min: -2, max: 2 }).map(later));
    const status = fc.constantFrom<0 | 1>(0, 1);
    const path = fc.record({
      user: fc.record({ status }),
      grant: fc.record({ validFrom: time, validUntil: time, now: fc.constant(now) }),
      role: fc.record({ status, requiresFactor: fc.boolean(), hasFactor: fc.boolean() }),
      permission: fc.record({ status }),
      link: fc.record({ condition: fc.constantFrom(null, { attr: 'resource.id', exists: true } as const) }),
    });
    fc.assert(
      fc.property(path, ({ user, grant, role, permission, link }) => {
        const expected: Readonly<Record<IneffectiveReason, boolean>> = {
          'user-disabled': user.status === 0,
          'grant-not-begun': grant.validFrom !== null && grant.validFrom > now,
          'grant-expired': grant.validUntil !== null && grant.validUntil <= now,
          'role-disabled': role.status === 0,
          'factor-required': role.requiresFactor && !role.hasFactor,
          conditional: link.condition !== null,
          'permission-disabled': permission.status === 0,
        };
        const reasons = [
          ...reasonsAgainst(pathConditions.user, user),
          ...reasonsAgainst(pathConditions.grant, grant),
          ...reasonsAgainst(pathConditions.role, role),
          ...reasonsAgainst(pathConditions.link, link),
          ...reasonsAgainst(pathConditions.permission, permission),
        ];
        const isPathEffective =
          isEffective(pathConditions.user, user) &&
          isEffective(pathConditions.grant, grant) &&
          isEffective(pathConditions.role, role) &&
          isEffective(pathConditions.link, link) &&
          isEffective(pathConditions.permission, permission);
        expect(isPathEffective).to.equal(reasons.length === 0);
        const given = Object.entries(expected).flatMap(([reason, applies]) => (applies ? [reason] : []));
        expect(reasons).to.deep.equal(given);
      }),
    );
  });
});
