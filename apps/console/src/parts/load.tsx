import { PortcullisError } from '@portcullis/client';
import { fieldMessage, textOfReason } from '../language/service-messages.ts';
import { texts } from '../language/language.ts';
import { createContext, Fragment, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, fieldName } from './elements.tsx';

/**
 * Returns a text as it was when it had not changed for some time.
 * @param pause this time in milliseconds
 */
export function useSettled(typed: string, pause: number): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

/** Returns a function that loads something once. After a failure, the next call loads it again. */
export function once<Data>(load: () => Promise<Data>): () => Promise<Data> {
  let loaded: Promise<Data> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** A change that the service has reported while the page is open. */
export interface ReportedChange {
  /** The kind of the changed resource, such as `user`. Undefined if messages may have been missed. */
  readonly kind: string | undefined;
  readonly id: string | undefined;
  /** The name of the account that caused the change; undefined if the service did, or if it is not known. */
  readonly by: string | undefined;
  /** Whether the person who is logged in caused the change, in this tab or elsewhere. */
  readonly isOwn: boolean;
}

type Listener = (change: ReportedChange) => void;

const listeners = new Set<Listener>();

/** Reports a change to the parts of the page that show the resource. */
export function reportChange(change: ReportedChange): void {
  for (const listener of listeners) listener(change);
}

/** Calls a function with each change that is reported. @returns a function that ends this */
export function onReportedChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether a change may concern a resource, or, without an id, any resource of a kind. */
export const concerns =
  (kind: string, id?: string) =>
  (change: ReportedChange): boolean =>
    change.kind === undefined || (change.kind === kind && (id === undefined || change.id === id));

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * An error that does not come from the service, such as an invalid time or a cancelled dialog. If `field` is undefined,
 * the error concerns the entire form.
 */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly field: string | undefined;
  /** The errors of other fields. */
  readonly further: readonly FieldError[];

  constructor(field: string | undefined, message: string, further: readonly FieldError[] = []) {
    super(message);
    this.field = field;
    this.further = further;
  }
}

/** Returns what is wrong with the value of a field, with the label of the field if the message does not name it. */
export function fieldErrorText({ field, message }: FieldError, label = fieldName(field)): string {
  const text = fieldMessage(message);
  return field === '' || text.split(/[\s:,]+/u).includes(field) ? text : `${label}: ${text}`;
}

/** @returns the text to show for a failed request: usually the message of the service, which is written for people. */
export function messageOf(error: unknown): string {
  const text = texts().common;
  if (!(error instanceof PortcullisError)) return text.unreachable;
  if (error.reason === 'role-required' || error.reason === 'permission-required') return text.forbidden;
  const details = Array.isArray(error.errors) ? error.errors.map((each) => fieldErrorText(each)) : [];
  const message = [textOfReason(error.reason) ?? error.message, ...details].join(' ');
  const { status, retryAfterSeconds } = error;
  if (status !== 429 || retryAfterSeconds === undefined) return message;
  return `${message} ${text.retryIn({ seconds: retryAfterSeconds })}`;
}

/** Pauses before failed data is loaded again without a click, in milliseconds. Each pause is twice as long. */
const [firstPauseMs, longestPauseMs] = [2000, 30_000];

/** Whether loading may succeed later without a change by the person: the service did not answer, or was overloaded. */
const isTemporary = (error: unknown): boolean =>
  error !== undefined && (error instanceof PortcullisError ? error.status >= 502 : !(error instanceof InvalidInput));

export interface Loaded<Data> {
  /** The most recently loaded data. It remains available while newer data is being loaded. */
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Newer data that the page does not show yet, because somebody else has changed it. */
  readonly update: Update<Data> | undefined;
  /** Shows the newer data. */
  readonly takeUpdate: () => void;
  /** Changes when newer data was taken. Forms that were created from the earlier data must then be created again. */
  readonly revision: number;
  /** Who has changed the data that was taken last; undefined if none was taken. */
  readonly taken: TakenUpdate | undefined;
}

