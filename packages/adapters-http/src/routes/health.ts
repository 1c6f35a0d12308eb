import type { Readiness } from '@portcullis/application';
import { HttpError } from '../answers/http-error.ts';
import { route, type Route } from './route.ts';
import { withDescription, object, oneOf } from '../validation/schema.ts';

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
    data: object({ status: withDescription(oneOf([live.status]), 'The process runs.') }),
    handle: () => Promise.resolve(live),
  }),
  route({
    method: 'GET',
    path: '/health/ready',
    operation: 'getReadiness',
    summary: 'Check that requests can be served',
    description:
      'The status is 503 while the service is starting or stopping, and while the database does not respond.',
    access: 'public',
    data: object({ status: withDescription(oneOf([ready.status]), 'Requests can be served.') }),
    refuses: ['not-ready'],
    handle: async () => {
      if (!isServing() || !(await readiness.isReady())) {
        throw new HttpError('not-ready', 'The service is not ready.');
      }
      return ready;
    },
  }),
];
