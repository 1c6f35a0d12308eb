import { PortcullisError } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { textOfReason } from '../language/service-messages.ts';
import { Button } from './elements.tsx';

/**
 * An error that does not come from the service, such as an invalid time or a cancelled dialog. If `field` is undefined,
 * the error concerns the entire form.
 */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly field: string | undefined;

  constructor(field: string | undefined, message: string) {
    super(message);
    this.field = field;
  }
}

/** @returns the text to show for a failed request: usually the message of the service, which is written for people. */
export function messageOf(error: unknown): string {
  const text = texts().common;
  if (!(error instanceof PortcullisError)) return text.unreachable;
  if (error.reason === 'role-required' || error.reason === 'permission-required') return text.forbidden;
  return textOfReason(error.reason) ?? error.message;
}

export interface Loaded<Data> {
  /** The most recently loaded data. It remains available while newer data is being loaded. */
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/**
 * Loads data when the component appears and whenever `dependencies` change; an outdated response is ignored.
 * @param load called with a signal that is aborted when the response is no longer needed
 */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  dependencies: readonly (string | number | boolean | undefined)[],
): Loaded<Data> {
  const [state, setState] = useState<{ data?: Data; error?: unknown; isLoading: boolean }>({ isLoading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    async function run(): Promise<void> {
      try {
        const data = await load(controller.signal);
        if (!controller.signal.aborted) setState({ data, isLoading: false });
      } catch (error) {
        if (!controller.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      }
    }
    void run();
    return () => controller.abort();
  }, [...dependencies, round]);
  return {
    data: state.data,
    error: state.error,
    isLoading: state.isLoading,
    reload: () => setRound((number) => number + 1),
  };
}

export const isMissing = (error: unknown): boolean => error instanceof PortcullisError && error.status === 404;

export function Loading() {
  return (
    <p class="state" role="status">
      {texts().common.loading}
    </p>
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
      <p class="state-title">{text.empty}</p>
      <p>{hint ?? text.emptyHint}</p>
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
      {requestId === undefined ? undefined : <p class="quiet">{text.requestId({ id: requestId })}</p>}
      {onRetry === undefined ? undefined : <Button onClick={onRetry}>{text.retry}</Button>}
    </div>
  );
}

/** Shows loaded data. While there is no data, shows that it is being loaded. If loading has failed, shows the error. */
export function LoadBoundary<Data>({
  of,
  children,
}: {
  readonly of: Loaded<Data>;
  readonly children: (data: Data) => ComponentChildren;
}) {
  if (of.error !== undefined && of.data === undefined) return <Failure error={of.error} onRetry={of.reload} />;
  if (of.data === undefined) return <Loading />;
  return (
    <div aria-busy={of.isLoading} class={of.isLoading ? 'is-loading' : undefined}>
      {of.error === undefined ? undefined : <Failure error={of.error} onRetry={of.reload} />}
      {children(of.data)}
    </div>
  );
}
