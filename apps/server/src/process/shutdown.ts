import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How long requests in flight may take after the grace period, in milliseconds. */
const requestsMs = 7500;
/** How long closing may take after that: a frozen database would keep its connections open for ever. */
const closingMs = 1000;
/** How long a connection stays idle before it is closed, where there is a grace: a request may be on its way. */
const quietMs = 500;
const sweepMs = 50;
const quietTurns = 2;
const longestQueueMs = 4000;

/**
 * Aborted by the first SIGTERM or SIGINT. The process then has time to end by itself, within 10 s where the grace is short;
 * a second signal ends it at once, by the default action.
 */
export function stopSignal(graceMs: number): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    setTimeout(() => process.exit(0), graceMs + requestsMs + closingMs).unref();
    stopping.abort();
  };
  process.on('SIGTERM', stop);
  // The terminal tells a worker too, and so does the process that started it: the second time it would end at once.
  process.on('SIGINT', cluster.isWorker ? () => undefined : stop);
  // A worker ends when it has nothing left to do, as any process does.
  process.channel?.unref();
  return stopping.signal;
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The state of a stop, for the rest of the service. */
export class Drain {
  hasBegun = false;
  /** Whether each response closes its connection. */
  closesConnections = false;

  begin(): void {
    this.hasBegun = true;
    this.closesConnections = true;
  }
}

/**
 * Closes a server without losing a request. It continues to serve for `graceMs`: load balancers see that it is not ready, and
 * each response closes its connection. Then it stops listening, waits for the requests in flight and closes idle connections;
 * at the end it closes all connections.
 */
export async function closeServer(server: Server, drain: Drain, graceMs: number): Promise<void> {
  drain.begin();
  if (graceMs > 0) await sleep(graceMs);
  const hard = setTimeout(() => server.closeAllConnections(), requestsMs);
  // A client whose connection is closed opens another one, so the queue of a busy server would never become empty.
  drain.closesConnections = false;
  await emptyQueue(server);
  // Not `server.close()`: it closes connections whose request has arrived but has not been read yet.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  drain.closesConnections = true;
  await Promise.race([closed, sleep(Math.min(quietMs, graceMs))]);
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(hard);
}

/**
 * Resolves when no connection was accepted during two turns of the event loop. Connections that still wait when a server stops
 * listening are reset, and Node accepts one connection in each turn.
 */
async function emptyQueue(server: Server): Promise<void> {
  const end = performance.now() + longestQueueMs;
  let quietCount = 0;
  const countAgain = (): void => void (quietCount = -1);
  server.on('connection', countAgain);
  while (quietCount < quietTurns && performance.now() < end) {
    await nextTurn();
    quietCount += 1;
  }
  server.off('connection', countAgain);
}
