import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { tally } from '../stress/support/load.ts';
import type { Answer } from '../test/support/api.ts';
import { aRole, aTag } from '../test/support/builders.ts';
import { figure } from '../test/support/figure.ts';
import { until } from '../test/support/machine.ts';
import { anAdministrator, aPerson, unique, type Person } from '../test/support/service.ts';
import { expectKept, expectWhole, nothingAcknowledged, type Acknowledged } from './support/ledger.ts';
import { startSite, type Site } from './support/site.ts';

const rounds = 50;
const writersOfEachKind = 5;
const tagCount = 4;
const readyMs = 3000;

describe('PostgreSQL killed in the middle of writes, all its processes at once (§6)', () => {
  let site: Site;
  let people: readonly Person[];
  let administrators: readonly Person[];
  let roleIds: readonly string[];
  let tagIds: readonly string[];
  before(async () => {
    site = await startSite();
    expect(await site.database.ask('SHOW fsync')).to.equal('on');
    people = [await aPerson(site, []), await aPerson(site, [])];
    const callers: Person[] = [];
    // Each may set roles ten times a minute.
    for (let count = 0; count < 20; count += 1) callers.push(await anAdministrator(site));
    administrators = callers;
    roleIds = (await Promise.all([1, 2, 3].map(() => aRole(site.admin)))).map(({ id }) => id);
    tagIds = (await Promise.all(Array.from({ length: tagCount }, () => aTag(site.admin)))).map(({ id }) => id);
  });
  after(() => site?.stop());

  const writeContent = async (said: Acknowledged): Promise<Answer<unknown>> => {
    const body = { title: unique('Crash '), contentMd: 'Some *text*.', tagIds };
    const answer = await site.admin.post<{ id: string }>('/contents', body);
    if (answer.status === 201) said.contents.push(answer.data.id);
    return answer;
  };
  const register = async (said: Acknowledged): Promise<Answer<unknown>> => {
    const username = unique('writer-');
    const body = { username, email: `${username}@example.com`, password: `password-${username}` };
    const answer = await site.api.post<{ id: string }>('/auth/register', body);
    if (answer.status === 201) said.users.push(answer.data.id);
    return answer;
  };
  let turn = 0;
  const setRoles = async (said: Acknowledged): Promise<Answer<unknown>> => {
    turn += 1;
    const caller = administrators[turn % administrators.length] ?? expect.fail();
    const person = people[turn % people.length] ?? expect.fail();
    const agent = unique('setting-');
    const ids = roleIds.filter((_id, bit) => (turn >> bit) & 1);
    const answer = await caller.api.put(`/users/${person.id}/roles`, { roleIds: ids }, { 'User-Agent': agent });
    if (answer.status === 200) said.settings.push(agent);
    return answer;
  };

  /** Writers that go on until the database is gone; every way in which they were answered. */
  async function writeUntilKilled(said: Acknowledged): Promise<readonly string[]> {
    const answers: string[] = [];
    let isGone = false;
    const writer = async (write: (acknowledged: Acknowledged) => Promise<Answer<unknown>>): Promise<void> => {
      for (let last = 0; last !== 2001; ) {
        const { status, code } = await write(said);
        answers.push(`${status} ${code}`);
        last = code;
        if (isGone) return;
      }
    };
    const kinds = [writeContent, register, setRoles];
    const writing = kinds.flatMap((kind) => Array.from({ length: writersOfEachKind }, () => writer(kind)));
    await sleep(400 + Math.random() * 800);
    await site.database.kill();
    isGone = true;
    await Promise.all(writing);
    return answers;
  }

  it(`${rounds} times: nothing is torn, nothing acknowledged is lost, ready within 3 s of the database`, async () => {
    const { database, server, api } = site;
    const pid = server.pid();
    const all = nothingAcknowledged();
    const answers: string[] = [];
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const said = nothingAcknowledged();
      answers.push(...(await writeUntilKilled(said)));
      await database.start();
      const there = performance.now();
      await until('the service is ready', async () => (await api.get('/health/ready')).status === 200);
      times.push(performance.now() - there);
      await expectKept(site, said);
      await expectWhole(site, people, tagCount);
      all.contents.push(...said.contents);
      all.users.push(...said.users);
      all.settings.push(...said.settings);
      // A minute in which they may set roles anew.
      await database.ask('DELETE FROM rate_limits');
    }
    // Once more, now that every crash is past.
    await expectKept(site, all);
    const { contents, users, settings } = all;
    figure(
      'writes acknowledged before a kill',
      `${contents.length} contents, ${users.length} users, ${settings.length} role settings`,
    );
    figure('answers', JSON.stringify(tally(answers)));
    figure('ms from the database to ready, worst', Math.max(...times));
    // An administrator may set roles ten times a minute.
    expect(['200 0', '201 0', '500 2001', '429 1029']).to.include.members(Object.keys(tally(answers)));
    expect(Math.max(...times)).to.be.at.most(readyMs);
    expect(server.pid()).to.equal(pid).and.not.equal(undefined);
  });
});
