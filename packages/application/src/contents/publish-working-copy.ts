import {
  afterStatusAction,
  orNotFound,
  requireCurrentBase,
  withWorkingCopy,
  type Actor,
  type ContentId,
  type ContentView,
} from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import type { WorkingCopyViews } from '../ports/working-copies.ts';
import { checkCategory } from './content-links.ts';
import { prepareMissingBody, withMissingBody, type PublishDependencies } from './missing-body.ts';
import { changeContent } from './store-content.ts';

/** If `ifMatch` is `any`, the working copy is published even if the content has changed since the copy was created. */
export interface PublishWorkingCopyInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
}

interface Dependencies extends PublishDependencies {
  readonly workingCopies: WorkingCopyViews;
}

/**
 * Applies the changed fields of the working copy to the content, publishes the content and removes the copy.
 * @throws {BusinessError} content-not-found, version-changed, working-copy-not-found, working-copy-outdated,
 * slug-taken, unknown-category, unknown-tags
 */
export const publishWorkingCopy =
  (deps: Dependencies) =>
  async (input: PublishWorkingCopyInput): Promise<ContentView> => {
    const { work, clock, workingCopies } = deps;
    const { actor, id, ifMatch } = input;
    const prepared = await prepareMissingBody(deps, id);
    const { tagIds: newTags } = orNotFound(await workingCopies.find(id), 'working-copy-not-found');
    const at = clock.now();
    const published = await work.run((tx) =>
      changeContent(tx, deps, { id, actor, at, ifMatch, newTags }, async (stored) => {
        const copy = orNotFound(await tx.workingCopies.lock(id), 'working-copy-not-found');
        if (copy.tagIds.some((tagId) => !newTags.includes(tagId))) return undefined;
        if (ifMatch !== 'any') requireCurrentBase(copy, stored);
        const tagIds = copy.changedFields.includes('tagIds') ? copy.tagIds : undefined;
        if (copy.changedFields.includes('categoryId')) await checkCategory(tx, copy.categoryId, tagIds ?? []);
        await tx.workingCopies.remove(id);
        const content = { ...withWorkingCopy(withMissingBody(stored, prepared), copy), updatedAt: at };
        return { content: afterStatusAction(content, 'publish', at), tagIds, kind: 'PUBLISH' };
      }),
    );
    // If `published` is undefined, a concurrent request has added tags to the working copy. These tags are not locked,
    // so the operation starts again.
    return published ?? publishWorkingCopy(deps)(input);
  };
