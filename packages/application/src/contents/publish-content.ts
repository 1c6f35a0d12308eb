import { afterStatusAction, type Actor, type ContentId, type ContentView } from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import { prepareMissingBody, withMissingBody, type PublishDependencies } from './missing-body.ts';
import { changeContent } from './store-content.ts';

export interface PublishContentInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
}

/**
 * Publishes a content. If it has Markdown but no HTML, the Markdown is converted.
 * @throws {BusinessError} content-not-found, version-changed
 */
export const publishContent =
  (deps: PublishDependencies) =>
  async (input: PublishContentInput): Promise<ContentView> => {
    const prepared = await prepareMissingBody(deps, input.id);
    const at = deps.clock.now();
    return deps.work.run((tx) =>
      changeContent(tx, deps, { ...input, at }, (stored) => ({
        content: afterStatusAction(withMissingBody(stored, prepared), 'publish', at),
        kind: 'PUBLISH',
      })),
    );
  };
