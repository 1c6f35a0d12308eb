import { afterStatusAction, type Actor, type ContentId, type ContentView } from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import {
  prepareMissingBody,
  withMissingBody,
  type PreparedMissingBody,
  type PublishDependencies,
} from './missing-body.ts';
import type { ContentRecordDependencies } from './record-content.ts';
import { changeContentWithin } from './store-content.ts';

export interface PublishContentInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
}

interface PreparedPublication extends PublishContentInput {
  readonly prepared: PreparedMissingBody;
  readonly at: Date;
}

/**
 * Publishes a content. If it has Markdown but no HTML, the Markdown is converted.
 * @throws {BusinessError} content-not-found, version-changed
 */
export const publishContent =
  (deps: PublishDependencies) =>
  async (input: PublishContentInput): Promise<ContentView> => {
    const prepared = await prepareMissingBody(deps, input.id);
    return deps.work.run((tx) => publishContentWithin(tx, deps, { ...input, prepared, at: deps.clock.now() }));
  };

/**
 * Does the same as `publishContent` within the caller's transaction. The caller has prepared the body before the
 * transaction.
 */
export function publishContentWithin(
  tx: Transaction,
  source: ContentRecordDependencies,
  { prepared, ...write }: PreparedPublication,
): Promise<ContentView> {
  return changeContentWithin(tx, source, write, (stored) => ({
    content: afterStatusAction(withMissingBody(stored, prepared), 'publish', write.at),
    kind: 'PUBLISH',
  }));
}

export type PublishContent = ReturnType<typeof publishContent>;
