import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { createRequestMix } from './support/kinds.ts';
import { startServiceAndDatabase, type ServiceAndDatabase } from './support/site.ts';
import {
  expectRecovery,
  expectBounded,
  printRequestStatistics,
  lastFailure,
  traffic,
  type Kinds,
  type Outcome,
} from './support/traffic.ts';

const clients = 16;
const backMs = 2000;

describe('The service under load, during an outage of PostgreSQL', () => {
  let site: ServiceAndDatabase;
  let kinds: Kinds;
  before(async () => {
    site = await startServiceAndDatabase();
    const { reads, searches, writes, sessions } = await createRequestMix(site);
    kinds = { ...reads, ...searches, ...writes, ...sessions };
  });
  after(() => site?.stop());

  it('fails with 2001 while PostgreSQL is stopped, and serves every request 2 s after the restart (10 times)', async () => {
    const { database, server } = site;
    const pid = server.pid();
    const all: Outcome[] = [];
    const failures: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      let backAt = 0;
      const outcomes = await traffic(kinds, clients, async () => {
        await sleep(500);
        await database.stop();
        await sleep(1000);
        await database.start();
        backAt = performance.now();
        await sleep(backMs + 1000);
      });
      expectBounded(outcomes);
      expectRecovery(outcomes, backAt, backMs);
      failures.push(lastFailure(outcomes, backAt));
      all.push(...outcomes);
    }
    expect(server.pid()).to.equal(pid).and.not.equal(undefined);
    printRequestStatistics('stopped', all);
    printMeasurement(
      'ms from the restart until the last failed request was sent, maximum of 10',
      Math.max(...failures),
    );
  });

  it('fails with 2001 while all backends are repeatedly terminated, and serves every request 2 s later', async () => {
    const { database, server } = site;
    const pid = server.pid();
    let ended = 0;
    let lastAt = 0;
    const outcomes = await traffic(kinds, clients, async () => {
      for (let round = 0; round < 20; round += 1) {
        await sleep(300);
        ended += Number(
          await database.ask(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`),
        );
      }
      lastAt = performance.now();
      await sleep(backMs + 1000);
    });
    expectBounded(outcomes);
    expectRecovery(outcomes, lastAt, backMs);
    expect(server.pid()).to.equal(pid).and.not.equal(undefined);
    printRequestStatistics(`${ended} backends terminated`, outcomes);
    printMeasurement(
      'ms from the last termination until the last failed request was sent',
      lastFailure(outcomes, lastAt),
    );
  });

  it('responds within 10 s while PostgreSQL is frozen, and serves every request 2 s after it continues', async () => {
    const { database, server } = site;
    const pid = server.pid();
    let onAt = 0;
    const outcomes = await traffic(kinds, clients, async () => {
      await sleep(1000);
      const goOn = database.freeze();
      try {
        await sleep(15_000);
      } finally {
        goOn();
      }
      onAt = performance.now();
      await sleep(backMs + 1000);
    });
    printRequestStatistics('frozen', outcomes);
    printMeasurement(
      'ms from the end of the freeze until the last failed request was sent',
      lastFailure(outcomes, onAt),
    );
    expectBounded(outcomes);
    expectRecovery(outcomes, onAt, backMs);
    expect(server.pid()).to.equal(pid).and.not.equal(undefined);
  });
});
