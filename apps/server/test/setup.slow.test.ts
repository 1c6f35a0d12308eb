import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import type { Overview } from '@portcullis/application/internal/ports/overview';
import type { SetupFormData } from '@portcullis/application/internal/setup/setup-link';
import { openDatabase } from '@portcullis/adapters-persistence';
import { directoryWithDatabase, migratedDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { readConfig } from '../src/config/config.ts';
import { startServer, type RunningServer } from '../src/server.ts';
import { apiAt } from './support/api.ts';
import { expectSuccess, type Wire } from './support/builders.ts';
import { describeInBrowser, itWith } from './support/requirements.ts';
import { scannedLog } from './support/scanned-log.ts';
import { logInAs, signingSecret } from './support/service.ts';

const adminUrl = process.env['TEST_DATABASE_URL'];
const account = { username: 'grace', email: 'grace@example.com', password: 'chosen by its owner' };

interface EventPage {
  readonly items: readonly { readonly occurredAt: string }[];
}

type SetUp = LoggedIn & { readonly demoPassword: string | null; readonly isDemoComplete: boolean | null };

/**
 * Runs `test` with a function that starts servers on one new database. On PostgreSQL, several servers can run at the
 * same time.
 */
async function withNewInstallation(
  test: (start: (environment?: object) => Promise<RunningServer>, databaseUrl: string | undefined) => Promise<void>,
): Promise<void> {
  const directory =
    adminUrl === undefined ? await directoryWithDatabase() : await mkdtemp(join(tmpdir(), 'portcullis-'));
  const database = adminUrl === undefined ? undefined : await migratedDatabase(adminUrl);
  const servers: RunningServer[] = [];
  const start = async (environment: object = {}): Promise<RunningServer> => {
    const own = { PORT: '0', DATA_DIR: directory, DATABASE_URL: database?.url, SHUTDOWN_GRACE: '0s' };
    const config = readConfig({ ...own, JWT_SECRET: signingSecret, ...environment });
    const server = await startServer(config, scannedLog());
    servers.push(server);
    return server;
  };
  try {
    await test(start, database?.url);
  } finally {
    for (const server of servers) await server.close();
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Adds a trigger to the database that refuses every new content. */
async function refuseContents(url: string): Promise<void> {
  const { pool, close } = await openDatabase({ url, poolSize: 3 });
  await pool.query(`CREATE FUNCTION refuse_contents() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'No content is taken in this test.'; END $$`);
  await pool.query('CREATE TRIGGER refuse_contents BEFORE INSERT ON all_contents EXECUTE FUNCTION refuse_contents()');
  await close();
}

describe('The link of the first start', () => {
  it('lets its holder choose a name and a password only once, and logs the holder in', () =>
    withNewInstallation(async (start) => {
      const { url, setupToken: token, administratorPassword: password = '' } = await start();
      const api = apiAt(url);
      const open = await expectSuccess(api.post<Wire<SetupFormData>>('/setup/check', { token }));
      expect(open).to.include({ username: 'admin', email: 'admin@example.com', passwordMinLength: 8 });
      const setUp = await expectSuccess(api.post<SetUp>('/setup', { token, ...account }));
      expect(setUp).to.deep.include({ demoPassword: null, isDemoComplete: null });
      const admin = api.as(setUp.token.accessToken);
      expect((await admin.get('/auth/profile')).data).to.include({ username: 'grace', email: account.email });
      expect(await admin.get('/overview')).to.include({ status: 200 });
      for (const path of ['/setup/check', '/setup']) {
        expect(await api.post(path, { token, ...account })).to.include({ status: 403, reason: 'setup-closed' });
      }
      expect(await api.post('/auth/login', { username: 'admin', password })).to.include({ status: 401 });
      await logInAs(api, account);
    }));

  it('adds the demo data on request, even if other users have the names of the demo editors, with a password of the required length', () =>
    withNewInstallation(async (start) => {
      const { url, setupToken: token } = await start({ PASSWORD_MIN_LENGTH: '40' });
      const password = 'chosen by its owner, and long enough for this service';
      const api = apiAt(url);
      const began = new Date().toISOString();
      for (const username of ['ada.lindqvist', 'bao.nguyen']) {
        await expectSuccess(api.post('/auth/register', { username, email: `${username}@example.org`, password }));
      }
      const setUp = await expectSuccess(api.post<SetUp>('/setup', { token, ...account, password, demoData: true }));
      expect(setUp.isDemoComplete).to.equal(true);
      const admin = api.as(setUp.token.accessToken);
      const { users, contents } = await expectSuccess(admin.get<Overview>('/overview'));
      expect([users.total, contents.total]).to.deep.equal([21, 206]);
      // The activity is in the order of its times, although the articles have dates in the past.
      const { items } = await expectSuccess(admin.get<EventPage>('/events?type=content.created&limit=100'));
      expect(items.filter(({ occurredAt }) => occurredAt < began)).to.deep.equal([]);
      expect(setUp.demoPassword).to.have.length(40);
      await logInAs(api, { username: 'dmitri.sokolov', password: setUp.demoPassword ?? '' });
    }));

  itWith(
    ['postgres'],
    'sets up the administrator, and returns the password of the demo users, even if an error stops the demo data',
    async () => {
      await withNewInstallation(async (start, databaseUrl) => {
        const { url, setupToken: token } = await start();
        await refuseContents(databaseUrl ?? '');
        const api = apiAt(url);
        const setUp = await expectSuccess(api.post<SetUp>('/setup', { token, ...account, demoData: true }));
        expect(setUp.isDemoComplete).to.equal(false);
        await logInAs(api, account);
        await logInAs(api, { username: 'ada.lindqvist', password: setUp.demoPassword ?? '' });
      });
    },
  );

  it('is not created if the console is not served or an administrator exists', () =>
    withNewInstallation(async (start) => {
      const first = await start({ CONSOLE: 'false' });
      expect(first.setupToken).to.equal(undefined);
      expect(first.administratorPassword).to.be.a('string');
      await first.close();
      expect(await start()).to.deep.include({ setupToken: undefined, administratorPassword: undefined });
    }));

  itWith(
    ['postgres'],
    'is created by one of several processes on a new database, and works only once in all of them',
    async () => {
      await withNewInstallation(async (start) => {
        const servers = [await start(), await start()];
        const [token, ...others] = servers.flatMap(({ setupToken }) => setupToken ?? []);
        expect(others).to.deep.equal([]);
        const apis = servers.map(({ url }) => apiAt(url));
        const attempts = await Promise.all(apis.map((api) => api.post('/setup', { token, ...account })));
        expect(attempts.map(({ status }) => status)).to.have.members([200, 403]);
      });
    },
  );

  describeInBrowser('in a browser', (browser) => {
    it('can be opened in an open page of the console, and its token does not stay in the URL', () =>
      withNewInstallation(async (start) => {
        const { url, setupToken: token = '' } = await start();
        const page = await browser().newPage();
        await page.goto(`${url}/admin/`);
        await page.locator('input[name=password]').waitFor();
        await page.goto(`${url}/admin/#setup=${token}`);
        await page.locator('input[name=email]').waitFor();
        expect(page.url()).to.equal(`${url}/admin/`);
      }));
  });

  it('limits the attempts from one client address', () =>
    withNewInstallation(async (start) => {
      const api = apiAt((await start()).url);
      const attempts = Array.from({ length: 21 }, (_, index) => index);
      const statuses: number[] = [];
      for (const attempt of attempts) {
        statuses.push((await api.post('/setup/check', { token: `guess ${attempt}` })).status);
      }
      expect(statuses).to.deep.equal([...Array<number>(20).fill(401), 429]);
    }));
});
