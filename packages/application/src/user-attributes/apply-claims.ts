import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { claimedAttributes, type AttributeClaim } from '@portcullis/domain/internal/conditions/attribute-claims';
import { isSameAttributes } from '@portcullis/domain/internal/conditions/attribute-values';
import { userEvents, type User } from '@portcullis/domain/internal/accounts/user';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { changeEntity, type EventDependencies } from '../changes.ts';
import type { Uses } from '../ports/unit-of-work.ts';

export interface AppliedClaims {
  readonly actor: Actor;
  /** The user, who must be locked. */
  readonly user: User;
  readonly declarations: readonly AttributeDeclaration[];
  readonly mapped: readonly AttributeClaim[];
  /** The values from claims, by attribute. */
  readonly claimed: Readonly<Record<string, unknown>>;
}

/**
 * Stores the values that an identity provider says about a user. Attributes without a fitting claim keep their values.
 * @returns the user, and the attributes without a fitting claim
 */
export async function applyClaims(
  tx: Uses<'users' | 'events'>,
  deps: EventDependencies,
  { actor, user, declarations, mapped, claimed }: AppliedClaims,
): Promise<{ readonly user: User; readonly leftOut: readonly string[] }> {
  const { values, leftOut } = claimedAttributes(declarations, mapped, claimed);
  const attributes = { ...user.attributes, ...values };
  if (isSameAttributes(user.attributes, attributes)) return { user, leftOut };
  const recorded = { event: userEvents.updated, actor, stored: user, ifMatch: 'any' } as const;
  const { after } = await changeEntity(tx, deps, recorded, async (allow) => {
    const changed = { ...user, attributes, updatedAt: deps.clock.now() };
    await tx.users.save(allow(changed));
    return { before: user, after: changed };
  });
  return { user: after, leftOut };
}
