import type { Schemas } from '@portcullis/client';
import { localTimeOf } from '../../forms/local-time.ts';

/** The values of the schedule form: local times such as `2026-11-22T16:30`; an empty string if the time is not set. */
export interface ScheduleValues {
  readonly publishAt: string;
  readonly unpublishAt: string;
}

export const storedSchedule = ({ version, updatedAt, publishAt, unpublishAt }: Schemas['Content']) => ({
  version,
  updatedAt,
  values: { publishAt: localTimeOf(publishAt), unpublishAt: localTimeOf(unpublishAt) },
});
