/** One replacement in a file of a front end. */
export interface Edit {
  /** Short text of the original file, which must occur exactly once. */
  readonly find: string;
  /** If present, the text from the beginning of `find` to the end of the next occurrence of `until` is replaced. */
  readonly until?: string;
  /**
   * The new text. It must not occur in the original file, because its presence shows that the edit was already made.
   */
  readonly put: string;
}

/** The change of one file of a front end. Paths are relative to the root of the front end. */
export type Change =
  | { readonly file: string; readonly edits: readonly Edit[] }
  /** Sets variables in a `.env` file. A missing variable is added at the end. */
  | { readonly file: string; readonly settings: Readonly<Record<string, string>> }
  /**
   * Adds a file of this package. If `instead` is set, the file replaces an original file, which must exist and contain
   * the text `instead`. Otherwise no original file may exist. In both cases, a file that already equals `ours` is
   * accepted.
   */
  | { readonly file: string; readonly ours: string; readonly instead?: string }
  /** Removes a file, if it exists. If the file does not contain the text `remove`, the change cannot be made. */
  | { readonly file: string; readonly remove: string };

/** A file before and after the change; undefined if it does not exist. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type Outcome =
  | { readonly fits: true; readonly changed: readonly ChangedFile[] }
  /** A sentence for each change that cannot be made. */
  | { readonly fits: false; readonly misfits: readonly string[] };

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

function afterEdit(text: string, { find, until, put }: Edit): string | undefined {
  if (text.includes(put)) return text;
  if (occurrences(text, find) !== 1) return undefined;
  const start = text.indexOf(find);
  const end = until === undefined ? start : text.indexOf(until, start + find.length);
  if (end < 0) return undefined;
  return text.slice(0, start) + put + text.slice(end + (until ?? find).length);
}

function afterSetting(text: string, name: string, value: string): string {
  const line = new RegExp(`^${name}=.*$`, 'm');
  if (line.test(text)) return text.replace(line, () => `${name}=${value}`);
  return `${text.replace(/\n*$/, '\n')}${name}=${value}\n`;
}

/** Returns the new text of the file (undefined if the file is removed), or the reason why the change cannot be made. */
function apply(change: Change, before: string | undefined): { text: string | undefined } | { misfit: string } {
  const { file } = change;
  if ('remove' in change) {
    return before === undefined || before.includes(change.remove)
      ? { text: undefined }
      : { misfit: `${file} is not the file that is to be removed.` };
  }
  if ('ours' in change) {
    const isExpected = before === undefined ? change.instead === undefined : before.includes(change.instead ?? '\0');
    return isExpected || before === change.ours
      ? { text: change.ours }
      : { misfit: `${file} is ${before === undefined ? 'missing' : 'not the file that is to be replaced'}.` };
  }
  if (before === undefined) return { misfit: `${file} is missing.` };
  if ('settings' in change) {
    return {
      text: Object.entries(change.settings).reduce((text, [name, value]) => afterSetting(text, name, value), before),
    };
  }
  let text = before;
  for (const edit of change.edits) {
    const edited = afterEdit(text, edit);
    if (edited === undefined) return { misfit: `${file} does not contain exactly once: ${edit.find.trim()}` };
    text = edited;
  }
  return { text };
}

/**
 * Computes the changes that a plan makes in a front end, without writing files. Applying a plan a second time changes
 * nothing.
 * @param read returns the text of a file, or undefined if the file does not exist
 */
export function outcomeOf(plan: readonly Change[], read: (file: string) => string | undefined): Outcome {
  const misfits: string[] = [];
  const changed: ChangedFile[] = [];
  for (const change of plan) {
    const before = read(change.file);
    const result = apply(change, before);
    if ('misfit' in result) misfits.push(result.misfit);
    else if (result.text !== before) changed.push({ file: change.file, before, after: result.text });
  }
  return misfits.length === 0 ? { fits: true, changed } : { fits: false, misfits };
}
