import { expect } from 'chai';
import { inParallel } from '../stress/support/load.ts';
import { apiAt, type Api } from '../test/support/api.ts';
import { aTag, createResource } from '../test/support/builders.ts';
import { startPrimary, type DatabaseServer } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { postgresPrograms, createTestHost, until, type TestHost } from '../test/support/machine.ts';
import { startProcess, type Process } from '../test/support/process.ts';
import { administrator, logInAs } from '../test/support/service.ts';
import { Receiver } from '../test/webhooks/receiver.ts';
import { environment } from './support/site.ts';

const rounds = Number(process.env['TAKEOVER_ROUNDS'] ?? 3);
const hooks = 8;
const writes = 150;
/**
 * Response time of the receiver, in milliseconds. It is so long that deliveries are still waiting when the process is
 * killed.
 */
const responseMs = 100;
const timeoutMs = 180_000;
/** Maximum time from the kill until the last requests of the killed process reach the receiver, in milliseconds. */
const aMomentMs = 1000;

interface Sender {
  readonly program: Process;
  readonly admin: Api;
}

interface Arrival {
  readonly hook: string;
  readonly id: string;
  readonly body: string;
  /** Time of arrival, from `performance.now()`. */
  readonly at: number;
}

describe('Webhook deliveries of a process that is killed', () => {
  let machine: TestHost;
  let database: DatabaseServer;
  let receiver: Receiver;
  const programs: Process[] = [];
  const arrivals: Arrival[] = [];

  const aSender = async (): Promise<Sender> => {
    const program = startProcess({
      ...environment,
      DATABASE_URL: database.url,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_ALLOWED_PORTS: String(receiver.port),
    });
    programs.push(program);
    return { program, admin: await logInAs(apiAt(await program.listening), administrator) };
  };

  before(async () => {
    machine = createTestHost(...postgresPrograms);
    database = await startPrimary(machine);
    receiver = await Receiver.start();
    receiver.behave = (response, request) => {
      const body = receiver.got.at(-1)?.body ?? '';
      const id = String(request.headers['webhook-id']);
      arrivals.push({ hook: request.url ?? '', id, body, at: performance.now() });
      setTimeout(() => response.writeHead(204).end(), responseMs);
    };
  });
  after(async () => {
    await Promise.all(programs.map(({ stop }) => stop()));
    await receiver?.stop();
    await machine?.dismantle();
  });

  const count = async (sql: string): Promise<number> => Number(await database.ask(`SELECT count(*) FROM ${sql}`));
  const waiting = () => count(`deliveries WHERE state <> 'delivered'`);

  it(`are all sent by another process after the lease ends, in the order of each webhook, and repeated only with the same id (${rounds} times)`, async () => {
    let victim = await aSender();
    for (let number = 0; number < hooks; number += 1) {
      const url = `http://127.0.0.1:${receiver.port}/${number}`;
      await createResource(victim.admin, '/webhooks', { url, types: ['tag.created'] });
    }
    for (let round = 0; round < rounds; round += 1) {
      const { admin, program } = victim;
      await inParallel(writes, 8, () => aTag(admin));
      const enough = arrivals.length + hooks * 10;
      await until('some deliveries have arrived', async () => arrivals.length >= enough);
      // The process that will be killed has reserved all delivery queues. The other process has nothing to send until
      // these reservations end.
      const other = await aSender();
      program.kill('SIGKILL');
      expect(await program.ended).to.equal(null);
      const killedAt = performance.now();
      const left = await waiting();
      printMeasurement('deliveries that waited when the process was killed', left);
      expect(left).to.be.above(0);
      await until('all is delivered', async () => (await waiting()) === 0, timeoutMs);
      const taken = arrivals.filter(({ at }) => at > killedAt + aMomentMs);
      printMeasurement('webhooks that another process took over', new Set(taken.map(({ hook }) => hook)).size);
      printMeasurement(
        's from the end of the process to the next delivery',
        ((taken[0]?.at ?? killedAt) - killedAt) / 1000,
      );
      victim = other;
    }

    const ids = await database.ask(
      `SELECT string_agg(id::text, ' ' ORDER BY position) FROM events WHERE type = 'tag.created'`,
    );
    const expected = ids.trim().split(' ');
    expect(expected).to.have.lengthOf(rounds * writes);
    const bodies = new Set(arrivals.map(({ hook, id, body }) => JSON.stringify([hook, id, body])));
    printMeasurement('deliveries', bodies.size);
    printMeasurement('repeated deliveries', arrivals.length - bodies.size);
    for (let number = 0; number < hooks; number += 1) {
      const got = arrivals.filter(({ hook }) => hook === `/${number}`).map(({ id }) => id);
      expect([...new Set(got)], `webhook ${number}`).to.deep.equal(expected);
      // A delivery may be repeated only if it was in flight during the kill. The repetition must come before the next
      // delivery.
      expect(
        got.filter((id, index) => id !== got[index - 1]),
        `webhook ${number}`,
      ).to.deep.equal(expected);
    }
    expect(bodies.size).to.equal(hooks * rounds * writes);
  });
});
