import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '@portcullis/adapters-persistence';
import { expect } from 'chai';
import { quantile, tally } from '../../stress/support/load.ts';
import { printMeasurement } from '../../test/support/figure.ts';
import { until } from '../../test/support/machine.ts';
import { workersOf } from '../../test/support/workers.ts';
import { passwords } from './support/database-node.ts';
import { effectiveRequests } from './support/effects.ts';
import { randomFaults } from './support/faults.ts';
import { judge } from './support/ledger.ts';
import { startSite, workers, type Site } from './support/site.ts';
import { startTraffic } from './support/traffic.ts';

const minutes = Number(process.env['CLUSTER_MINUTES'] ?? '20');
const count = Number(process.env['CLUSTER_FAULTS'] ?? '40');
/** Time until the last scheduled content is published, in milliseconds. */
const settleMs = 10_000;
/** Time until Patroni of another server knows of a fault, in milliseconds. */
const noticeMs = 4000;

/** The effect of a fault on writes; times are in milliseconds. */
interface Interruption {
  readonly fault: string;
  /** The longest time without an acknowledged write of the service, and of a plain client of PostgreSQL. */
  readonly service: number;
  readonly plain: number;
}

/** Returns the longest time between two of these times after `from` and before `to`. */
function longestGap(times: readonly number[], from: number, to: number): number {
  const before = times.findLast((time) => time < from) ?? from;
  const inside = times.filter((time) => time >= from && time <= to);
  return Math.max(...[...inside, to].map((time, index) => time - (inside[index - 1] ?? before)));
}

