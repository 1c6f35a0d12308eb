import { afterMove, orNotFound, type ContentId, type ContentMove, type ContentView } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';

export interface MoveContentInput {
  readonly id: ContentId;
  /** Publishing is a separate use case because it may have to convert Markdown. */
  readonly move: Exclude<ContentMove, 'publish'>;
}

/**
 * Unpublishes or archives a content.
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
