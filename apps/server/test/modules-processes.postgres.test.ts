import { fileURLToPath } from 'node:url';
import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { ownLabels } from './exercise/own-labels.ts';
import { apiAt, type Api } from './support/api.ts';
import { documentModules } from './support/contract.ts';
import { runProgram, startProcess } from './support/process.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { administrator, logInAs, signingSecret } from './support/service.ts';
import { createTwoRoles, type TwoRoles } from './support/two-roles.ts';
import { connectToEach, workersOf } from './support/workers.ts';

const file = fileURLToPath(new URL('exercise/modules.js', import.meta.url));
const draft = { colour: '#336699', rank: 3, isShown: true, size: 'small' };

describeOnPostgres('portcullis --modules in processes of its own, with two database roles', (adminUrl) => {
  let database: TemporaryDatabase;
  let roles: TwoRoles;
  const ofService = () => ({
    DATABASE_URL: roles.asService(database.url),
    JWT_SECRET: signingSecret,
    ADMIN_PASSWORD: administrator.password,
  });
  before(async () => {
    database = await temporaryDatabase(adminUrl);
    roles = await createTwoRoles(database.url);
  });
  after(async () => {
    await database?.drop();
    await roles?.drop();
  });

  /** Creates an entry of the module, and lists it. */
  async function use(admin: Api, name: string): Promise<void> {
    const { status, message } = await admin.post('/team/labels', { ...draft, name });
    expect(status, message).to.equal(201);
    const { data } = await admin.get<{ total: number }>(`/team/labels?search=${name}`);
    expect(data.total).to.equal(1);
  }

  it('does not start before `migrate --modules` has run as the owner', async () => {
    const owner = { DATABASE_URL: roles.asOwner(database.url) };
    expect((await runProgram(['migrate'], owner)).code).to.equal(0);
    await roles.restrict(database.url);
    const refused = startProcess(ofService(), ['--modules', file]);
    expect(await refused.ended).to.equal(1);
    expect(refused.written.stderr).to.match(/^The database lacks [^\n]*TeamLabels1795281000000[^\n]*\n$/);

    const { code, stdout } = await runProgram(['migrate', '--modules', file], owner);
    expect(code).to.equal(0);
    expect(stdout).to.include('done     TeamLabels1795281000000');
    await roles.restrict(database.url);
  });

  it('serves the modules with the role of the service', async () => {
    const program = startProcess(ofService(), ['--modules', file]);
    const url = await program.listening;
    await documentModules(url, [ownLabels]);
    await use(await logInAs(apiAt(url), administrator), 'One');
    expect(await program.stop()).to.equal(0);
  });

  it('serves the modules in each of several workers, which have the same ones', async () => {
    const program = startProcess(ofService(), ['--workers', '2', '--modules', file]);
    const url = await program.listening;
    await documentModules(url, [ownLabels]);
    const admin = await logInAs(apiAt(url), administrator);
    await use(admin, 'Two');
    const connections = await connectToEach(url, workersOf(program));
    for (const { send, close } of connections) {
      const response = await send('GET', '/team/labels', { token: admin.token });
      expect(response.statusCode).to.equal(200);
      response.resume();
      close();
    }
    expect(connections).to.have.lengthOf(2);
    expect(program.written.stdout).to.not.include('Another process');
    expect(await program.stop()).to.equal(0);
  });
});
