import type { Transaction } from '@portcullis/application';
import type { TagId, UserId } from '@portcullis/domain';

export async function lockBoth(tx: Pick<Transaction, 'tags' | 'events'>, tagId: TagId, userId: UserId): Promise<void> {
  await tx.tags.lock(tagId);
  // @ts-expect-error The use case asks only for the repositories of tags and events.
  await tx.users.lock(userId);
}
