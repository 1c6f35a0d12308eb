import { currentSubject } from '../routing/location.ts';
import { profile } from '../session/session.ts';

/**
 * Returns the key of a draft. It contains the id of the user, so that another user who logs in with this browser does
 * not see the draft.
 */
export const draftKeyOf = (name: string): string => `portcullis.draft.${profile.value?.id ?? ''}.${name}`;

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

/**
 * Stores unsaved values for this tab, so that they survive a reload. If the values exceed the browser's quota, they are
 * not stored, and the earlier draft is removed.
 * @param secrets the names of fields that are not stored, such as passwords
 */
export function keepDraft<Values extends object>(
  name: string,
  { values, base, version }: Draft<Values>,
  secrets: ReadonlySet<string>,
): void {
  const withoutSecrets = (all: Values) => Object.fromEntries(Object.entries(all).filter(([key]) => !secrets.has(key)));
  const draft = { values: withoutSecrets(values), base: withoutSecrets(base), version };
  try {
    window.sessionStorage.setItem(draftKeyOf(name), JSON.stringify(draft));
  } catch {
    dropDraft(name);
  }
}

export const dropDraft = (name: string): void => window.sessionStorage.removeItem(draftKeyOf(name));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** @returns the draft; undefined if there is none, or if it contains no changes. Secrets have their initial values. */
export function readDraft<Values extends object>(name: string, initial: Values): Draft<Values> | undefined {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(draftKeyOf(name)) ?? 'null');
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
