import { startPrimary, type DatabaseServer } from '../../test/support/database-servers.ts';
import { postgresPrograms, createTestHost } from '../../test/support/machine.ts';
import { startServer, type Server } from '../../test/support/server.ts';
import { administrator, logInAs, signingSecret, type ServiceClients } from '../../test/support/service.ts';

/** One process of the service, and its PostgreSQL server. Tests can stop or kill both, and freeze PostgreSQL. */
export interface ServiceAndDatabase extends ServiceClients {
  readonly database: DatabaseServer;
  readonly server: Server;
  readonly stop: () => Promise<void>;
}

/** The environment variables of the process, except the URL of its database. */
export const environment = {
  NODE_ENV: 'production',
  ADMIN_PASSWORD: administrator.password,
  JWT_SECRET: signingSecret,
  REGISTER_RATE_LIMIT: '1000000',
  ACCESS_TOKEN_TTL: '12h',
};

export async function startServiceAndDatabase(
  variables: Readonly<Record<string, string>> = {},
): Promise<ServiceAndDatabase> {
  const machine = createTestHost(...postgresPrograms);
  try {
    const database = await startPrimary(machine);
    const server = await startServer(machine, {
      ...environment,
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      ...variables,
    });
    const { api } = server;
    return { database, server, api, admin: await logInAs(api, administrator), stop: machine.dismantle };
  } catch (error) {
    await machine.dismantle();
    throw error;
  }
}
