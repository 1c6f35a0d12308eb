import { InvalidInput } from './form-errors.ts';
import { commonMessages } from './messages.ts';

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/**
 * @param time in ISO 8601 or in milliseconds since 1970
 * @returns the point in time as the input of the browser shows it, in the zone of the reader and to the minute
 */
export function localTimeOf(time: string | number | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/**
 * @returns the point in time of a local one, in UTC
 * @throws {InvalidInput} if it is none
 */
export function timeOf(field: string, local: string): string | null {
  if (local === '') return null;
  const date = new Date(local);
  if (Number.isNaN(date.getTime())) throw new InvalidInput(field, commonMessages().notATime);
  return date.toISOString();
}

/** The name of the zone of the reader, such as `Asia/Shanghai`. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
