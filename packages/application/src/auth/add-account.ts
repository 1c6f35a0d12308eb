import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import { userEvents, type User } from '@portcullis/domain/internal/accounts/user';
import { addEntity, changeEntity, type EventDependencies } from '../changes.ts';
import type { Uses } from '../ports/unit-of-work.ts';

interface NewAccount {
  readonly actor: Actor;
  readonly user: User;
  readonly passwordHash: string | null;
  readonly roleIds: readonly RoleId[];
  /** Whether an administrator or a verified e-mail address confirms who has registered the account. */
  readonly isConfirmed: boolean;
}

/** Stores an account that no administrator creates, with its first roles. */
export async function addAccount(
  tx: Uses<'users' | 'events'>,
  deps: EventDependencies,
  { actor, user, passwordHash, roleIds, isConfirmed }: NewAccount,
): Promise<void> {
  await addEntity(tx, deps, { actor, event: userEvents.created }, user, async (added) => {
    await tx.users.add(added, passwordHash);
    if (!isConfirmed) await tx.users.setUnconfirmed(user.id);
  });
  const recorded = { actor, event: userEvents.rolesChanged, stored: user, ifMatch: 'any' } as const;
  await changeEntity(tx, deps, recorded, async (allow) => {
    await tx.users.setRoles(allow(user.id), { before: [], after: roleIds });
    return { before: { roleIds: [] }, after: { roleIds } };
  });
}
