import { accessDifferences, type AccessDifferences } from '@portcullis/domain/internal/access/access-differences';
import type { AccessFacts } from '@portcullis/domain/internal/access/access-facts';
import { explainAccess, type ExplainedAccess } from '@portcullis/domain/internal/access/explain-access';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { compareText } from '@portcullis/domain/internal/shared/tree';
import type { AccessTarget, UserWindow } from '../ports/access-facts.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** A user who gains or loses access. */
export interface AffectedUser extends AccessDifferences {
  readonly kind: 'user';
  readonly id: UserId;
  readonly username: string;
}

/** A part of the users who gain or lose access by a change. */
export interface AffectedUsers {
  /** The users, sorted by id. Their number can be less than the limit, even if there are more. */
  readonly items: readonly AffectedUser[];
  /** The `after` of the next part; null if there is none. */
  readonly next: UserId | null;
}

/** The users whose access can be affected by a change: some users by id, or all users of the targets. */
export type Candidates = { readonly userIds: readonly UserId[] } | { readonly targets: readonly AccessTarget[] };

/**
 * Makes a change in a transaction, and compares the access of a part of the users before and after it. The number of
 * users that are looked at is bounded by the limit, so that the cost does not depend on the number of affected users.
 * @throws the errors of `change`
 */
export async function compareAccess(
  tx: Uses<'accessFacts'>,
  candidates: Candidates,
  window: UserWindow,
  change: () => Promise<void>,
): Promise<AffectedUsers> {
  const { limit } = window;
  const found = await candidateIds(tx, candidates, { ...window, limit: limit + 1 });
  const ids = found.slice(0, limit);
  const before = await tx.accessFacts.ofUsers(ids);
  await change();
  const after = await tx.accessFacts.ofUsers(ids);
  return { items: affectedUsers(before, after), next: found.length > limit ? (ids.at(-1) ?? null) : null };
}

async function candidateIds(
  { accessFacts }: Uses<'accessFacts'>,
  candidates: Candidates,
  { after, limit }: UserWindow,
): Promise<readonly UserId[]> {
  if ('targets' in candidates) return accessFacts.linkedUserIds(candidates.targets, { after, limit });
  return candidates.userIds
    .filter((id) => after === undefined || id > after)
    .toSorted(compareText)
    .slice(0, limit);
}

function affectedUsers(before: AccessFacts, after: AccessFacts): readonly AffectedUser[] {
  const later = accessByUser(after);
  return before.users.flatMap((user): readonly AffectedUser[] => {
    const { gains, loses } = accessDifferences(explainAccess(before, user), later.get(user.id));
    if (gains.length + loses.length === 0) return [];
    return [{ kind: 'user', id: user.id, username: user.username, gains, loses }];
  });
}

const accessByUser = (facts: AccessFacts): ReadonlyMap<UserId, ExplainedAccess> =>
  new Map(facts.users.map((user) => [user.id, explainAccess(facts, user)]));
