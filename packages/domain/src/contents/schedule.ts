import { BusinessError, type FieldError } from '../shared/errors.ts';
import type { Versioned } from '../shared/version.ts';

/** Whether a content is a draft, published or archived. */
export type ContentStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
/** The statuses of contents. */
export const contentStatuses: readonly ContentStatus[] = ['DRAFT', 'PUBLISHED', 'ARCHIVED'];

/** The times at which a content will be published and withdrawn. Null if no time is set. */
export interface Schedule {
  readonly publishAt: Date | null;
  /** Later than `publishAt`, if both are set. */
  readonly unpublishAt: Date | null;
}

/** The schedule of a content that no time changes. */
export const noSchedule: Schedule = { publishAt: null, unpublishAt: null };

/** The fields of a content that a scheduled publication or withdrawal reads or changes. */
export interface Scheduled extends Schedule, Versioned {
  readonly status: ContentStatus;
  readonly publishedAt: Date | null;
}

const isDue = (at: Date | null, now: Date): at is Date => at !== null && at <= now;

/**
 * Returns the state of a content after each transition (publication or withdrawal) that is due, in chronological order.
 * The last state is the current state. If the content is already published at `publishAt`, or not published at
 * `unpublishAt`, the transition clears that time but does not change the status. Each transition increments the
 * version. `updatedAt` does not change.
 */
export function dueTransitions<C extends Scheduled>(content: C, now: Date): readonly C[] {
  const states: C[] = [];
  const { publishAt, unpublishAt } = content;
  let state = content;
  if (isDue(publishAt, now)) {
    const published = { status: 'PUBLISHED', publishedAt: state.publishedAt ?? publishAt, publishAt: null } as const;
    state = { ...state, ...published, version: state.version + 1 };
    states.push(state);
  }
  if (isDue(unpublishAt, now)) {
    const status = state.status === 'PUBLISHED' ? 'DRAFT' : state.status;
    states.push({ ...state, status, unpublishAt: null, version: state.version + 1 });
  }
  return states;
}

/**
 * Returns the state of a stored content at the time `now`. Returns `content` itself if no publication or withdrawal is
 * due.
 */
export const stateAt = <C extends Scheduled>(content: C, now: Date): C =>
  dueTransitions(content, now).at(-1) ?? content;

/**
 * Returns a content with a new schedule.
 * @throws {BusinessError} schedule-unacceptable, unless the times are in the future and in order; content-move-refused,
 * if `publishAt` is set and the content is already published
 */
export function withSchedule<C extends Scheduled>(content: C, schedule: Schedule, at: Date): C {
  const errors = scheduleErrors(schedule, at);
  const [error] = errors;
  if (error !== undefined) throw new BusinessError('schedule-unacceptable', `${error.message}.`, errors);
  if (schedule.publishAt !== null && content.status === 'PUBLISHED') {
    throw new BusinessError('content-move-refused', 'Content that is PUBLISHED cannot be published again.');
  }
  const { publishAt, unpublishAt } = schedule;
  if (isSame(content.publishAt, publishAt) && isSame(content.unpublishAt, unpublishAt)) return content;
  return { ...content, publishAt, unpublishAt, updatedAt: at };
}

function scheduleErrors({ publishAt, unpublishAt }: Schedule, at: Date): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (isDue(publishAt, at)) errors.push({ field: 'publishAt', message: 'publishAt must be in the future' });
  if (isDue(unpublishAt, at)) errors.push({ field: 'unpublishAt', message: 'unpublishAt must be in the future' });
  else if (publishAt !== null && isDue(unpublishAt, publishAt)) {
    errors.push({ field: 'unpublishAt', message: 'unpublishAt must be later than publishAt' });
  }
  return errors;
}

const isSame = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();
