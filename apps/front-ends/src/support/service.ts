import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { createClient, type Client } from '@portcullis/client';
import { createLog, readConfig, startServer } from '@portcullis/server';
import { openMailbox } from './mailbox.ts';

/** The kinds of database on which the front ends are tested. */
export const databases = ['embedded', 'postgresql'] as const;

export type DatabaseKind = (typeof databases)[number];

/** The port is fixed, because the URL of the service is compiled into a front end. The front end has the next port. */
const servicePort = Number(process.env['FRONT_ENDS_PORT'] ?? 4390);
export const frontEndPort = servicePort + 1;
export const serviceUrl = `http://127.0.0.1:${servicePort}`;
export const frontEndUrl = `http://127.0.0.1:${frontEndPort}`;

export const administrator = { username: 'admin', password: 'first-administrator-1' };

/** A running service with an empty database. It accepts requests from the pages of the front end. */
export interface Service {
  /** A client of the administrator, for preparing data and checking results. */
  readonly admin: Client;
  /** Waits for a mail to an e-mail address, and returns its plain text. */
  readonly mailTo: (address: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Writes mail texts as the guides in docs/front-ends describe. The links in these mails lead to the front end's page
 * for a new password.
 */
async function writeMailTexts(folder: string, resetPage: string): Promise<void> {
  await mkdir(folder);
  for (const language of ['en', 'zh']) {
    const link = `${frontEndUrl}${resetPage}#reset={{token}}`;
    await writeFile(join(folder, `password-reset.${language}.txt`), `Subject: ${language}\n\n${language} ${link}\n`);
    await writeFile(join(folder, `password-reset.${language}.html`), `<a href="${link}">${language}</a>\n`);
  }
}

interface ServiceOptions {
  /** Additional environment variables of the service, such as the lifetime of its tokens. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The path of the page on which users choose a new password. */
  readonly resetPage: string;
}

export async function startService(
  kind: DatabaseKind,
  { environment = {}, resetPage }: ServiceOptions,
): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
  const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const database = kind === 'postgresql' ? await temporaryDatabase(adminUrl) : undefined;
  const mailTexts = join(directory, 'mail-texts');
  await writeMailTexts(mailTexts, resetPage);
  const mailbox = await openMailbox();
  const config = readConfig({
    PORT: String(servicePort),
    DATA_DIR: directory,
    DATABASE_URL: database?.url,
    ADMIN_PASSWORD: administrator.password,
    CORS_ORIGINS: frontEndUrl,
    REGISTER_RATE_LIMIT: '1000000',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Portcullis <no-reply@example.com>',
    MAIL_TEMPLATES: mailTexts,
    PUBLIC_URL: serviceUrl,
    SHUTDOWN_GRACE: '0s',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const server = await startServer(config, await createLog(config));
  const admin = createClient({ baseUrl: serviceUrl });
  await admin.login(administrator);
  return {
    admin,
    mailTo: mailbox.textTo,
    stop: async () => {
      await server.close();
      await mailbox.close();
      await database?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
