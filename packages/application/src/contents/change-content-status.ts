import {
  afterStatusAction,
  type Actor,
  type ContentId,
  type ContentStatusAction,
  type ContentView,
  type RevisionKind,
} from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import type { ContentRecordDependencies } from './record-content.ts';
import { changeContentWithin, type ContentWriteDependencies } from './store-content.ts';

export interface ChangeContentStatusInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
  /** Publishing is a separate use case, because the content may have Markdown that must be converted first. */
  readonly move: Exclude<ContentStatusAction, 'publish'>;
}

const kinds: Readonly<Record<ChangeContentStatusInput['move'], RevisionKind>> = {
  unpublish: 'UNPUBLISH',
  archive: 'ARCHIVE',
};

/**
 * Unpublishes or archives a content, and cancels its schedule.
 * @throws {BusinessError} content-not-found, version-changed, content-move-refused
 */
export const changeContentStatus =
  (deps: ContentWriteDependencies) =>
  (input: ChangeContentStatusInput): Promise<ContentView> =>
    deps.work.run((tx) => changeContentStatusWithin(tx, deps, { ...input, at: deps.clock.now() }));

/** Does the same as `changeContentStatus` within the caller's transaction. */
export function changeContentStatusWithin(
  tx: Transaction,
  source: ContentRecordDependencies,
  { move, ...write }: ChangeContentStatusInput & { readonly at: Date },
): Promise<ContentView> {
  return changeContentWithin(tx, source, write, (stored) => ({
    content: afterStatusAction(stored, move, write.at),
    kind: kinds[move],
  }));
}

export type ChangeContentStatus = ReturnType<typeof changeContentStatus>;
