import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request that is sent repeatedly. */
export interface RepeatedRequest {
  readonly method: 'GET' | 'PATCH';
  /** The path of the request, relative to `/api`. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: object;
}

/** The results of all clients. */
export interface RequestLoadResult {
  /** Number of responses with status 200. */
  readonly succeeded: number;
  readonly perSecond: number;
  /**
   * Number of failures by method, path, and status or error. If a connection breaks, the request is repeated, and only
   * a failure of the repeated request counts.
   */
  readonly failures: Readonly<Record<string, number>>;
  /** Number of requests that were repeated on a new connection because the first connection broke. */
  readonly retried: number;
}

/** Runs `during`. Until it ends, concurrent clients send the requests of `asked` in turn and await the responses. */
export async function underLoad(
  url: string,
  asked: readonly RepeatedRequest[],
  during: () => Promise<unknown>,
  clients = 16,
): Promise<RequestLoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const failures: Record<string, number> = {};
  let [succeeded, retried, next] = [0, 0, 0];
  const over = new AbortController();
  const client = async (): Promise<void> => {
    while (!over.signal.aborted) {
      next += 1;
      const one = asked[next % asked.length];
      if (one === undefined) return;
      const outcome = await send(agent, url, one).catch(() => {
        retried += 1;
        // The repeated request uses a new connection: when a server or proxy ends, its idle connections are closed too.
        return send(false, url, one).catch((error: unknown) => String(error));
      });
      if (outcome === 200) succeeded += 1;
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
  return { succeeded, perSecond: (succeeded * 1000) / (performance.now() - start), failures, retried };
}

export const forSeconds = (seconds: number) => (): Promise<unknown> => sleep(seconds * 1000);

/** Sends a request, and resolves with the status when the complete response has arrived. */
function send(agent: Agent | false, url: string, { method, path, token, body }: RepeatedRequest): Promise<number> {
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
