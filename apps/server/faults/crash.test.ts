import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { tally } from '../stress/support/load.ts';
import type { ApiResponse } from '../test/support/api.ts';
import { aRole, aTag } from '../test/support/builders.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { until } from '../test/support/machine.ts';
import { anAdministrator, aPerson, unique, type Person } from '../test/support/service.ts';
import { expectEventsOfWrites } from './support/events.ts';
import {
  expectAcknowledgedWritesStored,
  expectAtomicWrites,
  noAcknowledgedWrites,
  type AcknowledgedWrites,
} from './support/ledger.ts';
import { startServiceAndDatabase, type ServiceAndDatabase } from './support/site.ts';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 50);
const writersOfEachKind = 5;
const tagCount = 4;
const readyMs = 3000;

/** The processes that SIGKILL ends: all processes of PostgreSQL, or the service. */
interface Victim {
  readonly title: string;
  readonly kill: (site: ServiceAndDatabase) => Promise<void>;
  /** Starts PostgreSQL or the service again, and returns the time until the service is ready, in milliseconds. */
  readonly revive: (site: ServiceAndDatabase) => Promise<number>;
  /**
   * The status and code, or `broken`, with which a write may fail. The rate limit on setting roles may also refuse it.
   */
  readonly failure: string;
}

/** The result of a request whose connection broke. */
const broken = 'no response';

const victims: readonly Victim[] = [
  {
    title: 'When all processes of PostgreSQL are killed during writes',
    kill: ({ database }) => database.kill(),
    revive: async ({ database, server, api }) => {
      const pid = server.pid();
      await database.start();
      const there = performance.now();
      await until('the service is ready', async () => (await api.get('/health/ready')).status === 200);
      expect(server.pid()).to.equal(pid).and.not.equal(undefined);
      return performance.now() - there;
    },
    failure: '500 2001',
  },
  {
    title: 'When the service is killed during writes',
    kill: ({ server }) => server.end('SIGKILL'),
    revive: async ({ server }) => {
      const began = performance.now();
      await server.start();
      return performance.now() - began;
    },
    failure: broken,
  },
];

for (const victim of victims)
  describe(`${victim.title} (§6)`, () => {
    let site: ServiceAndDatabase;
    let people: readonly Person[];
    let administrators: readonly Person[];
    let roleIds: readonly string[];
    let tagIds: readonly string[];
    before(async () => {
      site = await startServiceAndDatabase();
      expect(await site.database.ask('SHOW fsync')).to.equal('on');
      people = [await aPerson(site, []), await aPerson(site, [])];
      const callers: Person[] = [];
      // One administrator may set roles at most ten times a minute, so the writers need several administrators.
      for (let count = 0; count < 20; count += 1) callers.push(await anAdministrator(site));
      administrators = callers;
      roleIds = (await Promise.all([1, 2, 3].map(() => aRole(site.admin)))).map(({ id }) => id);
      tagIds = (await Promise.all(Array.from({ length: tagCount }, () => aTag(site.admin)))).map(({ id }) => id);
    });
    after(() => site?.stop());

    const writeContent = async (said: AcknowledgedWrites): Promise<ApiResponse<unknown>> => {
      const body = { title: unique('Crash '), contentMd: 'Some *text*.', tagIds };
      const response = await site.admin.post<{ id: string }>('/contents', body);
      if (response.status === 201) said.contents.push(response.data.id);
      return response;
    };
    const register = async (said: AcknowledgedWrites): Promise<ApiResponse<unknown>> => {
      const username = unique('writer-');
      const body = { username, email: `${username}@example.com`, password: `password-${username}` };
      const response = await site.api.post<{ id: string }>('/auth/register', body);
      if (response.status === 201) said.users.push(response.data.id);
      return response;
    };
    let turn = 0;
    const setRoles = async (said: AcknowledgedWrites): Promise<ApiResponse<unknown>> => {
      turn += 1;
      const caller = administrators[turn % administrators.length] ?? expect.fail();
      const person = people[turn % people.length] ?? expect.fail();
      const agent = unique('setting-');
      const ids = roleIds.filter((_id, bit) => (turn >> bit) & 1);
      const response = await caller.api.put(`/users/${person.id}/roles`, { roleIds: ids }, { 'User-Agent': agent });
      if (response.status === 200) said.settings.push(agent);
      return response;
    };

    /** Runs writers until PostgreSQL or the service is killed, and returns the results of all their writes. */
    async function writeUntilKilled(said: AcknowledgedWrites): Promise<readonly string[]> {
      const responses: string[] = [];
      let isGone = false;
      const writer = async (
        write: (acknowledged: AcknowledgedWrites) => Promise<ApiResponse<unknown>>,
      ): Promise<void> => {
        for (let last = ''; last !== victim.failure; ) {
          last = await write(said).then(
            ({ status, code }) => `${status} ${code}`,
            () => broken,
          );
          responses.push(last);
          if (isGone) return;
        }
      };
      const kinds = [writeContent, register, setRoles];
      const writing = kinds.flatMap((kind) => Array.from({ length: writersOfEachKind }, () => writer(kind)));
      // On a busy machine the first write of a kind takes seconds. A kill before that write would test nothing.
      await until('a write of each kind is acknowledged', async () =>
        Object.values(said).every((ids) => ids.length > 0),
      );
      await sleep(Math.random() * 1200);
      await victim.kill(site);
      isGone = true;
      await Promise.all(writing);
      return responses;
    }

    it(`every write is complete or absent, no acknowledged write is lost, and the service is ready within 3 s (${rounds} times)`, async () => {
      const all = noAcknowledgedWrites();
      const responses: string[] = [];
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const said = noAcknowledgedWrites();
        responses.push(...(await writeUntilKilled(said)));
        times.push(await victim.revive(site));
        await expectAcknowledgedWritesStored(site, said);
        await expectAtomicWrites(site, people, tagCount);
        await expectEventsOfWrites(site);
        all.contents.push(...said.contents);
        all.users.push(...said.users);
        all.settings.push(...said.settings);
        // The next round begins within the same minute, so the counters of the rate limits are reset.
        await site.database.ask('DELETE FROM rate_limits');
      }
      // A later crash must not lose a write of an earlier round.
      await expectAcknowledgedWritesStored(site, all);
      const { contents, users, settings } = all;
      printMeasurement(
        'writes acknowledged before a kill',
        `${contents.length} contents, ${users.length} users, ${settings.length} role settings`,
      );
      printMeasurement('responses', JSON.stringify(tally(responses)));
      printMeasurement('longest time until the service was ready again, in ms', Math.max(...times));
      // The code 1029 means that an administrator has set roles more than ten times in a minute.
      // The code 2003 means that a connection was lost during a commit, so that the outcome is not known.
      expect(['200 0', '201 0', '429 1029', '503 2003', victim.failure]).to.include.members(
        Object.keys(tally(responses)),
      );
      expect(Math.max(...times)).to.be.at.most(readyMs);
    });
  });
