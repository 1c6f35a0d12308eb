import type { RoleId } from './ids.ts';

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

const isSameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

export const isSamePeriod = (a: GrantPeriod, b: GrantPeriod): boolean =>
  isSameTime(a.validFrom, b.validFrom) && isSameTime(a.validUntil, b.validUntil);
