import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Api } from '../../test/support/api.ts';

/** What the clients saw, counted. */
export interface Seen {
  requests: number;
  /** By status. */
  readonly statuses: Record<string, number>;
  /** What was not expected, and how often. */
  readonly unexpected: Record<string, number>;
}

export const nothingSeen = (): Seen => ({ requests: 0, statuses: {}, unexpected: {} });

const count = (counts: Record<string, number>, what: string | number): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** Sends requests at a steady rate, whoever asks, and keeps what was seen. */
export class Clients {
  readonly #seen: Seen;
  readonly #gapMs: number;
  #next = performance.now();

  constructor(perSecond: number, seen: Seen) {
    this.#gapMs = 1000 / perSecond;
    this.#seen = seen;
  }

  /** Waits until one more request may be sent. */
  async turn(): Promise<void> {
    // What was missed is made up for, but for no longer than a second.
    const due = Math.max(this.#next, performance.now() - 1000);
    this.#next = due + this.#gapMs;
    this.#seen.requests += 1;
    await sleep(Math.max(0, due - performance.now()));
  }

  /** Sends a request in turn; answers its data. What is answered with another status is noted. */
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
    const answer = await api.send(method, path, body, headers);
    count(this.#seen.statuses, answer.status);
    if (answer.status !== status)
      throw new Error(`${method} ${path.replace(ids, ':id')}: ${told(answer)}, not ${status}`);
    return answer.data as Data;
  }

  /** Runs `work`; what it throws is noted. */
  async note(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      count(this.#seen.unexpected, error instanceof Error ? error.message.slice(0, 300) : String(error));
    }
  }
}

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const told = ({ status, code, message }: Answer<unknown>): string => `${status} ${code} ${message}`;
