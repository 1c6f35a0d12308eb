import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { quantile, tally } from '../../stress/support/load.ts';
import type { ApiResponse } from '../../test/support/api.ts';
import { printMeasurement } from '../../test/support/figure.ts';

/** The kinds of requests that clients send repeatedly, by name. */
export type Kinds = Readonly<Record<string, () => Promise<ApiResponse<unknown>>>>;

/** The result of a request. */
export interface Outcome {
  readonly kind: string;
  readonly status: number;
  readonly code: number;
  /** The time at which the request was sent, by `performance.now()`. */
  readonly began: number;
  readonly ms: number;
}

/**
 * The pause between two requests of a client, in milliseconds. It bounds the request rate while requests fail
 * immediately.
 */
const pauseMs = 20;

/** Runs `during`. Until it ends, each client sends requests of all kinds, one after another. Returns all results. */
export async function traffic(
  kinds: Kinds,
  clients: number,
  during: () => Promise<unknown>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const all = Object.entries(kinds);
  const over = new AbortController();
  const client = async (first: number): Promise<void> => {
    for (let next = first; !over.signal.aborted; next += 1) {
      const [kind, send] = all[next % all.length] ?? expect.fail('There is nothing to send.');
      const began = performance.now();
      const { status, code } = await send();
      outcomes.push({ kind, status, code, began, ms: performance.now() - began });
      await sleep(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  try {
    await Promise.race([during(), running]);
  } finally {
    over.abort();
    await running;
  }
  return outcomes;
}

/** The codes of a database failure, and of overload and unknown outcomes. */
const failureCodes = [2001, 2003];
const longestMs = 10_000;

export const succeeded = ({ status }: Outcome): boolean => status < 400;

/** Expects that each request ends within 10 s, and that each failed request gets one of the codes of failures. */
export function expectBounded(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter((outcome) => !succeeded(outcome));
  const others = failed.filter(({ code }) => !failureCodes.includes(code));
  expect(tally(others.map(({ kind, status, code }) => `${kind}: ${status} ${code}`))).to.deep.equal({});
  const slow = outcomes.filter(({ ms }) => ms > longestMs);
  expect(slow.map(({ kind, ms, status }) => `${kind}: ${status} after ${Math.round(ms)} ms`)).to.deep.equal([]);
}

/** Expects that, after the time `at`, each kind of request succeeds within `ms` milliseconds, and none fails later. */
export function expectRecovery(outcomes: readonly Outcome[], at: number, ms: number): void {
  const later = outcomes.filter(({ began }) => began > at + ms);
  expect(later.filter((outcome) => !succeeded(outcome))).to.deep.equal([]);
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  const back = outcomes.filter((each) => succeeded(each) && each.began + each.ms > at && each.began < at + ms);
  expect(new Set(back.map(({ kind }) => kind))).to.deep.equal(kinds);
}

/** Returns when the last failed request was sent, in milliseconds after `at`; 0 if none of them was sent after `at`. */
export const lastFailure = (outcomes: readonly Outcome[], at: number): number =>
  Math.max(0, ...outcomes.filter((outcome) => !succeeded(outcome)).map(({ began }) => began - at));

/** Prints the number of requests, the failures and the durations for each kind of request. */
export function printRequestStatistics(title: string, outcomes: readonly Outcome[]): void {
  for (const kind of new Set(outcomes.map((outcome) => outcome.kind))) {
    const all = outcomes.filter((outcome) => outcome.kind === kind);
    const times = all.map(({ ms }) => ms);
    const failed = all.filter((outcome) => !succeeded(outcome)).length;
    const [p50, p99, most] = [0.5, 0.99, 1].map((part) => Math.round(quantile(times, part)));
    printMeasurement(
      `${title}, ${kind}`,
      `${all.length} requests, ${failed} failed, ms p50 ${p50}, p99 ${p99}, most ${most}`,
    );
  }
}
