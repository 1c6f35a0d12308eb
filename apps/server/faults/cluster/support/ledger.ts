import { setTimeout as sleep } from 'node:timers/promises';
import { operationsWithoutEvent, type SendWrite, type SentWrite } from '../../../stress/support/write-requests.ts';
import { unique } from '../../../test/support/service.ts';

/** A write and all attempts to make it, which have the same Idempotency-Key and ids of their own. */
export interface Write {
  readonly operation: string;
  readonly hasKey: boolean;
  readonly attempts: readonly SentWrite[];
}

/** The writes of a run, with their responses. */
export class Ledger {
  readonly writes: Write[] = [];
  /** When writes were acknowledged, by `performance.now()`, in ascending order. */
  readonly acknowledgedAt: number[] = [];

  acknowledged(): void {
    this.acknowledgedAt.push(performance.now());
  }
}

/** The pause between two attempts, in milliseconds. */
const pauseMs = 500;

const succeeded = ({ status }: SentWrite): boolean => status >= 200 && status < 300;

/**
 * Whether the response leaves open what happened, so that the same request is sent again: the connection broke, a proxy
 * could not reach the service, the service or its database failed, or an earlier attempt is still being executed.
 */
const isOpen = ({ status, reason }: SentWrite): boolean =>
  status === 0 || status === 429 || status >= 500 || reason === 'idempotency-key-in-use';

/** Returns a function that sends a write until its outcome is known, and notes all attempts. */
export const persistent =
  (send: SendWrite, ledger: Ledger, over: AbortSignal): SendWrite =>
  async (operation, method, path, body, headers = {}) => {
    const attempts: SentWrite[] = [];
    // The response contains a secret, so it is not stored.
    const hasKey = method === 'POST' && operation !== 'createWebhook';
    ledger.writes.push({ operation, hasKey, attempts });
    const key = hasKey ? { 'Idempotency-Key': unique('key-') } : {};
    for (;;) {
      const sent = await send(operation, method, path, body, { ...headers, ...key });
      attempts.push(sent);
      if (succeeded(sent)) ledger.acknowledged();
      if (!isOpen(sent) || over.aborted) return sent;
      await sleep(pauseMs);
    }
  };

/** The faults of the writes of a run. Each list names the operations. */
export interface Verdict {
  readonly attempts: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly refusedButDone: readonly string[];
  readonly unknown: number;
  readonly refusals: readonly string[];
}

/** Operations of the cluster's load that may succeed without an event, because what they set may be set already. */
const mayChangeNothing = new Set([...operationsWithoutEvent, 'setRoles']);

/** Returns when a request was sent, in the form of the logs of PostgreSQL. */
const timeOf = (sent: SentWrite | undefined): string =>
  new Date(performance.timeOrigin + (sent?.began ?? 0)).toISOString();

/** The outcome of these attempts is not known to the client, so they may or may not have had an effect. */
const isUnknown = ({ status, reason }: SentWrite): boolean =>
  status === 0 || reason === 'outcome-unknown' || (status >= 500 && reason === '');

/**
 * Compares the writes with the events, which every write records in its own transaction.
 * @param effective the ids of the requests that have events
 */
export function judge(writes: readonly Write[], effective: ReadonlySet<string>): Verdict {
  const hasEffect = ({ requestId }: SentWrite): boolean => effective.has(requestId);
  const attempts = writes.flatMap((write) => write.attempts);
  const refused = attempts.filter((sent) => !succeeded(sent) && !isUnknown(sent));
  const acknowledged = writes.filter((write) => write.attempts.some(succeeded));
  return {
    attempts: attempts.length,
    acknowledged: acknowledged.length,
    lost: acknowledged
      .filter(({ operation, attempts: all }) => !mayChangeNothing.has(operation) && !all.some(hasEffect))
      .map(({ operation, attempts: all }) => `${operation} at ${timeOf(all.at(-1))}`),
    twice: writes
      .filter(({ hasKey, attempts: all }) => hasKey && all.filter(hasEffect).length > 1)
      .map(({ operation }) => operation),
    refusedButDone: refused
      .filter(hasEffect)
      .map(({ operation, status, reason }) => `${operation}: ${status} ${reason}`),
    unknown: attempts.filter(isUnknown).length,
    refusals: refused.map(({ status, reason }) => `${status} ${reason}`),
  };
}
