import { randomBytes } from 'node:crypto';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { apiAt } from './support/api.ts';
import { runCommand, startProcess, withDirectory } from './support/process.ts';
import { attemptStart } from './support/refusal.ts';
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
    withDirectory(async (directory, start) => {
      const account = { username: 'admin', password: 'first-administrator-1' };
      const environment = {
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret of at least 32 bytes, for tests',
        ADMIN_PASSWORD: account.password,
        DELIVERIES: 'false',
        SHUTDOWN_GRACE: '0s',
      };
      const [first, second] = [aKey(), aKey()];
      const running = start({ ...environment, SECRETS_KEY: first });
      const api = apiAt(await running.listening);
      const startHere = (SECRETS_KEY: string) => attemptStart({ ...environment, DATA_DIR: directory, SECRETS_KEY });
      const refused = await startHere(second);
      expect(refused?.exitCode).to.equal(2);
      expect(refused?.text).to.match(/^SECRETS_KEY [^\n]*$/);
      const refusedWorkers = startProcess({ ...environment, SECRETS_KEY: second }, ['--workers', '2']);
      expect(await refusedWorkers.ended).to.equal(2);
      const admin = await logInAs(api, account);
      const created = await admin.post('/webhooks', { url: 'https://example.com/hook', types: ['*'] });
      expect(created.status).to.equal(201);
      expect(await startHere(`${second},${first}`)).to.equal(undefined);
      const variables = { ...environment, DATA_DIR: directory, SECRETS_KEY: `${second},${first}` };
      const { stdout } = await runCommand(['secrets', 'status'], variables);
      expect(stdout).to.match(/^first {4}[0-9a-f]{8} {2}decrypts nothing$/m);
      expect(stdout).to.match(/^needed {3}[0-9a-f]{8} {2}1 secret of a webhook \(https:\/\/example\.com\/hook\)$/m);
      expect(stdout).to.match(/^The oldest session began at \d{4}-\S+Z: /m);
      expect(await running.stop()).to.equal(0);
      expect(await startHere(second)).to.deep.equal(refused);
      const reencrypt = (...options: readonly string[]) => runCommand(['secrets', 're-encrypt', ...options], variables);
      expect((await reencrypt('--dry-run')).stdout).to.equal('1 secret of a webhook\n');
      expect((await reencrypt()).stdout).to.equal('1 secret of a webhook encrypted again\n');
      expect((await reencrypt()).stdout).to.match(/^Every readable secret /);
      expect(await startHere(second)).to.equal(undefined);
      const status = await runCommand(['secrets', 'status'], { ...variables, SECRETS_KEY: second });
      expect(status.stdout).to.match(/^first {4}[0-9a-f]{8} {2}1 secret of a webhook/m);
    }));
});
