import { isInRanges } from '../shared/address-range.ts';
import type { ApiKey } from '../accounts/api-key.ts';
import type { Condition } from '../conditions/condition.ts';
import type { Permission } from '../roles/permission.ts';
import type { GrantPeriod } from '../roles/role-grant.ts';
import type { Role } from '../roles/role.ts';
import { enabled } from '../shared/status.ts';
import type { User } from '../accounts/user.ts';

/** A condition on one part of the path from a user to a permission. */
export interface PathCondition<Part, Reason extends string> {
  /** Why the path gives nothing if the condition does not hold. */
  readonly reason: Reason;
  readonly holds: (part: Part) => boolean;
}

/** Declares a condition. `reason` is why the path gives nothing if the condition does not hold. */
const unless = <Part, Reason extends string>(
  reason: Reason,
  holds: (part: Part) => boolean,
): PathCondition<Part, Reason> => ({ reason, holds });

/**
 * The conditions under which a path from a user through a role to a permission or a menu is effective, by the part of
 * the path that they concern. A menu is reached through `user`, `grant` and `role` only. The SQL of the access check
 * has a condition for each reason.
 */
export const pathConditions = {
  user: [unless('user-disabled', ({ status }: Pick<User, 'status'>) => status === enabled)],
  grant: [
    unless(
      'grant-not-begun',
      ({ validFrom, now }: GrantPeriod & { readonly now: Date }) => validFrom === null || validFrom <= now,
    ),
    unless(
      'grant-expired',
      ({ validUntil, now }: GrantPeriod & { readonly now: Date }) => validUntil === null || validUntil > now,
    ),
  ],
  role: [
    unless('role-disabled', ({ status }: Pick<Role, 'status'>) => status === enabled),
    unless(
      'factor-required',
      ({ requiresFactor, hasFactor }: Pick<Role, 'requiresFactor'> & { readonly hasFactor: boolean }) =>
        hasFactor || !requiresFactor,
    ),
  ],
  permission: [unless('permission-disabled', ({ status }: Pick<Permission, 'status'>) => status === enabled)],
  /** A permission with a condition opens only routes that evaluate the condition. */
  link: [unless('conditional', ({ condition }: { readonly condition: Condition | null }) => condition === null)],
} as const;

/**
 * The conditions under which an API key can be used at all, provided that its owner is enabled. The address is undefined
 * if it is unknown, which is not enough for a key that is restricted to some addresses.
 */
export const keyConditions = [
  unless('key-expired', ({ expiresAt, now }: KeyUseFacts) => expiresAt > now),
  unless(
    'address-not-allowed',
    ({ allowedAddresses, ipAddress }: KeyUseFacts) =>
      allowedAddresses.length === 0 || (ipAddress !== undefined && isInRanges(allowedAddresses, ipAddress)),
  ),
] as const;

interface KeyUseFacts extends Pick<ApiKey, 'expiresAt' | 'allowedAddresses'> {
  readonly now: Date;
  readonly ipAddress: string | undefined;
}

/** Why an API key cannot be used. */
export type KeyReason = (typeof keyConditions)[number]['reason'];

/** A part of a path. */
export type PathPart = keyof typeof pathConditions;

/** Why a path gives nothing. */
export type IneffectiveReason = (typeof pathConditions)[PathPart][number]['reason'];

/**
 * Returns the reasons why a part of a path gives nothing; empty if the part is effective.
 * @example reasonsAgainst(pathConditions.grant, { ...grant, now })
 */
export const reasonsAgainst = <Part, Reason extends string>(
  conditions: readonly PathCondition<Part, Reason>[],
  part: Part,
): readonly Reason[] => conditions.filter(({ holds }) => !holds(part)).map(({ reason }) => reason);

/** Whether all conditions on a part of a path hold. */
export const isEffective = <Part>(conditions: readonly PathCondition<Part, string>[], part: Part): boolean =>
  conditions.every(({ holds }) => holds(part));
