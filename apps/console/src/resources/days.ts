import { localTimeOf } from '../forms/local-time.ts';

/** Returns midnight in the reader's time zone, `daysLater` days after `day`; undefined if `day` is not a valid date. */
function startOf(day: string, daysLater: number): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/**
 * @param from the first day in the reader's time zone, such as `2026-11-22`
 * @param to the last day
 * @returns the first and the last millisecond of the period in UTC, as query parameters for the service.
 * If a day is not valid, its parameter is missing.
 */
export function periodOf(from: string, to: string): { from?: string; to?: string } {
  const first = startOf(from, 0);
  const end = startOf(to, 1);
  return {
    ...(first === undefined ? {} : { from: first.toISOString() }),
    ...(end === undefined ? {} : { to: new Date(end.getTime() - 1).toISOString() }),
  };
}

/** @returns the day of a time in the reader's time zone, such as `2026-11-22` */
export const localDay = (time: string): string => localTimeOf(time).slice(0, 'YYYY-MM-DD'.length);
