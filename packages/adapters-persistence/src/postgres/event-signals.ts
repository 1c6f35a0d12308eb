import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Tells the processes of one database that events were recorded. A signal may get lost, so a receiver polls as well. */
export interface EventSignals {
  /** Tells the other processes. Returns at once. */
  readonly send: () => void;
  /** Calls `received` after the signal of another process, and when the connection was opened again. */
  readonly listen: (received: () => void) => void;
  readonly close: () => Promise<void>;
}

/** For a database that only this process uses. */
export const noSignals: EventSignals = {
  send: () => undefined,
  listen: () => undefined,
  close: async () => undefined,
};

const channel = 'portcullis_events';
/** The least time between two signals, in milliseconds. */
const intervalMs = 20;
const reconnectMs = { first: 500, longest: 30_000 };

/**
 * Signals with LISTEN, on one connection that is opened for it, and NOTIFY. A NOTIFY locks all others on the server while its
 * transaction commits, so it has a transaction of its own, which does not wait for the disk, and one signal stands for all
 * events since the last one.
 * @param execute executes a statement without parameters
 */
export function eventSignals(config: () => pg.ClientConfig, execute: (text: string) => Promise<unknown>): EventSignals {
  const own = randomUUID();
  const notify = `SELECT pg_notify('${channel}', '${own}')`;
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
    // Polling finds the events if the signal is lost.
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
