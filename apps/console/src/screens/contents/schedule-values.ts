import type { Schemas } from '@portcullis/client';
import { localTimeOf } from '../../parts/local-time.ts';

/** The values of the form of a schedule: local times such as `2026-11-22T16:30`, or an empty text for no time. */
export interface ScheduleValues {
  readonly publishAt: string;
  readonly unpublishAt: string;
}

export const storedSchedule = ({ version, updatedAt, publishAt, unpublishAt }: Schemas['Content']) => ({
  version,
  updatedAt,
  values: { publishAt: localTimeOf(publishAt), unpublishAt: localTimeOf(unpublishAt) },
});
