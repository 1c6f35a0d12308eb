/** One replacement in a file of a front end. */
interface Edit {
  /** Short text of the original file, which must occur exactly once. */
  readonly find: string;
  /** If present, everything from `find` to the end of the first occurrence of this text behind it is replaced. */
  readonly until?: string;
  /** The text in its place. It must not occur in the original, because it shows later that the edit was made. */
  readonly put: string;
}

/** The change of one file of a front end. Paths are relative to its root. */
export type Change =
  | { readonly file: string; readonly edits: readonly Edit[] }
  /** Values of variables in a `.env` file; a missing variable is added at the end. */
  | { readonly file: string; readonly settings: Readonly<Record<string, string>> }
  /** Our own file. An original in its place is replaced only if it contains `instead`. */
  | { readonly file: string; readonly ours: string; readonly instead?: string }
  /** Removes a file, if it contains this text. */
  | { readonly file: string; readonly remove: string };

/** A file before and after; undefined where there is none. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type Outcome =
  | { readonly fits: true; readonly changed: readonly ChangedFile[] }
  /** A sentence for each place that is not as expected. */
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

/** @returns the text of the file afterwards, undefined to remove it, or an explanation why the change does not fit */
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
 * Computes what a plan does to a front end, without writing anything. Applied to its own result it changes nothing.
 * @param read returns the text of a file, undefined if there is none
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
