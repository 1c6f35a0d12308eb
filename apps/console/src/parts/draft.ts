import { profile } from '../session/session.ts';

/**
 * Returns the key of a draft. It contains the id of the user, so that another user who logs in with this browser does
 * not see the draft.
 */
export const draftKeyOf = (name: string): string => `portcullis.draft.${profile.value?.id ?? ''}.${name}`;

/** Keeps unsaved values in this tab, so that a reload does not lose them. Values beyond the browser's quota are not kept. */
export function keepDraft(name: string, values: object): void {
  try {
    window.sessionStorage.setItem(draftKeyOf(name), JSON.stringify(values));
  } catch {
    dropDraft(name);
  }
}

export const dropDraft = (name: string): void => window.sessionStorage.removeItem(draftKeyOf(name));

/**
 * @returns the initial values, replaced by the values of the draft; undefined if there is no draft, if it changes
 * nothing, or if it lacks a field.
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
