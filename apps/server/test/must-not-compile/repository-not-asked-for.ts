import type { Clock, IdSource } from '@portcullis/application/internal/ports/system';
import type { UnitOfWork, Uses } from '@portcullis/application/internal/ports/unit-of-work';
import { createRole } from '@portcullis/application/internal/roles/roles';
import { createTag } from '@portcullis/application/internal/tags/tags';
import type { TagId, UserId } from '@portcullis/domain/internal/shared/ids';

export async function lockBoth(tx: Uses<'tags' | 'events'>, tagId: TagId, userId: UserId): Promise<void> {
  await tx.tags.lock(tagId);
  // @ts-expect-error The use case asks only for the repositories of tags and events.
  await tx.users.lock(userId);
}

export function useCasesOf(dependencies: {
  readonly work: UnitOfWork<Uses<'tags' | 'events'>>;
  readonly clock: Clock;
  readonly ids: IdSource;
}): readonly unknown[] {
  // @ts-expect-error The store of tags and events has no roles.
  return [createTag(dependencies), createRole(dependencies)];
}
