import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { language, texts } from '../language/language.ts';
import { languages } from '../language/languages.ts';
import { onceForLocale } from '../language/once-for-locale.ts';

/** The name of the console, which a team can set. The service writes it into the page. */
export const brandName = typeof document === 'undefined' ? '' : document.title;

/** The logo and the name of the console. */
export function Brand() {
  const logo = document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? undefined;
  return (
    <>
      <img class="logo" src={logo} alt="" />
      <span dir="auto">{brandName}</span>
    </>
  );
}

/** @returns the label of a field in the current language; `field` itself if it has no label. */
export function fieldName(field: string): string {
  const names: Readonly<Record<string, string>> = texts().fields;
  return names[field] ?? field;
}

interface ButtonProps {
  /** `main` is the first choice of a form or a screen, and `danger` destroys something. `link` looks like a link. */
  readonly kind?: 'main' | 'danger' | 'link';
  /** The name for screen readers, if the text alone does not say what the button concerns. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  /** True while the action runs. Unlike a disabled button, the button keeps the focus. */
  readonly isBusy?: boolean;
  /** The error of an asynchronous action must be handled by the action itself. */
  readonly onClick: () => unknown;
  readonly children: ComponentChildren;
}

/** A button that does not submit a form. */
export const Button = ({ kind, label, isDisabled, isBusy, onClick, children }: ButtonProps) => (
  <button
    type="button"
    class={kind === undefined ? undefined : `button-${kind}`}
    aria-label={label}
    disabled={isDisabled}
    aria-disabled={isBusy}
    onClick={() => void onClick()}
  >
    {children}
  </button>
);

/** Short texts, such as codes, as labels beside each other. */
export const Labels = ({ of }: { readonly of: readonly string[] }) => (
  <>
    {of.map((label) => (
      <span key={label} class="tag" dir="auto">
        {label}
      </span>
    ))}
  </>
);

/** A line of a `dl`: a label and a value. */
export const Fact = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{label}</dt>
    <dd dir="auto">{children}</dd>
  </>
);

interface PanelProps {
  readonly title: ComponentChildren;
  /** The buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of a screen. */
export const Panel = ({ title, actions, children }: PanelProps) => (
  <section class="panel">
    {actions === undefined ? (
      <h2 dir="auto">{title}</h2>
    ) : (
      <div class="panel-head">
        <h2 dir="auto">{title}</h2>
        {actions}
      </div>
    )}
    {children}
  </section>
);

/**
 * Focuses an element when it appears, unless `isWanted` is false. The attribute `autofocus` works only once in a page,
 * and in dialogs.
 */
export function useFocusOnAppearance<Element extends HTMLElement>(isWanted = true) {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (isWanted) element.current?.focus();
  }, []);
  return element;
}

interface ScreenHeadProps {
  readonly title: string;
  /** The link to the parent screen. */
  readonly up?: { readonly href: string; readonly label: string };
  /** The buttons of the screen. */
  readonly children?: ComponentChildren;
}

/**
 * The heading of a screen. It gets the focus when the screen appears, so that screen readers announce the new screen.
 */
