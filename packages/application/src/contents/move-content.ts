import { afterMove, orNotFound, type ContentId, type ContentMove, type ContentView } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

export interface MoveContentInput {
  readonly id: ContentId;
  /** Publishing has a use case of its own: it may have to convert. */
  readonly move: Exclude<ContentMove, 'publish'>;
}

/**
 * Withdraws or archives a content.
 * @throws {BusinessError} content-not-found, content-move-refused
 */
export const moveContent =
  ({ work, clock }: UpdateDependencies) =>
  ({ id, move }: MoveContentInput): Promise<ContentView> =>
    work.run(async (tx) => {
      const stored = orNotFound(await tx.contents.lock(id), 'content-not-found');
      const content = afterMove(stored, move, clock.now());
      if (content !== stored) await tx.contents.save(content);
      return { ...content, tagIds: await tx.contents.tagsOf(id) };
    });

export type MoveContent = ReturnType<typeof moveContent>;