/** An update that the person has asked to see. `by` is undefined if it is not known who made it. */
export interface TakenUpdate {
  readonly by: ReportedChange['by'];
}

/** The update that the surrounding part of the page shows. Forms in it show what conflicts with their unsaved values. */
export const shownUpdate = createContext<TakenUpdate | undefined>(undefined);

/** Data that is newer than what a page shows, and the name of who has changed it; undefined if this is not known. */
interface Update<Data> {
  readonly data: Data;
  readonly by: ReportedChange['by'];
}

/** Pause before data is read again after a reported change, in milliseconds, because changes come in groups. */
const settleMs = 250;

/**
 * Loads data when the component appears and whenever `dependencies` change; an outdated response is ignored. If the
 * service does not respond, the data is loaded again after a pause, and as soon as the browser is online again. After a
 * reported change of others, the data is read again, and is an update if it differs.
 * @param load called with a signal that is aborted when the response is no longer needed
 * @param isConcerned returns whether a reported change may concern the data
 * @param showsOwnChanges whether changes that the person has made elsewhere are shown without being an update
 */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: readonly (string | number | boolean | undefined)[],
  isConcerned: (change: ReportedChange) => boolean = () => false,
  showsOwnChanges = true,
): Loaded<Data> {
  const [state, setState] = useState<{ data?: Data; error?: unknown; isLoading: boolean }>({ isLoading: true });
  const [round, setRound] = useState(0);
  const [update, setUpdate] = useState<Update<Data> | undefined>(undefined);
  const [revision, setRevision] = useState(0);
  const [taken, setTaken] = useState<TakenUpdate | undefined>(undefined);
  const latest = useRef({ data: state.data, load, isConcerned });
  latest.current = { data: state.data, load, isConcerned };
  const failures = useRef(0);
  // Other effects run after the next frame. A page that loads in steps would lose a frame with each of them.
  useLayoutEffect(() => {
    failures.current = 0;
  }, dependencies);
  useLayoutEffect(() => {
    const controller = new AbortController();
    setState((before) => (before.isLoading ? before : { ...before, isLoading: true }));
    async function run(): Promise<void> {
      try {
        const data = await load(controller.signal);
        if (controller.signal.aborted) return;
        failures.current = 0;
        setUpdate(undefined);
        setTaken(undefined);
        setState({ data, isLoading: false });
      } catch (error) {
        if (!controller.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      }
    }
    void run();
    return () => controller.abort();
  }, [...dependencies, round]);
  useEffect(() => {
    if (state.isLoading || !isTemporary(state.error)) return undefined;
    const retry = (): void => setRound((number) => number + 1);
    const timer = setTimeout(retry, Math.min(firstPauseMs * 2 ** failures.current, longestPauseMs));
    failures.current += 1;
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [state]);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = async ({ by, isOwn }: ReportedChange): Promise<void> => {
      try {
        const data = await latest.current.load(controller.signal);
        if (controller.signal.aborted || JSON.stringify(data) === JSON.stringify(latest.current.data)) return;
        // The person knows about own changes. Forms keep what they show.
        if (isOwn && showsOwnChanges) setState({ data, isLoading: false });
        else setUpdate({ data, by });
      } catch (error) {
        // Other errors are ignored: the page goes on showing what it has shown.
        if (!controller.signal.aborted && isMissing(error)) setState((before) => ({ ...before, error }));
      }
    };
    const stop = onReportedChange((change) => {
      if (latest.current.data === undefined || !latest.current.isConcerned(change)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void readAgain(change), settleMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      controller.abort();
    };
  }, dependencies);
  return {
    data: state.data,
    error: state.error,
    isLoading: state.isLoading,
    reload: () => setRound((number) => number + 1),
    update,
    takeUpdate: () => {
      if (update === undefined) return;
      setState({ data: update.data, isLoading: false });
      setRevision((number) => number + 1);
      setTaken({ by: update.by });
      setUpdate(undefined);
    },
    revision,
    taken,
  };
}

export const isMissing = (error: unknown): boolean => error instanceof PortcullisError && error.status === 404;

/** The form of what is being loaded: the panels of a screen, or a number of rows. */
export type Skeleton = 'panels' | number;

/** Number of panels, and of lines in each of them, for which space is kept. */
const [skeletonPanels, skeletonLines] = [4, 5];

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, line) => <span key={line} class="skeleton-line" />);

