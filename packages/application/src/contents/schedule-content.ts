import { withSchedule, type Actor, type ContentId, type ContentView, type Schedule } from '@portcullis/domain';
import type { IfMatchInput } from '../dependencies.ts';
import { prepareMissingBody, withMissingBody, type PublishDependencies } from './missing-body.ts';
import { changeContent } from './store-content.ts';

export interface ScheduleContentInput extends IfMatchInput {
  readonly actor: Actor;
  readonly id: ContentId;
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
