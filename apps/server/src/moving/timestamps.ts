const written =
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?:[ T]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<ms>\d{1,3})\d*)?)?)?\s*(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;
const withZone = /(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;

/** Returns the time at a place that has this date and time in UTC. */
function at(timeZone: string, wall: number): number {
  const offset = (time: number): number => {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
  // The offset at the resulting time can differ, if the clocks change on that day.
  return timeZone === 'UTC' ? wall : wall - offset(wall - offset(wall));
}

/** Returns the milliseconds of a text as if it were in UTC; undefined if it is no date. */
function wallOf(text: string): number | undefined {
  const parts = written.exec(text)?.groups;
  // A month with its name is not ambiguous, unlike `08/04/2017`.
  if (parts === undefined)
    return /[a-z]{3}/i.test(text) ? Date.parse(withZone.test(text) ? text : `${text} UTC`) : undefined;
  const [year = 0, month = 0, day = 0, hour, minute, second, ms] = ['year', 'month', 'day', 'hour', 'minute', 'second']
    .map((name) => Number(parts[name] ?? 0))
    .concat(Number((parts['ms'] ?? '').padEnd(3, '0')));
  const time = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const date = new Date(time);
  const isValid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  if (!isValid) return undefined;
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)/.exec(parts['zone'] ?? '') ?? [];
  return time - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * Returns a timestamp in ISO 8601 with its zone. A text that is no date is returned unchanged, so that it is refused by name.
 * @param timeZone the zone of times without a zone
 */
export function timestampOf(value: unknown, timeZone: string): unknown {
  if (typeof value === 'number') return Number.isNaN(new Date(value).getTime()) ? value : new Date(value).toISOString();
  const text = value instanceof Date ? value.toISOString() : value;
  if (typeof text !== 'string') return text;
  const wall = wallOf(text.trim());
  if (wall === undefined || Number.isNaN(wall)) return text;
  return new Date(withZone.test(text.trim()) ? wall : at(timeZone, wall)).toISOString();
}
