import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { figure } from '../test/support/figure.ts';
import { everyKind } from './support/kinds.ts';
import { startSite, type Site } from './support/site.ts';
import {
  expectBack,
  expectBounded,
  figures,
  lastFailure,
  traffic,
  type Kinds,
  type Outcome,
} from './support/traffic.ts';

const clients = 16;
const backMs = 2000;

describe('An outage of PostgreSQL under load', () => {
  let site: Site;
  let kinds: Kinds;
  before(async () => {
    site = await startSite();
    const { reads, searches, writes, sessions } = await everyKind(site);
    kinds = { ...reads, ...searches, ...writes, ...sessions };
  });
  after(() => site?.stop());

  it('stopped immediately and restarted, 10 times: 2001 meanwhile, and success 2 s after the restart', async () => {
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
      expectBack(outcomes, backAt, backMs);
      failures.push(lastFailure(outcomes, backAt));
      all.push(...outcomes);
    }
    expect(server.pid()).to.equal(pid).and.not.equal(undefined);
    figures('stopped at once', all);
    figure(
      'ms after the database was back that the last request that failed was sent, worst of 10',
      Math.max(...failures),
    );
  });

  it('all backends terminated repeatedly: 2001 meanwhile, and immediate success afterwards', async () => {
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
    expectBack(outcomes, lastAt, backMs);
    expect(server.pid()).to.equal(pid).and.not.equal(undefined);
    figures(`${ended} backends terminated`, outcomes);
    figure(
      'ms after the last were terminated that the last request that failed was sent',
      lastFailure(outcomes, lastAt),
    );
  });

  it('frozen with open connections: every response within 5 s, and success 2 s after it continues', async () => {
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
    figures('frozen', outcomes);
    figure('ms after it went on that the last request that failed was sent', lastFailure(outcomes, onAt));
    expectBounded(outcomes);
    expectBack(outcomes, onAt, backMs);
    expect(server.pid()).to.equal(pid).and.not.equal(undefined);
  });
});
