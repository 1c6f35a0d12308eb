import { texts } from '../language/language.ts';
import { InvalidInput } from '../parts/load.tsx';

/**
 * @param time in ISO 8601 or in milliseconds since 1970
 * @returns the time in the reader's time zone, to the minute, as the value of a `datetime-local` input; an empty string
 * for null
 */
export function localTimeOf(time: string | number | null): string {
  if (time === null) return '';
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length);
}

/**
 * Converts the value of a `datetime-local` input, which is in the reader's time zone.
 * @param field the field to which an error belongs
 * @returns the time in UTC as ISO 8601; null for an empty value
 * @throws {InvalidInput} if the value is not a time
 */
export function timeOf(field: string, local: string): string | null {
  if (local === '') return null;
  const date = new Date(local);
  if (Number.isNaN(date.getTime())) throw new InvalidInput(field, texts().common.notATime);
  return date.toISOString();
}

/** Returns the name of the reader's time zone, such as `Asia/Shanghai`. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
