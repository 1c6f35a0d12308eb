import type { Actor, ContentId } from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import { removeContentWithin, type ContentWriteDependencies } from './store-content.ts';

export interface DeleteContentInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
}

/**
 * Removes a content together with its links to tags, its revisions, its working copy and its preview links.
 * @throws {BusinessError} content-not-found, version-changed
 */
export const deleteContent =
  (deps: ContentWriteDependencies) =>
  (input: DeleteContentInput): Promise<void> =>
    deps.work.run((tx) => removeContentWithin(tx, deps, input));

export type DeleteContent = ReturnType<typeof deleteContent>;
