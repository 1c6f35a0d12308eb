import type { RequestEntry } from '@portcullis/adapters-http/internal/server/request-entry';
import type { SystemState } from '@portcullis/adapters-http/internal/routes/schemas/overview';

const minuteMs = 60_000;
/** Number of minutes that are kept. */
const minutes = 60;
/** Maximum number of durations that are kept of a minute. Of more requests, a random sample is kept. */
const maxDurations = 500;

interface Minute {
  /** The beginning of the minute, in minutes since 1970. */
  readonly number: number;
  requests: number;
  errors: number;
  waiting: number;
  readonly durations: number[];
}

/** The figures of the last hour, which are kept in memory. */
export interface RecentFigures {
  readonly count: (entry: Pick<RequestEntry, 'status' | 'durationMs'>) => void;
  /** Returns the figures of each of the last 60 minutes, the oldest first. */
  readonly read: () => SystemState['figures'];
}

interface Sources {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
  /** Returns the number of requests that wait for a connection or a thread. It is read once in a second. */
  readonly waiting: () => number;
}

/** Counts the requests of this process by minute, with the durations of some of them. */
export function recentFigures({ now, random, waiting }: Sources): RecentFigures {
  const kept = new Map<number, Minute>();
  let sampledAt = 0;

  function minuteAt(time: number): Minute {
    const number = Math.floor(time / minuteMs);
    const found = kept.get(number);
    if (found !== undefined) return found;
    const minute: Minute = { number, requests: 0, errors: 0, waiting: 0, durations: [] };
    kept.set(number, minute);
    for (const each of kept.keys()) if (each <= number - minutes) kept.delete(each);
    return minute;
  }

  return {
    count: ({ status, durationMs }) => {
      const time = now();
      const minute = minuteAt(time);
      minute.requests += 1;
      if (status >= 500) minute.errors += 1;
      const place = minute.requests <= maxDurations ? minute.requests - 1 : Math.floor(random() * minute.requests);
      if (place < maxDurations) minute.durations[place] = durationMs;
      if (time - sampledAt < 1000) return;
      sampledAt = time;
      minute.waiting = Math.max(minute.waiting, waiting());
    },
    read: () => {
      const last = Math.floor(now() / minuteMs);
      return Array.from({ length: minutes }, (_, index) => {
        const number = last - minutes + 1 + index;
        const minute = kept.get(number);
        return {
          from: new Date(number * minuteMs),
          requests: minute?.requests ?? 0,
          errors: minute?.errors ?? 0,
          p95Ms: p95Of(minute?.durations ?? []),
          waiting: minute?.waiting ?? 0,
        };
      });
    },
  };
}

/** Returns the duration that 95 % of the requests did not exceed, in whole milliseconds; null without requests. */
function p95Of(durations: readonly number[]): number | null {
  const duration = durations.toSorted((one, other) => one - other)[Math.ceil(durations.length * 0.95) - 1];
  return duration === undefined ? null : Math.round(duration);
}
