import { signal } from '@preact/signals';
import { texts } from '../language/language.ts';
import { hasPostponed, confirmFirst } from './notices.tsx';

/** A part of the page that contains what a person has entered, such as a form. */
export interface EditedPart {
  readonly element: () => Node | null;
  readonly isChanged: () => boolean;
  /** Removes the unsaved changes, also those that are kept for a reload. */
  readonly discard: () => void;
  /** Saves the changes with those of the other parts of the page; undefined if the part has its own button. */
  readonly save?: (() => Promise<void>) | undefined;
}

const parts = signal<readonly EditedPart[]>([]);

/** Makes the console ask before the unsaved changes of a part are lost. @returns a function that ends this */
export function watchUnsaved(part: EditedPart): () => void {
  parts.value = [...parts.peek(), part];
  return () => {
    parts.value = parts.peek().filter((each) => each !== part);
  };
}

/** Returns the parts with unsaved changes on the page, or in a part of the page. */
export const changedParts = (within?: Node | null): readonly EditedPart[] =>
  parts.value.filter((part) => part.isChanged() && (within === undefined || within?.contains(part.element()) === true));

/** Whether the page, or the part of the page within a node, has unsaved changes. */
export const hasUnsaved = (within?: Node | null): boolean => changedParts(within).length > 0;

/**
 * Asks whether to discard the unsaved changes of the page, or of a part of it. Does not ask if there are none.
 * @returns whether there are no unsaved changes any more
 */
export async function discardUnsaved(within?: Node | null): Promise<boolean> {
  const changed = changedParts(within);
  if (changed.length === 0) return true;
  const text = texts().common;
  const isConfirmed = await confirmFirst({
    title: text.discardTitle,
    consequence: text.discardConsequence,
    action: text.discardChanges,
    refusal: text.keepEditing,
  });
  if (isConfirmed) for (const part of changed) part.discard();
  return isConfirmed;
}

/** Removes all unsaved changes without asking. */
export function dropUnsaved(): void {
  for (const part of changedParts()) part.discard();
}

/** Makes the browser ask before the page is closed with unsaved changes, or before a postponed action is done. */
export function startUnsavedWarning(): void {
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved() || hasPostponed()) event.preventDefault();
  });
}
