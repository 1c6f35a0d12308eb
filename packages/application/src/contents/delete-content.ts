import type { Actor, ContentId } from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import type { ContentWriteDependencies } from './store-content.ts';
import { removeContents } from './store-contents.ts';

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
  ({ actor, ...lock }: DeleteContentInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const refusal = (await removeContents(tx, deps, actor, [lock])).get(lock.id);
      if (refusal !== undefined) throw refusal;
    });
