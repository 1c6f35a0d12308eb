import { language } from '../language/language.ts';

/**
 * Returns the first of the browser's preferred locales that is in the language of the console, such as `en-US`. If
 * there is none, returns `en-GB` or `zh-CN`.
 */
const locale = (): string =>
  window.navigator.languages.find((tag) => tag.startsWith(language.value)) ??
  (language.value === 'zh' ? 'zh-CN' : 'en-GB');

/** @returns the time in the reader's time zone, with seconds and the name of the time zone. */
const exactTime = (time: string): string =>
  new Date(time).toLocaleString(locale(), { dateStyle: 'full', timeStyle: 'long' });

/** @returns the time in the reader's time zone, without seconds. */
export const timeText = (time: string): string =>
  new Date(time).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** @returns a UTC date such as `2026-11-22` in the reader's format. */
export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });

/** Shows a time in the reader's time zone. The tooltip also shows the seconds and the time zone. */
export function Time({ value }: { readonly value: string | null }) {
  if (value === null) return <span class="quiet">–</span>;
  return (
    <time dateTime={value} title={exactTime(value)}>
      {timeText(value)}
    </time>
  );
}