describe('Two processes of the service on three PostgreSQL servers, all of which fail in turn', function () {
  this.timeout((minutes + count * 3 + 20) * 60_000);
  let site: Site;
  let plain: Database;
  before(async () => {
    site = await startSite();
    const url = site.databases.balancers[0]
      .primaryUrl('owner')
      .replace(/\/\/[^@]*@/, `//postgres:${passwords.superuser}@`);
    await site.databases.ask('CREATE SCHEMA plain; CREATE TABLE plain.writes (n serial)');
    plain = await openDatabase({ url, poolSize: 12, applicationName: 'plain' });
  });
  after(async () => {
    await plain?.close();
    await site?.stop();
  });

  /** Writes with a plain client every 200 ms until the end. Returns the times of the commits. */
  function writePlainly(over: AbortSignal): readonly number[] {
    const committedAt: number[] = [];
    const write = async (): Promise<void> => {
      await plain.pool.query('INSERT INTO plain.writes DEFAULT VALUES');
      committedAt.push(performance.now());
    };
    const timer = setInterval(() => void write().catch(() => undefined), 200);
    over.addEventListener('abort', () => clearInterval(timer));
    return committedAt;
  }

  const lines = async (sql: string): Promise<readonly string[]> => {
    const text = await site.databases.ask(sql);
    return text === '' ? [] : text.split('\n');
  };

  it(`lose nothing and do nothing twice in ${minutes} minutes with ${count} faults`, async () => {
    const { databases, servers, receiver } = site;
    const pids = servers.map(({ pid }) => pid());
    const { seen, stop, readEvents } = await startTraffic(site);
    const over = new AbortController();
    const plainAt = writePlainly(over.signal);
    await sleep(5000);
    const struck: { readonly name: string; readonly at: number }[] = [];
    const began = performance.now();
    let renewed = 0;
    const random = randomFaults();
    try {
      while (struck.length < count || performance.now() - began < minutes * 60_000) {
        const { name, strike } = random.next().value;
        const at = performance.now();
        await strike(site);
        await sleep(noticeMs);
        renewed += await databases.becomeComplete(name);
        struck.push({ name, at });
        process.stdout.write(
          `${new Date().toISOString()} ${struck.length}. ${name}: ${Math.round(performance.now() - at)} ms\n`,
        );
        await sleep(2000 + Math.random() * 4000);
      }
    } finally {
      await stop();
      over.abort();
    }
    const minutesTaken = (performance.now() - began) / 60_000;

    const interruptions = struck.map(({ name, at }, index): Interruption => {
      const to = struck[index + 1]?.at ?? performance.now();
      return {
        fault: name,
        service: longestGap(seen.ledger.acknowledgedAt, at, to),
        plain: longestGap(plainAt, at, to),
      };
    });
    const attempts = seen.ledger.writes.flatMap((write) => write.attempts);
    const verdict = judge(seen.ledger.writes, await effectiveRequests(databases.ask, attempts));

    await until(
      'all is delivered',
      async () => (await databases.ask(`SELECT count(*) FROM deliveries WHERE state <> 'delivered'`)) === '0',
      120_000,
    );
    // Scheduled contents are published after the last request, which is an event as well.
    await sleep(settleMs);
    await readEvents();
    const storedEvents = await lines('SELECT id FROM events ORDER BY position');
    const read = new Set(seen.events.ids);
    const hookEvents = await lines(`SELECT id FROM events WHERE type IN ('tag.created', 'content.published')`);
    const delivered = tally(receiver.got.map(({ headers }) => String(headers['webhook-id'])));
    const wrongSchedules =
      await lines(`SELECT id, status FROM contents WHERE id IN (${seen.scheduled.map((id) => `'${id}'`).join() || 'NULL'})
      AND (status <> 'PUBLISHED' OR 1 <> (SELECT count(*) FROM events e WHERE e.type = 'content.published' AND e.subject_id = contents.id))`);
    const wrongFiles: string[] = [];
    for (const { url, text } of seen.files) {
      const response = await fetch(new URL(url, site.api.url));
      if ((await response.text()) !== text) wrongFiles.push(`${url}: ${response.status}`);
    }
    const wrongTotals = await lines('SELECT * FROM wrong_totals()');
    const supervisors = servers.map(({ pid }) => pid());
    const missingWorkers = supervisors.filter(
      (pid) => pid === undefined || workersOf({ pid }).length !== workers,
    ).length;

    const { publicReads, accessChecks, sessions, streams } = seen;
    const unread = storedEvents.filter((id) => !read.has(id));
    const undelivered = hookEvents.filter((id) => delivered[id] === undefined);
    const refusedShare = publicReads.refused.length / (publicReads.served + publicReads.refused.length);
    printMeasurement('minutes', minutesTaken);
    printMeasurement('faults', JSON.stringify(tally(struck.map(({ name }) => name))));
    printMeasurement('servers that an operator had to make anew', renewed);
    printMeasurement('writes acknowledged, attempts', `${verdict.acknowledged}, ${verdict.attempts}`);
    printMeasurement('refusals', JSON.stringify(tally(verdict.refusals)));
    printMeasurement('attempts with an unknown outcome', verdict.unknown);
    printMeasurement('acknowledged writes lost', verdict.lost.length + wrongFiles.length);
    printMeasurement('writes done twice', verdict.twice.length);
    printMeasurement('refused writes that took effect', verdict.refusedButDone.length);
    printMeasurement('access checks, after a revocation', `${accessChecks.made}, ${accessChecks.afterRevocation}`);
    printMeasurement('rights that worked after their revocation', seen.staleRights.length);
    printMeasurement('log-ins, refreshes', `${sessions.logins}, ${sessions.refreshes}`);
    printMeasurement('sessions ended without a cause', seen.sessionsEnded.length);
    printMeasurement(
      'events, missing, twice',
      `${storedEvents.length}, ${unread.length}, ${seen.events.ids.length - read.size}`,
    );
    printMeasurement(
      'deliveries of webhooks, missing, repeated',
      `${hookEvents.length}, ${undelivered.length}, ${receiver.got.length - Object.keys(delivered).length}`,
    );
    printMeasurement(
      'streams opened, messages, missed messages',
      `${streams.opened}, ${streams.messages}, ${streams.missed.length}`,
    );
    printMeasurement(
      'uploaded files, schedules, wrong schedules',
      `${seen.files.length}, ${seen.scheduled.length}, ${wrongSchedules.length}`,
    );
    printMeasurement(
      'public reads served, refused, sent again',
      `${publicReads.served}, ${publicReads.refused.length}, ${publicReads.broken}`,
    );
    printMeasurement('processes that needed a restart', missingWorkers);
    for (const name of new Set(struck.map((each) => each.name))) {
      const own = interruptions.filter(({ fault }) => fault === name);
      const seconds = (of: 'service' | 'plain', part: number): string =>
        (
          quantile(
            own.map((each) => each[of]),
            part,
          ) / 1000
        ).toFixed(1);
      printMeasurement(
        `seconds without writes, ${name}`,
        `median ${seconds('service', 0.5)}, worst ${seconds('service', 1)}; a plain client: ${seconds('plain', 0.5)}, ${seconds('plain', 1)}`,
      );
    }

    const wrong = Object.entries({
      lost: verdict.lost,
      twice: verdict.twice,
      refusedButDone: verdict.refusedButDone,
      staleRights: seen.staleRights,
      sessionsEnded: seen.sessionsEnded,
      eventFaults: [...seen.events.faults, ...unread],
      undelivered,
      missedMessages: streams.missed,
      wrongSchedules,
      wrongFiles,
      wrongTotals,
      publicReads: refusedShare > 1 / 10_000 ? publicReads.refused : [],
      slower: interruptions
        .filter(({ service, plain: managers }) => service > managers + 3000)
        .map(({ fault, service, plain: managers }) => `${fault}: ${service} ms, a plain client ${managers} ms`),
    }).flatMap(([what, all]) => all.map((each) => `${what}: ${each}`));
    expect(wrong).to.deep.equal([]);
    expect(missingWorkers).to.equal(0);
    expect(supervisors).to.deep.equal(pids);
  });
});
