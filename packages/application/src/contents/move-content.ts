import {
  afterMove,
  type Actor,
  type ContentId,
  type ContentMove,
  type ContentView,
  type RevisionKind,
} from '@portcullis/domain';
import type { Conditional } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import type { ContentRecordSource } from './record-content.ts';
import { changeContentWithin, type ContentWriteDependencies } from './store-content.ts';

export interface MoveContentInput extends Conditional {
  readonly actor: Actor;
  readonly id: ContentId;
  /** Publishing is a separate use case, because the content may have Markdown that must be converted first. */
  readonly move: Exclude<ContentMove, 'publish'>;
}

const kinds: Readonly<Record<MoveContentInput['move'], RevisionKind>> = { unpublish: 'UNPUBLISH', archive: 'ARCHIVE' };

/**
 * Unpublishes or archives a content, and cancels its schedule.
 * @throws {BusinessError} content-not-found, version-changed, content-move-refused
 */
export const moveContent =
  (deps: ContentWriteDependencies) =>
  (input: MoveContentInput): Promise<ContentView> =>
    deps.work.run((tx) => moveContentWithin(tx, deps, { ...input, at: deps.clock.now() }));

/** Does the same as `moveContent` within the caller's transaction. */
export function moveContentWithin(
  tx: Transaction,
  source: ContentRecordSource,
  { move, ...write }: MoveContentInput & { readonly at: Date },
): Promise<ContentView> {
  return changeContentWithin(tx, source, write, (stored) => ({
    content: afterMove(stored, move, write.at),
    kind: kinds[move],
  }));
}

export type MoveContent = ReturnType<typeof moveContent>;
