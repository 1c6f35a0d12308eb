import type { Readiness } from '@portcullis/application';
import { EdgeRefusal } from './edge-refusal.ts';
import { route, type Route } from './route.ts';

export interface HealthRoutes {
  readonly readiness: Readiness;
}

/** For whoever starts and balances processes (decisions, section 4). */
export const healthRoutes = ({ readiness }: HealthRoutes): readonly Route[] => [
  route({
    method: 'GET',
    path: '/health/live',
    who: 'anyone',
    handle: () => Promise.resolve({ status: 'live' }),
  }),
  route({
    method: 'GET',
    path: '/health/ready',
    who: 'anyone',
    handle: async () => {
      if (!(await readiness.isReady())) throw new EdgeRefusal('not-ready', 'The service is not ready.');
      return { status: 'ready' };
    },
  }),
];
