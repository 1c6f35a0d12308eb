import type { Actor, User } from '@portcullis/domain';
import { removeLastFactor } from '../factors/remove-last-factor.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventSource } from '../record-event.ts';

interface Removal {
  readonly actor: Actor;
  /** The user, whom the caller must have locked. */
  readonly user: Pick<User, 'id' | 'username'>;
}

/** Removes all factors, recovery codes and identities of a user. */
export async function removeFactorsAndIdentities(
  tx: Transaction,
  source: EventSource,
  { actor, user: { id, username: name } }: Removal,
): Promise<void> {
  const subject = { type: 'user', id, name } as const;
  for (const before of await tx.identities.removeAll(id)) {
    await recordEvent(tx, source, { type: 'identity.unlinked', actor, subject, before });
  }
  const factors = await tx.factors.of(id);
  if (factors.length === 0) return;
  await tx.factors.remove(factors.map((factor) => factor.id));
  await removeLastFactor(tx, id);
  const factorIds = factors.filter(({ confirmedAt }) => confirmedAt !== null).map((factor) => factor.id);
  if (factorIds.length === 0) return;
  const [before, after] = [{ factorIds }, { factorIds: [] }];
  await recordEvent(tx, source, { type: 'factor.removed', actor, subject, before, after });
}
