import type { Readiness } from '@portcullis/application/internal/ports/system';
import { notReady } from '../responses/http-error.ts';
import { route, type Route } from './route.ts';
import { flag, withDescription, object, oneOf } from '../validation/schema.ts';

/** What the health checks need. */
export interface HealthRouteDependencies {
  readonly readiness: Readiness;
  /** Returns true after the service has started, until its shutdown begins. */
  readonly isServing: () => boolean;
}

const live = { status: 'live' } as const;
const ready = { status: 'ready' } as const;

/** The routes that orchestrators and load balancers poll (docs/interface.md §4.7). */
export const healthRoutes = ({ readiness, isServing }: HealthRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/health/live',
    operation: 'getLiveness',
    summary: 'Check that the process runs',
    access: 'public',
    isAlwaysServed: true,
    data: object({ status: withDescription(oneOf([live.status]), 'The process runs.') }),
    handle: () => Promise.resolve(live),
  }),
  route({
    method: 'GET',
    path: '/health/ready',
    operation: 'getReadiness',
    summary: 'Check that requests can be served',
    description:
      'The status is 503 while the service is starting or stopping, and while neither the database nor a replica responds.',
    access: 'public',
    isAlwaysServed: true,
    data: object({
      status: withDescription(oneOf([ready.status]), 'Requests can be served.'),
      writes: withDescription(
        flag,
        'False while the primary database server does not respond: only public contents can then be read, from a replica.',
      ),
    }),
    refuses: ['not-ready'],
    handle: async () => {
      const { reads, writes } = isServing() ? await readiness.state() : { reads: false, writes: false };
      if (!reads) throw notReady();
      return { ...ready, writes };
    },
  }),
];
