import { administrators } from './access/access.ts';
import { route, type Route } from './route.ts';
import { installationFinding, overviewSchema, type InstallationFinding, type SystemState } from './schemas/overview.ts';
import { listOf } from '../validation/schema.ts';

/** What the route of the overview page needs. */
export interface OverviewRouteDependencies {
  readonly systemState: () => SystemState;
  /** Asks everything that the configuration names. */
  readonly checkInstallation: () => Promise<readonly InstallationFinding[]>;
}

/** The route for the overview page of the console (docs/interface.md §4.7). */
export const overviewRoutes = ({ systemState, checkInstallation }: OverviewRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/overview',
    operation: 'getOverview',
    summary: 'Read the numbers of records, recent events and the state of the service',
    description:
      'Of several logins of a user from one address, only the last is listed. Only the newest 50,000 events are counted, and a day is absent if not all its events were counted. `system` describes the process that responds.',
    access: 'authorized',
    anyRole: administrators,
    data: overviewSchema,
    read: async (_call, { overview }) => ({ ...(await overview.read()), system: systemState() }),
  }),
  route({
    method: 'GET',
    path: '/overview/installation',
    operation: 'checkInstallation',
    summary: 'Check the installation of the process that responds',
    description:
      'Asks the database, its replicas, Redis, the mail server, sign-in providers and the public address, as the command `portcullis doctor` does. Takes up to ten seconds. Calls during a check get its result.',
    access: 'authorized',
    anyRole: administrators,
    data: listOf(installationFinding),
    handle: checkInstallation,
  }),
];
