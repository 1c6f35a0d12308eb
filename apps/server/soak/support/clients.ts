import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse, Api } from '../../test/support/api.ts';

/** Counts of the responses of all clients. */
export interface ResponseCounts {
  requests: number;
  /** Numbers of responses by status. */
  readonly statuses: Record<string, number>;
  /** Numbers of unexpected results by error message. */
  readonly unexpected: Record<string, number>;
}

export const emptyResponseCounts = (): ResponseCounts => ({ requests: 0, statuses: {}, unexpected: {} });

const count = (counts: Record<string, number>, what: string | number): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** Sends the requests of all clients at a constant total rate, and counts the responses. */
export class Clients {
  readonly #seen: ResponseCounts;
  readonly #gapMs: number;
  #next = performance.now();

  constructor(perSecond: number, seen: ResponseCounts) {
    this.#gapMs = 1000 / perSecond;
    this.#seen = seen;
  }

  /** Waits until one more request may be sent, and counts the request. */
  async turn(): Promise<void> {
    // After a delay, the requests that were due in the last second are sent without pauses. Older ones are left out.
    const due = Math.max(this.#next, performance.now() - 1000);
    this.#next = due + this.#gapMs;
    this.#seen.requests += 1;
    await sleep(Math.max(0, due - performance.now()));
  }

  /** Sends a request when the rate allows it. Returns the response data; throws if the status is not `status`. */
  async send<Data>(
    api: Api,
    request: string,
    {
      status = 200,
      body,
      headers,
    }: { status?: number; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Data> {
    const [method = '', path = ''] = request.split(' ');
    await this.turn();
    const response = await api.send(method, path, body, headers);
    count(this.#seen.statuses, response.status);
    if (response.status !== status)
      throw new Error(`${method} ${path.replace(ids, ':id')}: ${told(response)}, not ${status}`);
    return response.data as Data;
  }

  /** Runs `work`, and counts an error that it throws as an unexpected result. */
  async note(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      count(this.#seen.unexpected, error instanceof Error ? error.message.slice(0, 300) : String(error));
    }
  }
}

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const told = ({ status, code, message }: ApiResponse<unknown>): string => `${status} ${code} ${message}`;