/**
 * Says that data is being loaded. With a skeleton, keeps about the space that the data will need, so that nothing moves
 * when it arrives.
 */
export function Loading({ skeleton }: { readonly skeleton?: Skeleton | undefined }) {
  const isPlain = skeleton === undefined;
  return (
    <>
      <p class={isPlain ? 'state' : 'state visually-hidden'} role="status">
        {texts().common.loading}
      </p>
      {isPlain ? undefined : (
        <div class={skeleton === 'panels' ? 'skeleton panels' : 'skeleton'} aria-hidden="true">
          {skeleton === 'panels'
            ? Array.from({ length: skeletonPanels }, (_, panel) => (
                <div key={panel} class="panel">
                  {linesOf(skeletonLines)}
                </div>
              ))
            : linesOf(skeleton)}
        </div>
      )}
    </>
  );
}

export function Empty({
  hint,
  children,
}: {
  readonly hint?: string | undefined;
  readonly children?: ComponentChildren;
}) {
  const text = texts().common;
  return (
    <div class="state">
      <p class="state-title">{hint ?? text.empty}</p>
      {hint === undefined ? <p>{text.emptyHint}</p> : undefined}
      {children}
    </div>
  );
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const text = texts().common;
  const requestId = error instanceof PortcullisError ? error.requestId : undefined;
  return (
    <div class="state state-failure" role="alert">
      <p class="state-title">{isMissing(error) ? text.missing : text.failed}</p>
      <p>{messageOf(error)}</p>
      {isTemporary(error) ? <p class="quiet">{text.retrying}</p> : undefined}
      {requestId === undefined ? undefined : <p class="quiet">{text.requestId({ id: requestId })}</p>}
      {onRetry === undefined ? undefined : <Button onClick={onRetry}>{text.retry}</Button>}
    </div>
  );
}

/** Says who has changed what the page shows, and offers to show it. */
export function UpdateNotice({ by, onTake }: { readonly by: ReportedChange['by']; readonly onTake: () => void }) {
  const text = texts().common;
  return (
    <p class="notice-line update-notice" role="status">
      {by === undefined ? text.changedBySomebody : text.changedBy({ name: by })}{' '}
      <Button onClick={onTake}>{text.showNewState}</Button>
    </p>
  );
}

/**
 * Shows loaded data. While there is no data, shows that it is being loaded. If loading has failed, shows the error. If
 * somebody else has changed the data, says so. When the person takes the newer data, everything inside is created again;
 * forms with unsaved changes keep them.
 */
export function LoadBoundary<Data>({
  of,
  skeleton,
  children,
}: {
  readonly of: Loaded<Data>;
  readonly skeleton?: Skeleton;
  readonly children: (data: Data) => ComponentChildren;
}) {
  if (of.error !== undefined && of.data === undefined) return <Failure error={of.error} onRetry={of.reload} />;
  if (of.data === undefined) return <Loading skeleton={skeleton} />;
  return (
    <div aria-busy={of.isLoading} class={of.isLoading ? 'is-loading' : undefined}>
      {of.error === undefined ? undefined : <Failure error={of.error} onRetry={of.reload} />}
      <shownUpdate.Provider value={of.taken}>
        <Fragment key={of.revision}>{children(of.data)}</Fragment>
      </shownUpdate.Provider>
      {of.update === undefined ? undefined : <UpdateNotice by={of.update.by} onTake={of.takeUpdate} />}
    </div>
  );
}
