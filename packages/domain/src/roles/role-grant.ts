import { administratorRole } from '../built-in.ts';
import type { RoleId } from '../shared/ids.ts';

/** The period in which a user has a role. */
export interface GrantPeriod {
  /** The grant is in force from this time on; null if it has no beginning. */
  readonly validFrom: Date | null;
  /** From this time on, the grant is no longer in force; null if it has no end. */
  readonly validUntil: Date | null;
}

/** A role of a user. */
export interface RoleGrant extends GrantPeriod {
  readonly roleId: RoleId;
}

/** A role of a user, with times in the form in which the event log returns them. */
export interface RecordedGrant {
  readonly roleId: RoleId;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

const unlimited: GrantPeriod = { validFrom: null, validUntil: null };

/** Whether a grant has neither beginning nor end. */
const isUnlimited = (period: GrantPeriod): boolean => isSamePeriod(period, unlimited);

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/** Whether two grants begin and end at the same times. */
export const isSamePeriod = (a: GrantPeriod, b: GrantPeriod): boolean =>
  isSameTime(a.validFrom, b.validFrom) && isSameTime(a.validUntil, b.validUntil);

/** Returns the grant of a role. */
export const grantOf = (grants: readonly RoleGrant[], roleId: RoleId): RoleGrant | undefined =>
  grants.find((grant) => grant.roleId === roleId);

/**
 * Returns the grants of a user who gets exactly these roles. Roles that the user keeps keep their periods. New roles
 * have neither beginning nor end.
 */
export const withRoles = (before: readonly RoleGrant[], roleIds: readonly RoleId[]): readonly RoleGrant[] =>
  roleIds.map((roleId) => grantOf(before, roleId) ?? { roleId, ...unlimited });

/** Returns the grants in `after` whose period differs from the one that `withRoles` gives them. */
export const changedPeriods = (before: readonly RoleGrant[], after: readonly RoleGrant[]): readonly RoleGrant[] =>
  after.filter((grant) => !isSamePeriod(grant, grantOf(before, grant.roleId) ?? unlimited));

/** Whether a change of a user's roles removes the role ADMIN, or limits the period in which the user has it. */
export function limitsAdminRole(before: readonly RoleGrant[], after: readonly RoleGrant[]): boolean {
  const [held, kept] = [grantOf(before, administratorRole.id), grantOf(after, administratorRole.id)];
  if (kept === undefined) return held !== undefined;
  return !isUnlimited(kept) && (held === undefined || !isSamePeriod(held, kept));
}

/** Returns the grants with a beginning or an end, sorted, in the form that events record. */
export const recordedGrants = (grants: readonly RoleGrant[]): readonly RecordedGrant[] =>
  grants
    .filter((grant) => !isUnlimited(grant))
    .map(({ roleId, validFrom, validUntil }) => ({
      roleId,
      validFrom: validFrom?.toISOString() ?? null,
      validUntil: validUntil?.toISOString() ?? null,
    }))
    .toSorted((a, b) => (a.roleId < b.roleId ? -1 : 1));
