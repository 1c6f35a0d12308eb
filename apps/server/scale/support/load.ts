import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that is sent again and again. */
export interface Asked {
  readonly method: 'GET' | 'PATCH';
  /** Below `/api`. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: object;
}

/** What the clients saw. */
export interface Seen {
  /** Number of answers with a status of 200. */
  readonly answered: number;
  readonly perSecond: number;
  /** Other answers, and requests that failed twice; what they were, and how many. */
  readonly failures: Readonly<Record<string, number>>;
  /** Connections that broke, whose request was sent again over a new one. */
  readonly retried: number;
}

/** Clients that ask at once, each for the next of `asked` when it has its answer, until `during` has ended. */
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
        // A kept one may be broken as well: whoever ends, as a proxy does when it is reloaded, ends all of them.
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

/** Answers the status, once the whole answer is there. */
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
