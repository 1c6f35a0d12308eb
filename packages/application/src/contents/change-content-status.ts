import {
  afterStatusAction,
  type Actor,
  type ContentId,
  type ContentStatusAction,
  type ContentView,
  type RevisionKind,
} from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import { changeContent, type ContentWriteDependencies } from './store-content.ts';

export interface ChangeContentStatusInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
  /** Publishing is a separate use case, because the content may have Markdown that must be converted first. */
  readonly move: Exclude<ContentStatusAction, 'publish'>;
}

/** The kind of the revision that each change of a status adds. */
export const revisionKindOf = {
  publish: 'PUBLISH',
  unpublish: 'UNPUBLISH',
  archive: 'ARCHIVE',
} as const satisfies Record<ContentStatusAction, RevisionKind>;

/**
 * Unpublishes or archives a content, and cancels its schedule.
 * @throws {BusinessError} content-not-found, version-changed, content-move-refused
 */
export const changeContentStatus =
  (deps: ContentWriteDependencies) =>
  ({ move, ...write }: ChangeContentStatusInput): Promise<ContentView> =>
    deps.work.run((tx) => {
      const at = deps.clock.now();
      return changeContent(tx, deps, { ...write, at }, (stored) => ({
        content: afterStatusAction(stored, move, at),
        kind: revisionKindOf[move],
      }));
    });
