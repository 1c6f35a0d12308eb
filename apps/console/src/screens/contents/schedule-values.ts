import type { Schemas } from '@portcullis/client';
import { InvalidInput } from '../../parts/form-errors.ts';
import { editorialMessages } from './editorial-messages.ts';

/** The form of a schedule: local times such as `2026-11-22T16:30`; empty if there is none. */
export interface ScheduleValues {
  readonly publishAt: string;
  readonly unpublishAt: string;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** @returns a point in time as the input of the browser shows it, in the zone of the reader and to the minute. */
function localTimeOf(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/**
 * @returns the point in time of a local one, in UTC
 * @throws {InvalidInput} if it is none
 */
export function timeOf(field: keyof ScheduleValues, local: string): string | null {
  if (local === '') return null;
  const date = new Date(local);
  if (Number.isNaN(date.getTime())) throw new InvalidInput(field, editorialMessages().notATime);
  return date.toISOString();
}

export const storedSchedule = ({ version, updatedAt, publishAt, unpublishAt }: Schemas['Content']) => ({
  version,
  updatedAt,
  values: { publishAt: localTimeOf(publishAt), unpublishAt: localTimeOf(unpublishAt) },
});
