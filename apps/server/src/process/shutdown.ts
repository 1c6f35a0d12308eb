import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

/** Maximum time that requests in flight may take after the grace period, in milliseconds. */
const requestsMs = 7500;
/** Maximum time that closing may take after that, in milliseconds, because connections to a frozen database would never close. */
const closingMs = 1000;
/** How long idle connections stay open, in milliseconds, because a client may just be sending a request on one of them. */
const quietMs = 500;
const sweepMs = 50;
const quietIterations = 2;
const maxQueueMs = 4000;

/**
 * Returns a signal that the first SIGTERM or SIGINT aborts. If the process has not ended by itself 8.5 s after the grace
 * period, it is ended; a second signal ends it immediately.
 */
export function stopSignal(graceMs: number): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    setTimeout(() => process.exit(0), graceMs + requestsMs + closingMs).unref();
    stopping.abort();
  };
  process.on('SIGTERM', stop);
  // A worker ignores SIGINT: the terminal sends SIGINT to all processes, and the supervisor then sends SIGTERM to its workers.
  process.on('SIGINT', cluster.isWorker ? () => undefined : stop);
  // The channel to the supervisor must not keep a worker running that has nothing left to do.
  process.channel?.unref();
  return stopping.signal;
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The state of the shutdown. Other parts of the service read it. */
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
 * @param endStreams ends the responses that would not end by themselves
 */
export async function closeServer(
  server: Server,
  drain: Drain,
  graceMs: number,
  endStreams: () => void = () => undefined,
): Promise<void> {
  drain.begin();
  if (graceMs > 0) await sleep(graceMs);
  const hard = setTimeout(() => server.closeAllConnections(), requestsMs);
  // A client whose connection is closed opens another one, so the queue of a busy server would never become empty.
  drain.closesConnections = false;
  await emptyQueue(server);
  // Not `server.close()`: it closes connections whose request has arrived but has not been read yet.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  drain.closesConnections = true;
  // The server accepts no connections any more, so clients whose streams end now connect to another process.
  endStreams();
  await Promise.race([closed, sleep(Math.min(quietMs, graceMs))]);
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(hard);
}

/**
 * Resolves when no connection was accepted in two iterations of the event loop. Connections that wait when a server stops
 * listening are reset, and Node accepts one connection in each iteration.
 */
async function emptyQueue(server: Server): Promise<void> {
  const end = performance.now() + maxQueueMs;
  let quietCount = 0;
  const resetCount = (): void => void (quietCount = -1);
  server.on('connection', resetCount);
  while (quietCount < quietIterations && performance.now() < end) {
    await nextIteration();
    quietCount += 1;
  }
  server.off('connection', resetCount);
}
