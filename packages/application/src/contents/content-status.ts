import {
  afterStatusAction,
  type ContentView,
  type ContentStatusAction,
} from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { RevisionKind } from '@portcullis/domain/internal/contents/revision';
import { withSchedule, type Schedule } from '@portcullis/domain/internal/contents/schedule';
import { requireStoredReach, type ContentInput } from './content-reach.ts';
import { withCover } from './content-links.ts';
import { preparedSize, prepareMissingBody, withMissingBody, type PublishDependencies } from './missing-body.ts';
import { changeContent, type ContentWriteDependencies } from './store-contents.ts';
import type { ContentViews, WithCover } from '../ports/contents.ts';
import { lockContent } from './lock-content.ts';

/**
 * Publishes a content. If it has Markdown but no HTML, the Markdown is converted.
 * @throws {BusinessError} content-not-found, version-changed
 */
export const publishContent =
  (deps: PublishDependencies) =>
  async (input: ContentInput): Promise<ContentView & WithCover> => {
    await requireStoredReach(deps.contents, input.reach, input.id);
    const prepared = await prepareMissingBody(deps, input.id);
    const at = deps.clock.now();
    return deps.work.run(
      async (tx) => {
        const published = await changeContent(tx, deps, { ...input, at }, (stored) => ({
          content: afterStatusAction(withMissingBody(stored, prepared), 'publish', at),
          kind: 'PUBLISH',
        }));
        return withCover(tx, published);
      },
      { ...preparedSize(prepared), keyed: input.actor.keyed },
    );
  };

/** What `changeContentStatus` needs. */
export interface ChangeContentStatusInput extends ContentInput {
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
  ({ move, ...write }: ChangeContentStatusInput): Promise<ContentView & WithCover> =>
    deps.work.run(
      async (tx) => {
        const at = deps.clock.now();
        const moved = await changeContent(tx, deps, { ...write, at }, (stored) => ({
          content: afterStatusAction(stored, move, at),
          kind: revisionKindOf[move],
        }));
        return withCover(tx, moved);
      },
      { keyed: write.actor.keyed },
    );

/** What `scheduleContent` needs. */
export interface ScheduleContentInput extends ContentInput {
  /** Replaces the schedule of the content. */
  readonly schedule: Schedule;
}

/**
 * Sets or clears the times at which a content is published and unpublished. If a publication time is set and the
 * Markdown of the content has no stored HTML yet, it is converted now, so that the later publication needs no
 * conversion.
 * @throws {BusinessError} content-not-found, version-changed, schedule-unacceptable, content-move-refused
 */
export const scheduleContent =
  (deps: PublishDependencies) =>
  async ({ schedule, ...input }: ScheduleContentInput): Promise<ContentView & WithCover> => {
    await requireStoredReach(deps.contents, input.reach, input.id);
    const prepared = await prepareMissingBody(deps, input.id);
    const at = deps.clock.now();
    return deps.work.run(async (tx) => {
      const scheduled = await changeContent(tx, deps, { ...input, at }, (stored) => ({
        content: withSchedule(schedule.publishAt === null ? stored : withMissingBody(stored, prepared), schedule, at),
        kind: 'SCHEDULE',
      }));
      return withCover(tx, scheduled);
    }, preparedSize(prepared));
  };

interface Dependencies extends ContentWriteDependencies {
  readonly contents: ContentViews;
}

/** Maximum number of contents that one call processes. */
const batchSize = 100;

/**
 * Stores the scheduled transitions (publications and withdrawals) that are due for one batch of contents, in one
 * transaction for each content. Readers notice no difference, because every read computes the current state from the
 * schedule. Several processes may call this function simultaneously.
 * @returns the number of contents whose transitions this call stored; 0 when none are left or another process is
 * storing them
 * @throws {StoreFailure | BusinessError} the first error, after the rest of the batch was processed. The BusinessError
 * content-not-found means that a content was removed in the meantime.
 */
export const storeDueTransitions = (deps: Dependencies) => async (): Promise<number> => {
  let stored = 0;
  const failures: unknown[] = [];
  for (const id of await deps.contents.due(batchSize)) {
    try {
      if (await storeOne(deps, id)) stored += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return stored;
};

const storeOne = (deps: ContentWriteDependencies, id: ContentId): Promise<boolean> =>
  deps.work.run(async (tx) => (await lockContent(tx, deps, { id })).transitions > 0);
