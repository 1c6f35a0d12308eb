import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ExecuteQuery } from './connections.ts';

/**
 * Signals that tell the other processes with the same database that events were recorded. A signal may get lost, so
 * receivers must also poll.
 */
export interface EventSignals {
  /** Notifies the other processes. Returns immediately. */
  readonly send: () => void;
  /** Calls `received` after each signal from another process, and each time the connection for signals is opened. */
  readonly listen: (received: () => void) => void;
  readonly close: () => Promise<void>;
}

/** Signals that do nothing, for a database that only this process uses. */
export const noSignals: EventSignals = {
  send: () => undefined,
  listen: () => undefined,
  close: async () => undefined,
};

const channel = 'portcullis_events';
/** Minimum time between two signals, in milliseconds. */
const intervalMs = 20;
const reconnectMs = { first: 500, longest: 30_000 };

/**
 * Creates signals that are sent with NOTIFY and received with LISTEN on a separate connection. While a transaction with
 * a NOTIFY commits, all other transactions with a NOTIFY on the server wait. Each NOTIFY is therefore sent in a
 * separate transaction that does not wait for the disk. One signal is sent for all events since the previous signal.
 */
export function eventSignals(config: () => pg.ClientConfig, execute: ExecuteQuery): EventSignals {
  const own = randomUUID();
  const notify = { text: `SELECT pg_notify('${channel}', '${own}')` };
  let isSending = false;
  let isAgain = false;
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const sent = (): void => {
    isSending = false;
    if (isAgain) send();
  };

  const send = (): void => {
    isAgain = isSending;
    if (isSending || isClosed) return;
    isSending = true;
    // Errors are ignored, because polling finds the events if a signal is lost.
    void execute(notify)
      .catch(() => undefined)
      .finally(() => setTimeout(sent, intervalMs).unref());
  };

  const listen = (received: () => void, pauseMs = reconnectMs.first): void => {
    let hasEnded = false;
    const opening = new pg.Client({ ...config(), keepAlive: true });
    const ended = (nextPauseMs: number): void => {
      if (hasEnded) return;
      hasEnded = true;
      void opening.end().catch(() => undefined);
      if (!isClosed) timer = setTimeout(() => listen(received, nextPauseMs), pauseMs).unref();
    };
    const longer = Math.min(2 * pauseMs, reconnectMs.longest);
    let nextPauseMs = longer;
    opening.on('error', () => ended(nextPauseMs)).on('end', () => ended(nextPauseMs));
    opening.on('notification', ({ payload }) => {
      if (payload !== own) received();
    });
    client = opening;
    const begin = async (): Promise<void> => {
      await opening.connect();
      await opening.query(`LISTEN ${channel}`);
      nextPauseMs = reconnectMs.first;
      received();
    };
    begin().catch(() => ended(longer));
  };

  return {
    send,
    listen: (received) => listen(received),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
