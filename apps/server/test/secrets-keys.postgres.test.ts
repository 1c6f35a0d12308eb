import { randomBytes } from 'node:crypto';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/testing';
import { expect } from 'chai';
import { apiAt } from './support/api.ts';
import { startProcess, withDirectory } from './support/process.ts';
import { logInAs } from './support/service.ts';
import { describeOnPostgres } from './support/requirements.ts';

const aKey = (): string => randomBytes(32).toString('base64');

describeOnPostgres('Processes with different keys of stored secrets', (adminUrl) => {
  let database: TemporaryDatabase;
  before(async () => {
    database = await migratedDatabase(adminUrl);
  });
  after(() => database.drop());

  it('are found when the second one starts, and webhooks keep their key until it is removed', () =>
    withDirectory(async (_directory, start) => {
      const account = { username: 'admin', password: 'first-administrator-1' };
      const environment = {
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret of at least 32 bytes, for tests',
        ADMIN_PASSWORD: account.password,
        DELIVERIES: 'false',
      };
      const [first, second] = [aKey(), aKey()];
      const running = start({ ...environment, SECRETS_KEY: first });
      const api = apiAt(await running.listening);
      const refused = start({ ...environment, SECRETS_KEY: second });
      expect(await refused.ended).to.equal(2);
      expect(refused.written.stderr).to.match(/^SECRETS_KEY [^\n]*\n$/);
      const refusedWorkers = startProcess({ ...environment, SECRETS_KEY: second }, ['--workers', '2']);
      expect(await refusedWorkers.ended).to.equal(2);
      const admin = await logInAs(api, account);
      const { status } = await admin.post('/webhooks', { url: 'https://example.com/hook', types: ['*'] });
      expect(status).to.equal(201);
      const rotating = start({ ...environment, SECRETS_KEY: `${second},${first}` });
      await rotating.listening;
      expect(await rotating.stop()).to.equal(0);
      expect(await running.stop()).to.equal(0);
      const tooEarly = start({ ...environment, SECRETS_KEY: second });
      expect(await tooEarly.ended).to.equal(2);
      expect(tooEarly.written.stderr).to.match(/^SECRETS_KEY [^\n]*\n$/);
    }));
});
