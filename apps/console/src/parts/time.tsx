import { language } from '../language/language.ts';

/** Returns the first variant of the console's language that the browser prefers, such as `en-US`; otherwise a default one. */
const locale = (): string =>
  window.navigator.languages.find((tag) => tag.startsWith(language.value)) ??
  (language.value === 'zh' ? 'zh-CN' : 'en-GB');

/** @returns the point in time in the reader's time zone, to the second and with the name of the zone. */
const exactTime = (time: string): string =>
  new Date(time).toLocaleString(locale(), { dateStyle: 'full', timeStyle: 'long' });

/** @returns the point in time in the reader's time zone, to the minute. */
export const timeText = (time: string): string =>
  new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** @returns the text of a day in UTC, such as `2026-11-22`, in the reader's format. */
export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });

/** Shows a point in time in the reader's time zone, to the minute; the tooltip shows the seconds and the zone. */
export function Time({ value }: { readonly value: string | null }) {
  if (value === null) return <span class="quiet">–</span>;
  return (
    <time dateTime={value} title={exactTime(value)}>
      {timeText(value)}
    </time>
  );
}
