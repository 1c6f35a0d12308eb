import {
  afterStatusAction,
  type ContentId,
  type ContentView,
  type ContentStatusAction,
  type RevisionKind,
  withSchedule,
  type Schedule,
} from '@portcullis/domain';
import type { EntityInput } from '../dependencies.ts';
import { prepareMissingBody, withMissingBody, type PublishDependencies } from './missing-body.ts';
import { changeContent, type ContentWriteDependencies } from './store-contents.ts';

/**
 * Publishes a content. If it has Markdown but no HTML, the Markdown is converted.
 * @throws {BusinessError} content-not-found, version-changed
 */
export const publishContent =
  (deps: PublishDependencies) =>
  async (input: EntityInput<ContentId>): Promise<ContentView> => {
    const prepared = await prepareMissingBody(deps, input.id);
    const at = deps.clock.now();
    return deps.work.run((tx) =>
      changeContent(tx, deps, { ...input, at }, (stored) => ({
        content: afterStatusAction(withMissingBody(stored, prepared), 'publish', at),
        kind: 'PUBLISH',
      })),
    );
  };

export interface ChangeContentStatusInput extends EntityInput<ContentId> {
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

export interface ScheduleContentInput extends EntityInput<ContentId> {
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
  async ({ schedule, ...input }: ScheduleContentInput): Promise<ContentView> => {
    const prepared = await prepareMissingBody(deps, input.id);
    const at = deps.clock.now();
    return deps.work.run((tx) =>
      changeContent(tx, deps, { ...input, at }, (stored) => ({
        content: withSchedule(schedule.publishAt === null ? stored : withMissingBody(stored, prepared), schedule, at),
        kind: 'SCHEDULE',
      })),
    );
  };
