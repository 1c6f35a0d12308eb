import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Button } from './elements.tsx';
import { messageOf } from './load.tsx';
import type { ComponentChildren } from 'preact';

export interface Question {
  /** The question, such as `Delete the user ada?` */
  readonly title: string;
  /** The consequence, in full sentences. */
  readonly consequence: string;
  /** Further content, such as a comparison, which the dialog shows below the consequence. */
  readonly details?: ComponentChildren;
  /** The label of the button that confirms: a verb such as `Delete`. */
  readonly action: string;
  /** True if nothing is lost by what the person confirms. */
  readonly isHarmless?: boolean;
  /** True if the details need much space, such as a comparison of texts. */
  readonly isWide?: boolean;
  /** The label of the other button. Default: `Cancel`. */
  readonly refusal?: string;
}

export const askedQuestion = signal<(Question & { readonly decide: (confirmed: boolean) => void }) | undefined>(
  undefined,
);

/** Asks the person to confirm a destructive action. @returns whether the person confirmed the action */
export const confirmFirst = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    askedQuestion.value = {
      ...question,
      decide: (confirmed) => {
        askedQuestion.value = undefined;
        resolve(confirmed);
      },
    };
  });

interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
  /** When what the text says will happen, in milliseconds of the clock. Without it, the text says what has happened. */
  readonly at?: number;
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
  /** What will be done, such as `Deleting 3 tags`. The notice counts the seconds until then. */
  readonly doing: string;
  /** What was done, such as `3 tags were deleted.` */
  readonly done: string;
  /** @returns false if not everything was done; the person then knows already why not, and what is left is shown again */
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
export function postpone({ ids, doing, done, action }: Postponed): void {
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
      if ((await action()) === false) showAgain();
      else notify(done);
    } catch (error) {
      notify(messageOf(error), 'error');
      showAgain();
    }
  };
  const timer = setTimeout(() => void run(), undoMs);
  const id = show({
    kind: 'success',
    text: doing,
    at: Date.now() + undoMs,
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

/** Says what will happen in how many seconds. Screen readers announce only the first number. */
function Countdown({ action, at }: { readonly action: string; readonly at: number }) {
  const secondsLeft = (): number => Math.max(0, Math.ceil((at - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  const { postponed: sentence } = texts().common;
  return (
    <>
      <span class="visually-hidden">{sentence({ action, seconds: undoMs / 1000 })}</span>
      <span aria-hidden="true">{sentence({ action, seconds })}</span>
    </>
  );
}

/** Shows the messages of `notify`, and the buttons that undo something. */
export function StatusRegion() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text, at, undo }) => (
        <p key={id} class={`notice notice-${kind}`}>
          {at === undefined ? text : <Countdown action={text} at={at} />}{' '}
          {undo === undefined ? undefined : <Button onClick={undo}>{texts().common.undo}</Button>}
        </p>
      ))}
    </div>
  );
}
