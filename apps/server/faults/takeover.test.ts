import type { Socket } from 'node:net';
import { expect } from 'chai';
import { inParallel } from '../stress/support/load.ts';
import { apiAt, type Api } from '../test/support/api.ts';
import { aTag, createResource } from '../test/support/builders.ts';
import { startPrimary, type DatabaseServer } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { postgresPrograms, createTestHost, until, type TestHost } from '../test/support/machine.ts';
import { startProcess, type Process } from '../test/support/process.ts';
import { administrator, logInAs } from '../test/support/service.ts';
import { publicUrl } from '../test/mail/received-mails.ts';
import { repliesAfter } from '../test/mail/slow-replies.ts';
import { startSocketServer, type SocketServer } from '../test/support/socket-server.ts';
import { loopbackHosts, Receiver } from '../test/webhooks/receiver.ts';
import { environment } from './support/site.ts';

const rounds = Number(process.env['TAKEOVER_ROUNDS'] ?? 3);
const hooks = 8;
/** Each webhook has a host of its own, because a process sends simultaneously from few queues of one host. */
const hosts = loopbackHosts(hooks);
const writes = 150;
/**
 * Response time of the receiver, in milliseconds. It is so long that deliveries are still waiting when the process is
 * killed.
 */
const responseMs = 100;
const timeoutMs = 180_000;
/** Maximum time from the kill until the last requests of the killed process reach the receiver, in milliseconds. */
const aMomentMs = 1000;
/** Maximum time from the kill until another process continues with the deliveries, in milliseconds. */
const takeoverMs = 20_000;
/** Time that the mail server needs to accept a mail, in milliseconds. It is longer than a lease. */
const slowReplyMs = 25_000;

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

describe('Deliveries of a process that is killed', () => {
  let machine: TestHost;
  let database: DatabaseServer;
  let receiver: Receiver;
  let mailServer: SocketServer;
  let behaveAsMailServer: (socket: Socket) => void;
  const programs: Process[] = [];
  const arrivals: Arrival[] = [];

  const aSender = async (): Promise<Sender> => {
    const program = startProcess({
      ...environment,
      DATABASE_URL: database.url,
      WEBHOOK_ALLOWED_HOSTS: hosts.join(','),
      WEBHOOK_ALLOWED_PORTS: String(receiver.port),
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'no-reply@example.com',
      PUBLIC_URL: publicUrl,
    });
    programs.push(program);
    return { program, admin: await logInAs(apiAt(await program.listening), administrator) };
  };

  before(async () => {
    machine = createTestHost(...postgresPrograms);
    database = await startPrimary(machine);
    receiver = await Receiver.start(0, '0.0.0.0');
    mailServer = await startSocketServer((socket) => behaveAsMailServer(socket));
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
    await mailServer?.stop();
    await machine?.dismantle();
  });

  const count = async (sql: string): Promise<number> => Number(await database.ask(`SELECT count(*) FROM ${sql}`));
  const waiting = () => count(`deliveries WHERE state <> 'delivered'`);

  it('include mails, which another process soon sends, but never while a slow mail server accepts them', async () => {
    behaveAsMailServer = (socket) => void socket.resume().write('220 ready\r\n');
    const victim = await aSender();
    await victim.admin.post('/auth/password-resets', { login: administrator.username });
    await until('the mail server is called', async () => mailServer.accepted() === 1);
    const others = [await aSender(), await aSender()];
    victim.program.kill('SIGKILL');
    const killedAt = performance.now();
    let accepted = 0;
    behaveAsMailServer = repliesAfter(0, slowReplyMs, () => (accepted += 1));
    await until('another process sends the mail', async () => accepted > 0, timeoutMs);
    const waitedMs = performance.now() - killedAt;
    printMeasurement('s from the end of the process to the next mail', waitedMs / 1000);
    expect(waitedMs).to.be.below(takeoverMs);
    await until('the mail is sent', async () => (await count(`deliveries WHERE kind = 'mail'`)) === 0, timeoutMs);
    expect(accepted).to.equal(1);
    expect(mailServer.accepted()).to.equal(2);
    await Promise.all(others.map(({ program }) => program.stop()));
  });

  it(`are all sent by another process after the lease ends, in the order of each webhook, and repeated only with the same id (${rounds} times)`, async () => {
    let victim = await aSender();
    for (let number = 0; number < hooks; number += 1) {
      const url = `http://${hosts[number]}:${receiver.port}/${number}`;
      await createResource(victim.admin, '/webhooks', { url, types: ['tag.created'] });
    }
    for (let round = 0; round < rounds; round += 1) {
      const { admin, program } = victim;
      await inParallel(writes, 8, () => aTag(admin));
      const enough = arrivals.length + hooks * 10;
      await until('some deliveries have arrived', async () => arrivals.length >= enough);
      // The process that will be killed has reserved most delivery queues. The other process cannot send from them
      // until these reservations end.
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
      const firstOf = (number: number) => taken.find(({ hook }) => hook === `/${number}`)?.at ?? Infinity;
      const waitedMs = Math.max(...Array.from({ length: hooks }, (_, number) => firstOf(number))) - killedAt;
      printMeasurement('s from the end of the process to the next delivery of every webhook', waitedMs / 1000);
      expect(waitedMs).to.be.below(takeoverMs);
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
