import { currentSubject } from '../routing/location.ts';
import { profile } from '../session/session.ts';

/**
 * Returns the key of a draft. It contains the id of the user, so that another user who logs in with this browser does
 * not see the draft.
 */
const draftKeyOf = (name: string): string => `portcullis.draft.${profile.value?.id ?? ''}.${name}`;

/** Returns the usual name of a draft: what the current URL is about, and the names of the fields. */
export const draftNameOf = (initial: object, key: string): string =>
  [currentSubject(), key, ...Object.keys(initial).toSorted()].join(' ');

/** The unsaved values of a form. */
export interface Draft<Values> {
  readonly values: Values;
  /** The stored values on which the edit is based. */
  readonly base: Values;
  /** The version number of the stored values; undefined for a resource without version numbers. */
  readonly version: number | undefined;
}

/** The drafts that are not in the storage of the browser, because they are new or exceed its quota, by their keys. */
const inMemory = new Map<string, Draft<object>>();

/** A draft is stored this many milliseconds after the last change, because a long text takes time. */
const pause = 500;

let timer: ReturnType<typeof setTimeout> | undefined;

function storeDrafts(): void {
  for (const [key, draft] of inMemory) {
    try {
      window.sessionStorage.setItem(key, JSON.stringify(draft));
      inMemory.delete(key);
    } catch {
      // An older draft of the same form would be restored after a reload.
      window.sessionStorage.removeItem(key);
    }
  }
}

/** Stores the drafts before the page is left. Browsers on phones may end a hidden page without a further event. */
export function startStoringDrafts(): void {
  window.addEventListener('pagehide', storeDrafts);
  document.addEventListener('visibilitychange', storeDrafts);
}

/**
 * Stores unsaved values for this tab, so that they survive a reload. If the values exceed the browser's quota, they are
 * kept in memory only.
 * @param secrets the names of fields that are not stored, such as passwords
 */
export function keepDraft<Values extends object>(
  name: string,
  { values, base, version }: Draft<Values>,
  secrets: ReadonlySet<string> = new Set(),
): void {
  const withoutSecrets = (all: Values) => Object.fromEntries(Object.entries(all).filter(([key]) => !secrets.has(key)));
  inMemory.set(draftKeyOf(name), { values: withoutSecrets(values), base: withoutSecrets(base), version });
  clearTimeout(timer);
  timer = setTimeout(storeDrafts, pause);
}

export function dropDraft(name: string): void {
  inMemory.delete(draftKeyOf(name));
  window.sessionStorage.removeItem(draftKeyOf(name));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** @returns the draft; undefined if there is none, or if it contains no changes. Secrets have their initial values. */
export function readDraft<Values extends object>(name: string, initial: Values): Draft<Values> | undefined {
  try {
    const key = draftKeyOf(name);
    const kept: unknown = inMemory.get(key) ?? JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
    if (!isRecord(kept) || !isRecord(kept['values']) || !isRecord(kept['base'])) return undefined;
    const { version } = kept;
    const draft: Draft<Values> = {
      values: { ...initial, ...kept['values'] },
      base: { ...initial, ...kept['base'] },
      version: typeof version === 'number' ? version : undefined,
    };
    const [values, ...others] = [draft.values, draft.base, initial].map((each) => JSON.stringify(each));
    return others.includes(values ?? '') ? undefined : draft;
  } catch {
    return undefined;
  }
}
