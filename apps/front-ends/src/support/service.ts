import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryDatabase } from '@portcullis/adapters-persistence/testing';
import { createClient, type Client } from '@portcullis/client';
import { createLog, readConfig, startServer } from '@portcullis/server';

/** The kinds of database on which the front ends are tried. */
export const databases = ['embedded', 'postgresql'] as const;

export type DatabaseKind = (typeof databases)[number];

/** Ports are fixed, because the address of the service is compiled into a front end. `FRONT_ENDS_PORT` and the next one. */
const servicePort = Number(process.env['FRONT_ENDS_PORT'] ?? 4390);
export const frontEndPort = servicePort + 1;
export const serviceUrl = `http://127.0.0.1:${servicePort}`;
export const frontEndUrl = `http://127.0.0.1:${frontEndPort}`;

export const administrator = { username: 'admin', password: 'first-administrator-1' };

/** A service with an empty database that the pages of the front end may call. */
export interface Service {
  /** The administrator's client, to prepare data and to look at results. */
  readonly admin: Client;
  readonly stop: () => Promise<void>;
}

/** @param environment further variables of the service, such as the lifetime of its tokens */
export async function startService(
  kind: DatabaseKind,
  environment: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
  const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const database = kind === 'postgresql' ? await temporaryDatabase(adminUrl) : undefined;
  const config = readConfig({
    PORT: String(servicePort),
    DATA_DIR: directory,
    DATABASE_URL: database?.url,
    ADMIN_PASSWORD: administrator.password,
    CORS_ORIGINS: frontEndUrl,
    REGISTER_RATE_LIMIT: '1000000',
    SHUTDOWN_GRACE: '0s',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const server = await startServer(config, await createLog('silent'));
  const admin = createClient({ baseUrl: serviceUrl });
  await admin.login(administrator);
  return {
    admin,
    stop: async () => {
      await server.close();
      await database?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
