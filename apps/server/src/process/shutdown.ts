import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

/** Maximum time that requests in flight may take after the grace period, in milliseconds. */
const requestsMs = 7500;
/**
 * Maximum time for closing everything after the requests, in milliseconds. The time is limited, because connections to
 * a frozen database never close.
 */
const closingMs = 1000;
/**
 * How long idle connections stay open after the server has stopped listening, in milliseconds. A client may just have
 * sent a request over such a connection. If the grace period is shorter, they stay open only for its length.
 */
const quietMs = 500;
const sweepMs = 50;
const quietIterations = 2;
const maxQueueMs = 4000;

/**
 * Returns an abort signal, which the first SIGTERM or SIGINT aborts. The process exits at the latest 8.5 s after the
 * grace period. A second SIGTERM or SIGINT ends it immediately.
 */
export function stopSignal(graceMs: number): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    setTimeout(() => process.exit(0), graceMs + requestsMs + closingMs).unref();
    stopping.abort();
  };
  process.on('SIGTERM', stop);
  // A worker ignores SIGINT. A terminal sends SIGINT to all processes, and then the supervisor sends SIGTERM to its
  // workers.
  process.on('SIGINT', cluster.isWorker ? () => undefined : stop);
  // A worker with nothing left to do must end, although its channel to the supervisor is open.
  process.channel?.unref();
  return stopping.signal;
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** The state of a service, which its parts read for every request. */
export class ServiceState {
  /** Whether the service serves all its routes. */
  isServing = false;
  /** Whether each response closes its connection. */
  closesConnections = false;
  #isStopping = false;

  /** Must be called when the service has started. Has no effect if it already stops. */
  started(): void {
    this.isServing = !this.#isStopping;
  }

  stop(): void {
    this.#isStopping = true;
    this.isServing = false;
    this.closesConnections = true;
  }
}

/** Functions that close what was opened, in the order in which it was opened. */
export type CloseSteps = (() => Promise<void>)[];

/**
 * Removes the steps and calls them, beginning with the last one. A step that fails does not prevent the others.
 * @returns the errors of the steps
 */
export async function closeAll(steps: CloseSteps): Promise<readonly unknown[]> {
  const failed: unknown[] = [];
  for (const step of steps.splice(0).toReversed()) await step().catch((error: unknown) => failed.push(error));
  return failed;
}

/**
 * Closes a server without losing a request. During the first `graceMs` milliseconds (the grace period), the server still
 * listens, so that clients and load balancers receive a clear refusal instead of a broken connection. In this time each
 * response closes its connection. Then the server accepts the connections that are still queued, and stops listening. It
 * waits for the requests in flight and closes idle connections. At the latest 7.5 s after the grace period, it closes all
 * connections.
 * @param state of a service that stops
 * @param endStreams ends the responses that would not end by themselves
 */
export async function closeServer(
  server: Server,
  state: ServiceState,
  graceMs: number,
  endStreams: () => void = () => undefined,
): Promise<void> {
  if (graceMs > 0) await sleep(graceMs);
  const hard = setTimeout(() => server.closeAllConnections(), requestsMs);
  // Until the queue of new connections is empty, responses keep connections open. Otherwise clients would replace each
  // closed connection by a new one, and the queue of a busy server would never become empty.
  state.closesConnections = false;
  await emptyQueue(server);
  // Not `server.close()`: it closes connections whose request has arrived but has not been read yet.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  state.closesConnections = true;
  // The server accepts no connections any more, so the clients of the ended streams connect to another process.
  endStreams();
  await Promise.race([closed, sleep(Math.min(quietMs, graceMs))]);
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(hard);
}

/**
 * Waits until the queue of new connections is empty, because queued connections would be reset when the server stops
 * listening. Node accepts one connection in each iteration of the event loop, so the queue is empty if two iterations
 * accept none. Waits at most `maxQueueMs`.
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
