import { signal } from '@preact/signals';
import { texts } from '../language/language.ts';
import { Button } from './elements.tsx';
import { messageOf } from './load.tsx';

interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
  /** Called if the person presses the button that undoes what the notice says. */
  readonly undo?: () => unknown;
}

const notices = signal<readonly Notice[]>([]);
let last = 0;

/** Time for which a notice is shown, in milliseconds: without and with a button. */
const [shownMs, undoMs] = [6000, 10_000];

function show(notice: Omit<Notice, 'id'>): number {
  last += 1;
  if (notice.kind === 'error') dismissSuccesses();
  notices.value = [...notices.value.slice(-2), { ...notice, id: last }];
  return last;
}

const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

/**
 * Shows a short message for 6 seconds. Screen readers announce the message.
 * At most three messages are shown at the same time; a fourth message replaces the oldest. An error replaces the
 * messages about successes, because they would seem to be about the same action.
 */
export function notify(text: string, kind: Notice['kind'] = 'success'): void {
  const id = show({ kind, text });
  setTimeout(() => dismiss(id), shownMs);
}

/** Removes the messages about successes, unless they offer to undo something. A form calls this before it shows an error. */
export function dismissSuccesses(): void {
  notices.value = notices.value.filter(({ kind, undo }) => kind !== 'success' || undo !== undefined);
}

/**
 * Shows what was done for 10 seconds, with a button that undoes it.
 * @param undo does the opposite; if it fails, its error is shown
 */
export function notifyWithUndo(text: string, undo: () => Promise<unknown>): void {
  const id = show({
    kind: 'success',
    text,
    undo: async () => {
      dismiss(id);
      try {
        await undo();
        notify(texts().common.undone);
      } catch (error) {
        notify(messageOf(error), 'error');
      }
    },
  });
  setTimeout(() => dismiss(id), undoMs);
}

interface Postponed {
  /** The ids of what will disappear. Lists hide them at once. */
  readonly ids: readonly string[];
  /** What will be done, such as `3 articles are deleted.` */
  readonly text: string;
  readonly action: () => Promise<unknown>;
}

/** The actions that will be done, unless the person undoes them. */
const postponed = new Map<number, () => Promise<void>>();

/** The ids of what will disappear when a postponed action is done. Lists do not show them. */
export const disappearing = signal<ReadonlySet<string>>(new Set());

/**
 * Does something that cannot be undone after 10 seconds, unless the person presses the button of the notice before. The
 * browser asks before the page is closed in this time.
 */
export function postpone({ ids, text, action }: Postponed): void {
  const end = (): void => {
    clearTimeout(timer);
    dismiss(id);
    postponed.delete(id);
  };
  const showAgain = (): void => {
    disappearing.value = new Set([...disappearing.value].filter((each) => !ids.includes(each)));
  };
  const run = async (): Promise<void> => {
    end();
    try {
      await action();
    } catch (error) {
      notify(messageOf(error), 'error');
      showAgain();
    }
  };
  const timer = setTimeout(() => void run(), undoMs);
  const id = show({
    kind: 'success',
    text: `${text} ${texts().common.postponed}`,
    undo: () => {
      end();
      showAgain();
    },
  });
  disappearing.value = new Set([...disappearing.value, ...ids]);
  postponed.set(id, run);
}

/** Whether actions wait for the end of the time in which the person can undo them. */
export const hasPostponed = (): boolean => postponed.size > 0;

/** Does everything that was postponed now, for example before a log-out. */
export const runPostponed = async (): Promise<void> => {
  await Promise.all([...postponed.values()].map((run) => run()));
};

/** Shows the messages of `notify`, and the buttons that undo something. */
export function StatusRegion() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text, undo }) => (
        <p key={id} class={`notice notice-${kind}`}>
          {text} {undo === undefined ? undefined : <Button onClick={undo}>{texts().common.undo}</Button>}
        </p>
      ))}
    </div>
  );
}
