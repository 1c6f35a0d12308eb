import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that is sent repeatedly. */
export interface Asked {
  readonly method: 'GET' | 'PATCH';
  /** The path of the request, relative to `/api`. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: object;
}

/** The results of all clients. */
export interface Seen {
  /** Number of responses with status 200. */
  readonly answered: number;
  readonly perSecond: number;
  /** Numbers of responses with another status and of requests that failed twice, by status or error. */
  readonly failures: Readonly<Record<string, number>>;
  /** The number of broken connections whose request was repeated over a new one. */
  readonly retried: number;
}

/** Runs concurrent clients until `during` has ended. After each response, a client sends the next request of `asked`. */
export async function underLoad(
  url: string,
  asked: readonly Asked[],
  during: () => Promise<unknown>,
  clients = 16,
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const failures: Record<string, number> = {};
  let [answered, retried, next] = [0, 0, 0];
  const over = new AbortController();
  const client = async (): Promise<void> => {
    while (!over.signal.aborted) {
      next += 1;
      const one = asked[next % asked.length];
      if (one === undefined) return;
      const outcome = await send(agent, url, one).catch(() => {
        retried += 1;
        // The repeated request uses a new connection: a server or proxy that ends closes all idle connections as well.
        return send(false, url, one).catch((error: unknown) => String(error));
      });
      if (outcome === 200) answered += 1;
      else
        failures[`${one.method} ${one.path}: ${outcome}`] =
          (failures[`${one.method} ${one.path}: ${outcome}`] ?? 0) + 1;
    }
  };
  const start = performance.now();
  const running = Array.from({ length: clients }, client);
  try {
    await during();
  } finally {
    over.abort();
    await Promise.all(running);
    agent.destroy();
  }
  return { answered, perSecond: (answered * 1000) / (performance.now() - start), failures, retried };
}

export const forSeconds = (seconds: number) => (): Promise<unknown> => sleep(seconds * 1000);

/** Resolves with the status when the whole response has arrived. */
function send(agent: Agent | false, url: string, { method, path, token, body }: Asked): Promise<number> {
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api${path}`, { agent, method, headers }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
