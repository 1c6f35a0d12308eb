import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, typeormUnitOfWork, type Database, viewsOf } from '@portcullis/adapters-persistence';
import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { sendDeliveries, type LeasedDelivery } from '@portcullis/application/internal/deliveries/send-deliveries';
import { mailKind, mailDeliverySender } from '@portcullis/application/internal/mail/mails';
import type { Clock } from '@portcullis/application/internal/ports/system';
import { webhookKind, webhookDeliverySender } from '@portcullis/application/internal/webhooks/webhook-deliveries';
import { aDelivery, aWebhook } from '@portcullis/testing/internal/builders';
import { deliverySlots, slotsPerReceiver } from '@portcullis/domain/internal/events/delivery';
import type { Webhook } from '@portcullis/domain/internal/events/webhook';
import { expect } from 'chai';
import { webhookSecrets } from '../src/adapters/secrets.ts';
import { randomIds } from '../src/adapters/system.ts';
import { webhookClient } from '../src/adapters/webhooks/client.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { uncounted } from '../src/wiring/ports.ts';
import { responds, hangs, loopbackHosts, Receiver, resets } from '../test/webhooks/receiver.ts';

const hooks = 100;
const perHook = Number(process.env['DELIVERIES_PER_WEBHOOK'] ?? 1000);
const hosts = loopbackHosts(hooks / slotsPerReceiver);
const senders = 2;
/** The clock of the senders runs faster by this factor, so that pauses of minutes pass in seconds. */
const speed = 5;
/**
 * At each restart of the receiver, the clock skips this time, in milliseconds, so that long pauses pass too. A sender
 * reserves a queue of deliveries for a limited time (the lease). The skip also ends leases early.
 */
const skippedMs = 3_600_000;
/**
 * Time limit of a request, in milliseconds. It is longer than a response takes on a busy machine, and shorter than a
 * lease, which the fast clock of the senders measures.
 */
const hangMs = 1000;

const start = Date.now();
let skips = 0;
const fastClock: Clock = { now: () => new Date(start + (Date.now() - start) * speed + skips * skippedMs) };

/** The kinds of wrong behaviour of the receiver, each with its share of the requests. */
const misbehaviours = [
  { share: 0.05, behave: responds(500) },
  { share: 0.03, behave: responds(503, { 'Retry-After': '1' }) },
  { share: 0.03, behave: responds(302, { Location: '/other' }) },
  { share: 0.03, behave: resets },
  { share: 0.01, behave: hangs },
];

