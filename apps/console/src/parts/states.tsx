import { PortcullisError } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { messageOf } from './errors.ts';
import { isMissing, type Loaded } from './load.ts';
import { commonMessages } from './messages.ts';
import { Button } from './button.tsx';

export function Loading() {
  return (
    <p class="state" role="status">
      {commonMessages().loading}
    </p>
  );
}

export function Empty({ hint, children }: { readonly hint?: string; readonly children?: ComponentChildren }) {
  const text = commonMessages();
  return (
    <div class="state">
      <p class="state-title">{text.empty}</p>
      <p>{hint ?? text.emptyHint}</p>
      {children}
    </div>
  );
}

function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const text = commonMessages();
  const requestId = error instanceof PortcullisError ? error.requestId : undefined;
  return (
    <div class="state state-failure" role="alert">
      <p class="state-title">{isMissing(error) ? text.missing : text.failed}</p>
      <p>{messageOf(error)}</p>
      {requestId === undefined ? undefined : <p class="quiet">{text.requestId(requestId)}</p>}
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
