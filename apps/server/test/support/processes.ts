import { migratedDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { apiAt } from './api.ts';
import { startProcess, type Process } from './process.ts';
import { administrator, logInAs, type ServiceClients } from './service.ts';

/**
 * Starts processes on one PostgreSQL database before the tests of a suite, and stops them afterwards.
 * @param settings further environment variables of the processes
 * @returns a function that returns the clients of the process at an index, modulo the number of processes
 */
export function processesOnOneDatabase(
  adminUrl: string,
  count: number,
  settings: Readonly<Record<string, string>> = {},
): (index?: number) => ServiceClients {
  const processes: Process[] = [];
  let drop: () => Promise<void> = () => Promise.resolve();
  let clients: readonly ServiceClients[] = [];

  before(async () => {
    const database = await migratedDatabase(adminUrl);
    drop = database.drop;
    const environment = {
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '6',
      JWT_SECRET: 'a secret that all processes share',
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'silent',
      ...settings,
    };
    processes.push(...Array.from({ length: count }, () => startProcess(environment)));
    const apis = (await Promise.all(processes.map(({ listening }) => listening))).map((url) => apiAt(url));
    clients = await Promise.all(apis.map(async (api) => ({ api, admin: await logInAs(api, administrator) })));
  });
  after(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
    await drop();
  });

  return (index = 0) => {
    const found = clients[index % count];
    if (found === undefined) throw new Error('The processes are not started.');
    return found;
  };
}