describe('Deliveries to a receiver that fails, hangs, resets connections, redirects and restarts', function () {
  this.timeout(1_800_000);

  let temporary: TemporaryDatabase;
  const databases: Database[] = [];
  before(async () => {
    temporary = await temporaryDatabase(process.env['TEST_DATABASE_URL'] ?? '');
    for (let count = 0; count < senders; count += 1) {
      databases.push(await openDatabase({ url: temporary.url, poolSize: 10 }));
    }
  });
  after(async () => {
    for (const database of databases) await database.close();
    await temporary.drop();
  });

  it('are all accepted, in the order of each webhook, and repeated only with the same id', async () => {
    /** The message ids that the receiver has accepted, by the path of the webhook. */
    const accepted = new Map<string, string[]>();
    let receiver = await Receiver.start(0, '0.0.0.0');
    const { port } = receiver;
    const begin = (): void => {
      receiver.behave = (response, request) => {
        let left = Math.random();
        for (const { share, behave } of misbehaviours) {
          left -= share;
          if (left < 0) return behave(response, request);
        }
        const path = request.url ?? '';
        accepted.set(path, [...(accepted.get(path) ?? []), String(request.headers['webhook-id'])]);
        return responds(204)(response, request);
      };
    };
    begin();

    const [database] = databases;
    if (database === undefined) throw new Error('There is no database.');
    const work = typeormUnitOfWork(database);
    const expected = new Map<string, string[]>();
    for (let number = 0; number < hooks; number += 1) {
      const url = `http://${hosts[number % hosts.length]}:${port}/${number}`;
      const webhook: Webhook = aWebhook({ url, secret: webhookSecrets.create() });
      const queue = webhook.id;
      const deliveries = Array.from({ length: perHook }, () => aDelivery({ queue, messageId: randomIds.next() }));
      expected.set(
        `/${number}`,
        deliveries.map(({ messageId }) => messageId),
      );
      await work.run(async (tx) => {
        await tx.webhooks.add(webhook);
        await tx.deliveries.add(deliveries);
      });
    }

    const done = new AbortController();
    let crashes = 0;
    const cancel = new AbortController().signal;
    setMaxListeners(0, cancel);
    const client = webhookClient({ allowedPorts: [port], allowedHosts: hosts, timeoutMs: hangMs });
    /**
     * Sends until no delivery is waiting. One of 500 attempts ends as if the process had died before storing the
     * result.
     */
    const run = async ({ dataSource, reader }: Database): Promise<void> => {
      const sender = webhookDeliverySender({
        clock: fastClock,
        ids: randomIds,
        webhooks: viewsOf(reader).webhooks,
        webhookClient: client,
        secretBox: { open: (sealed) => sealed },
      });
      const refuse = () => Promise.reject(new Error('No mail was queued.'));
      const noMails = mailDeliverySender({
        clock: fastClock,
        mails: { send: refuse },
        secretBox: { open: (sealed) => sealed },
      });
      const crashing: typeof sender.attempt = async (delivery, signal) => {
        const result = await sender.attempt(delivery, signal);
        if (Math.random() >= 1 / 500) return result;
        crashes += 1;
        throw new Error('crashed');
      };
      const { take, send } = sendDeliveries({
        work: typeormUnitOfWork({ dataSource }),
        clock: fastClock,
        ids: randomIds,
        senders: { [webhookKind]: { ...sender, attempt: crashing }, [mailKind]: noMails },
        deliveryCounters: uncounted,
        random: Math.random,
      });
      const sending = new Map<LeasedDelivery, Promise<unknown>>();
      while (!done.signal.aborted) {
        for (const taken of await take([...sending.keys()])) {
          const sent = send(taken, { isStopping: () => false, cancel }).catch(() => undefined);
          sending.set(taken, sent);
          void sent.finally(() => sending.delete(taken));
        }
        await (sending.size < deliverySlots.webhook ? sleep(10) : Promise.race(sending.values()));
      }
      await Promise.all(sending.values());
    };

    const began = performance.now();
    const running = Promise.all(databases.map(run));
    let restarts = 0;
    let waiting = hooks * perHook;
    while (waiting > 0) {
      await sleep(3000);
      await receiver.stop();
      await sleep(50);
      receiver = await Receiver.start(port, '0.0.0.0');
      begin();
      restarts += 1;
      skips += 1;
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM deliveries WHERE state = 'waiting'`,
      );
      waiting = rows[0]?.count ?? 0;
    }
    done.abort();
    await running;
    await receiver.stop();

    const { rows } = await database.pool.query<{ state: string; count: number; attempts: number }>(
      'SELECT state, count(*)::int AS count, sum(attempts)::int AS attempts FROM deliveries GROUP BY state',
    );
    const received = [...accepted.values()].flat();
    printMeasurement('deliveries', hooks * perHook);
    printMeasurement('attempts that were stored', rows[0]?.attempts ?? 0);
    printMeasurement('attempts that crashed', crashes);
    printMeasurement('restarts of the receiver', restarts);
    printMeasurement('accepted more than once', received.length - new Set(received).size);
    printMeasurement('seconds', Math.round((performance.now() - began) / 1000));
    expect(rows).to.have.lengthOf(1);
    expect(rows[0]).to.include({ state: 'delivered', count: hooks * perHook });
    for (const [path, messageIds] of expected) {
      expect([...new Set(accepted.get(path))], path).to.deep.equal(messageIds);
    }
    expect(crashes).to.be.above(0);
  });
});
