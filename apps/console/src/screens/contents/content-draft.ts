import type { ContentValues } from './content-values.ts';

/** The unsaved changes of a content. */
export interface ContentDraft {
  /** The stored values when editing began. They are compared with the current values to find the changes of others. */
  readonly base: ContentValues;
  readonly values: ContentValues;
  readonly keptAt: string;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface DraftStore {
  readonly read: () => ContentDraft | undefined;
  /** Stores the draft. @returns false if it exceeds the browser's quota and is lost when the page is closed */
  readonly keep: (draft: ContentDraft) => boolean;
  /** Deletes the draft, unless another tab has replaced it. */
  readonly drop: () => void;
}

/** Drafts that exceed the browser's quota. They remain in memory until the page is closed. */
const tooLarge = new Map<string, string>();

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isValues = (value: unknown): value is ContentValues =>
  isRecord(value) &&
  typeof value['title'] === 'string' &&
  typeof value['text'] === 'string' &&
  Array.isArray(value['tags']);

const isDraft = (value: unknown): value is ContentDraft =>
  isRecord(value) && isValues(value['base']) && isValues(value['values']) && typeof value['keptAt'] === 'string';

function parsed(text: string): ContentDraft | undefined {
  try {
    const draft: unknown = JSON.parse(text);
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates the store for the draft of one content. Unless the draft exceeds the quota of the browser, it survives a
 * reload, a log-out and closing the browser.
 */
export function draftStore(storage: DraftStorage, key: string): DraftStore {
  let last: string | null = null;
  return {
    read: () => {
      last = tooLarge.get(key) ?? storage.getItem(key);
      return last === null ? undefined : parsed(last);
    },
    keep: (draft) => {
      last = JSON.stringify(draft);
      try {
        storage.setItem(key, last);
        tooLarge.delete(key);
        return true;
      } catch {
        tooLarge.set(key, last);
        return false;
      }
    },
    drop: () => {
      tooLarge.delete(key);
      if (storage.getItem(key) === last) storage.removeItem(key);
      last = null;
    },
  };
}
