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

/** A point in time in the reader's zone; the exact one is its tooltip. */
export function Time({ value }: { readonly value: string | null }) {
  if (value === null) return <span class="quiet">–</span>;
  return (
    <time dateTime={value} title={exactTime(value)}>
      {timeText(value)}
    </time>
  );
}