export function ScreenHead({ title, up, children }: ScreenHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${title} · ${brandName}`;
  }, [title]);
  return (
    <header class="screen-head">
      <div>
        {up === undefined ? undefined : (
          <a class="up" href={up.href}>
            ← <bdi>{up.label}</bdi>
          </a>
        )}
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
      </div>
      <div class="screen-actions">{children}</div>
    </header>
  );
}

/** Says that a resource is disabled. The usual state has no label. */
export const StatusTag = ({ isEnabled }: { readonly isEnabled: boolean }) =>
  isEnabled ? null : <span class="tag tag-off">{texts().common.disabled}</span>;

/**
 * Returns the first of the browser's preferred locales that is in the language of the console, such as `en-US`. If
 * there is none, returns the usual locale of the language.
 */
const locale = (): string =>
  window.navigator.languages.find((tag) => tag.startsWith(language.value)) ?? languages[language.value].locale;

const exactFormat = onceForLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'long' }));
const timeFormat = onceForLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }));
const distanceFormat = onceForLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));

/** @returns the formatted time; the text itself if it is not a time, which only texts of people can cause. */
const formatted = (format: Intl.DateTimeFormat, time: string): string =>
  Number.isNaN(Date.parse(time)) ? time : format.format(new Date(time));

/** @returns the time in the reader's time zone, with seconds and the name of the time zone. */
const exactTime = (time: string): string => formatted(exactFormat(locale()), time);

/** @returns the time in the reader's time zone, without seconds. */
export const timeText = (time: string, to = locale()): string => formatted(timeFormat(to), time);

/** @returns the time of day in the reader's time zone, without seconds. */
export const clockText = (time: string): string => new Date(time).toLocaleTimeString(locale(), { timeStyle: 'short' });

/** @returns a UTC date such as `2026-11-22` in the reader's format. */
export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });

/** The largest distances in each unit, in seconds, and the length of the unit. */
const units = [
  { unit: 'second', length: 1, most: 45 },
  { unit: 'minute', length: 60, most: 3_600 },
  { unit: 'hour', length: 3_600, most: 86_400 },
  { unit: 'day', length: 86_400, most: 7 * 86_400 },
] as const;

/** @returns a number of bytes in a unit that people read easily, such as `1.2 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const unit = ['byte', 'kilobyte', 'megabyte', 'gigabyte'][power];
  const format = new Intl.NumberFormat(locale(), { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** power);
}

/** @returns a time of the last or the next week relative to now, such as `3 hours ago`; else the date and the time. */
export function relativeTime(time: string, now: number, to = locale()): string {
  const seconds = (Date.parse(time) - now) / 1_000;
  const found = units.find(({ most }) => Math.abs(seconds) < most);
  if (found === undefined) return timeText(time, to);
  const count = found.unit === 'second' ? 0 : Math.trunc(seconds / found.length);
  return distanceFormat(to).format(count, found.unit);
}

/** The present time, which changes every half minute while a time is shown. */
const present = signal(Date.now());

let clock: ReturnType<typeof setInterval> | undefined;

/** Shows a time relative to now. The tooltip shows the exact time with the time zone. */
export function Time({ value }: { readonly value: string | null }) {
  useEffect(() => {
    clock ??= setInterval(() => {
      present.value = Date.now();
    }, 30_000);
  }, []);
  if (value === null) return <span class="quiet">–</span>;
  return (
    <time dateTime={value} title={exactTime(value)}>
      {relativeTime(value, Math.max(present.value, Date.now()))}
    </time>
  );
}

/** Shows in a `dl` when a resource was created and when it was last changed. */
export function Timestamps({ createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string }) {
  const common = texts().common;
  return (
    <>
      <Fact label={common.created}>
        <Time value={createdAt} />
      </Fact>
      <Fact label={common.updated}>
        <Time value={updatedAt} />
      </Fact>
    </>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Whether a text is a key of an object, such as the value of a choice. */
export const isKeyOf = <Key extends string>(
  object: Readonly<Record<Key, unknown>>,
  key: string | undefined,
): key is Key => key !== undefined && Object.hasOwn(object, key);

/** @param labels the labels by their values */
export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** @returns the label of a chosen value, without its indentation; the value itself if it is not a choice */
export const labelIn = (choices: readonly Choice[], chosen: unknown): string =>
  choices.find(({ value }) => value === chosen)?.label.trim() ?? String(chosen);

/** The options of a `select`. */
export const Options = ({ of }: { readonly of: readonly Choice[] }) => (
  <>
    {of.map(({ value, label }) => (
      <option key={value} value={value} dir="auto">
        {label}
      </option>
    ))}
  </>
);
