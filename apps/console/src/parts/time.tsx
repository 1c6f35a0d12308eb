import { language } from '../language/language.ts';

/** The reader's own form of the language, such as `en-US`, if the browser names one. */
const locale = (): string =>
  window.navigator.languages.find((tag) => tag.startsWith(language.value)) ??
  (language.value === 'zh' ? 'zh-CN' : 'en-GB');

/** @returns the point in time in the reader's zone, to the second and with the zone. */
const exactTime = (time: string): string =>
  new Date(time).toLocaleString(locale(), { dateStyle: 'full', timeStyle: 'long' });

/** @returns the point in time in the reader's zone, to the minute. */
export const timeText = (time: string): string =>
  new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** @returns a day in UTC, such as `2026-11-22`, as the reader writes days. */
export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });

/** A point in time in the reader's zone; the exact one is its tooltip. */
export function Time({ value }: { readonly value: string | null }) {
  if (value === null) return <span class="quiet">–</span>;
  return (
    <time dateTime={value} title={exactTime(value)}>
      {timeText(value)}
    </time>
  );
}
