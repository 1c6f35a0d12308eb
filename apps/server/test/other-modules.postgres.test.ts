import { Writable } from 'node:stream';
import { expect } from 'chai';
import { logTo } from '../src/observability/log.ts';
import { readConfig, startServer, type ResourceModule } from '../src/index.ts';
import { notices } from './exercise/notices.ts';
import { ownLabels } from './exercise/own-labels.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { administrator, signingSecret, startService, type Service } from './support/service.ts';

describeOnPostgres('Processes of one database with modules of their own', () => {
  let service: Service;
  before(async () => {
    service = await startService({}, undefined, [ownLabels, notices]);
  });
  after(() => service.stop());

  /** Starts and stops another process. @returns the warnings about other modules that it logs at its start */
  async function warningsOf(modules: readonly ResourceModule[]): Promise<readonly string[]> {
    let log = '';
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        log += chunk.toString();
        done();
      },
    });
    const variables = {
      PORT: '0',
      DATABASE_URL: service.databaseUrl,
      JWT_SECRET: signingSecret,
      ADMIN_PASSWORD: administrator.password,
      SHUTDOWN_GRACE: '0s',
    };
    const server = await startServer(readConfig(variables, { modules }), logTo(sink, 'warn'), { modules });
    await server.close();
    const lines = log.trimEnd().split('\n').filter(Boolean);
    return lines.map((line): string => JSON.parse(line).msg).filter((message) => message.startsWith('Another process'));
  }

  it('say at their start which modules another process has', async () => {
    const [without = '', ...further] = await warningsOf([]);
    expect(without).to.match(
      /^Another process of this database serves other modules: [0-9a-f]{8} acme\.notices team\.label\. This process serves: none\./,
    );
    expect(further).to.deep.equal([]);
    expect(await warningsOf([ownLabels])).to.have.lengthOf(1);
    const renamed = { ...ownLabels, events: {} };
    expect(await warningsOf([notices, renamed])).to.have.lengthOf(1);
  });

  it('say nothing if all have the same modules, in any order', async () => {
    expect(await warningsOf([notices, ownLabels])).to.deep.equal([]);
  });
});
