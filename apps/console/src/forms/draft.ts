import { profile } from '../session/session.ts';

/**
 * Returns the key of a draft. It contains the id of the user, so that another user who logs in with this browser does
 * not see the draft.
 */
export const draftKeyOf = (name: string): string => `portcullis.draft.${profile.value?.id ?? ''}.${name}`;

/**
 * Stores unsaved values for this tab, so that they survive a reload. If the values exceed the browser's quota, they are
 * not stored, and the earlier draft is removed.
 */
export function keepDraft(name: string, values: object): void {
  try {
    window.sessionStorage.setItem(draftKeyOf(name), JSON.stringify(values));
  } catch {
    dropDraft(name);
  }
}

export const dropDraft = (name: string): void => window.sessionStorage.removeItem(draftKeyOf(name));

/**
 * @returns the initial values, overwritten with the values of the draft. Undefined if there is no draft, if the draft
 * equals the initial values, or if the draft lacks a field of the initial values.
 */
export function readDraft<Values extends object>(name: string, initial: Values): Values | undefined {
  const text = window.sessionStorage.getItem(draftKeyOf(name));
  if (text === null || text === JSON.stringify(initial)) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return undefined;
    const isSameForm = Object.keys(initial).every((key) => key in kept);
    return isSameForm ? { ...initial, ...kept } : undefined;
  } catch {
    return undefined;
  }
}
