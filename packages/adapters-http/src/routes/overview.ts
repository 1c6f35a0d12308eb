import type { SystemState } from '@portcullis/application';
import { administrators } from './access.ts';
import { route, type Route } from './route.ts';
import { overviewSchema } from './schemas/overview.ts';

/** What the route of the overview page needs. */
export interface OverviewRouteDependencies {
  readonly systemState: () => SystemState;
}

/** The route for the overview page of the console (docs/interface.md §4.7). */
export const overviewRoutes = ({ systemState }: OverviewRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/overview',
    operation: 'getOverview',
    summary: 'Read the numbers of records, recent events and the state of the service',
    access: 'authorized',
    anyRole: administrators,
    data: overviewSchema,
    read: async (_call, { overview }) => ({ ...(await overview.read()), system: systemState() }),
  }),
];
