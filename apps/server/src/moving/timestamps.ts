const months = 'january february march april may june july august september october november december'.split(' ');
/** The names of zones that have one meaning in dates of mails and feeds (RFC 2822), in hours. */
const namedZones: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

const weekday = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? +)?`;
const monthName = String.raw`(?<month>[a-z]{3,9})\.?`;
const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<ms>\d{1,3})\d*)?)?(?:\s*(?<half>[ap]m))?`;
const zone = String.raw`\s*(?<zone>z|utc|gmt|[ecmp][sd]t|(?:utc|gmt)?[+-](?:[01]\d|2[0-3]):?[0-5]\d)?(?:\s*\([^()]*\))?`;

/** The forms of dates. `08/04/2017` is none of them, because it is ambiguous. */
const forms = [
  String.raw`(?<year>\d{4})[-/](?<month>\d{1,2}|[a-z]{3,9})[-/](?<day>\d{1,2})(?:[ t]+${clock})?`,
  String.raw`${weekday}(?<day>\d{1,2})[ -]${monthName}[ -](?<year>\d{4})(?:,? +${clock})?`,
  String.raw`${weekday}${monthName} +(?<day>\d{1,2}),? +(?<year>\d{4})(?:,? +${clock})?`,
  String.raw`${weekday}${monthName} +(?<day>\d{1,2}) +${clock} +(?<year>\d{4})`,
].map((form) => new RegExp(`^${form}${zone}$`, 'i'));

/** Maximum number of characters of a date. It limits the time that the forms above need for a hostile text. */
const longest = 100;

/** A date and time as if it were in UTC, in milliseconds, and what it is ahead of UTC, unless the text has no zone. */
interface Wall {
  readonly wall: number;
  readonly aheadMs: number | undefined;
}

/** Returns the time at a place that has this date and time in UTC. */
function at(timeZone: string, wall: number): number {
  const offset = (time: number): number => {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time);
    return aheadOf(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
  };
  // The offset at the resulting time can differ, if the clocks change on that day.
  return timeZone === 'UTC' ? wall : wall - offset(wall - offset(wall));
}

/** Returns what a zone such as `EST` or `GMT+01:00` is ahead of UTC, in milliseconds. */
function aheadOf(name: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)/.exec(name) ?? [];
  const minutesAhead = (namedZones[name.toLowerCase()] ?? Number(hours)) * 60 + Number(minutes);
  return (sign === '-' ? -1 : 1) * minutesAhead * 60_000;
}

/** Returns the number of the month, from 1; 0 for another text. */
const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : months.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;

/** Reads a date with or without a time. Returns undefined if the text has another form, or the calendar has no such day. */
function wallOf(text: string): Wall | undefined {
  if (text.length > longest) return undefined;
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  const number = (name: string): number => Number(parts[name] ?? 0);
  const half = parts['half']?.toLowerCase();
  const hour = half === undefined ? number('hour') : (number('hour') % 12) + (half === 'pm' ? 12 : 0);
  const given = [
    number('year'),
    monthOf(parts['month'] ?? '') - 1,
    number('day'),
    hour,
    number('minute'),
    number('second'),
  ] as const;
  const wall = Date.UTC(...given, Number((parts['ms'] ?? '').padEnd(3, '0')));
  const date = new Date(wall);
  const found = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  if (found.join() !== given.join()) return undefined;
  return { wall, aheadMs: parts['zone'] === undefined ? undefined : aheadOf(parts['zone']) };
}

/**
 * Returns a timestamp in ISO 8601 with its zone. A text that is no date is returned unchanged, so that it is refused by name.
 * @param timeZone the zone of times without a zone
 */
export function timestampOf(value: unknown, timeZone: string): unknown {
  if (typeof value === 'number') return Number.isNaN(new Date(value).getTime()) ? value : new Date(value).toISOString();
  const text = value instanceof Date ? value.toISOString() : value;
  if (typeof text !== 'string') return text;
  const read = wallOf(text.trim());
  if (read === undefined) return text;
  return new Date(read.aheadMs === undefined ? at(timeZone, read.wall) : read.wall - read.aheadMs).toISOString();
}
