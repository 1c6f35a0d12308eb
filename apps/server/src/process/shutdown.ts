import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** What the requests in flight may take after the grace, in milliseconds. */
const patienceMs = 7500;
/** What the rest may take after that: a database that is frozen would keep its connections for good. */
const goodbyeMs = 1000;
/** How long a connection stays idle before it is closed, where there is a grace: a request may be on its way. */
const quietMs = 500;
const sweepMs = 50;
const quietTurns = 2;
const longestQueueMs = 4000;

/**
 * Aborted by the first SIGTERM or SIGINT. The process then has time to end by itself, within 10 s where the grace is short;
 * a second signal ends it at once, as if nobody listened.
 */
export function stopSignal(graceMs: number): AbortSignal {
  const stopping = new AbortController();
  const stop = (): void => {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    setTimeout(() => process.exit(0), graceMs + patienceMs + goodbyeMs).unref();
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

/** What the rest of the service learns of a stop. */
export class Drain {
  hasBegun = false;
  /** Whether each answer ends its connection. */
  closesConnections = false;

  begin(): void {
    this.hasBegun = true;
    this.closesConnections = true;
  }
}

/**
 * Lets a server go without losing a request. For `graceMs` it goes on serving while it drains: balancers see that it is not
 * ready any more, and clients that their connections end with the next answer. Then it stops listening, lets the requests in
 * flight finish, and closes what stays idle; in the end, everything.
 */
export async function closeServer(server: Server, drain: Drain, graceMs: number): Promise<void> {
  drain.begin();
  if (graceMs > 0) await sleep(graceMs);
  const hard = setTimeout(() => server.closeAllConnections(), patienceMs);
  // Whoever is hung up on comes back by another connection, and so a server that is busy would never be rid of them.
  drain.closesConnections = false;
  await emptyQueue(server);
  // Not `server.close()`, which hangs up on whoever has sent a request that nobody has read yet.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  drain.closesConnections = true;
  await Promise.race([closed, sleep(Math.min(quietMs, graceMs))]);
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(hard);
}

/**
 * Resolves when nobody waits to be let in, as far as a moment can tell: whoever does when a server stops listening is turned
 * away unheard. Node lets in one connection with each turn of its event loop.
 */
async function emptyQueue(server: Server): Promise<void> {
  const end = performance.now() + longestQueueMs;
  let turnsWithout = 0;
  const cameIn = (): void => void (turnsWithout = -1);
  server.on('connection', cameIn);
  while (turnsWithout < quietTurns && performance.now() < end) {
    await nextTurn();
    turnsWithout += 1;
  }
  server.off('connection', cameIn);
}
