import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, sharedService, startService, type Person, type Service } from './support/service.ts';
import {
  ended,
  letPass,
  openSession,
  refresh,
  refreshed,
  refreshStanding,
  sessionOf,
  standing,
  works,
  type Tokens,
} from './support/sessions.ts';

describe('Sessions (decisions §4, §5)', () => {
  let service: Service;
  let api: Api;
  let person: Person;

  before(async () => {
    service = await sharedService();
    ({ api } = service);
    person = await aPerson(service);
  });

  const session = (): Promise<Tokens> => openSession(api, person);
  const mine = (tokens: Tokens): Api => api.as(tokens.accessToken);

  describe('Refreshing', () => {
    it('answers a new pair of which both parts work, and reports the lifetime of login', async () => {
      const first = await session();
      const second = await refreshed(api, first);
      expect(second.refreshToken).not.to.equal(first.refreshToken);
      expect(second.expiresIn).to.equal('15m');
      expect(await standing(api, second)).to.deep.equal(works);
      expect(await refreshStanding(api, second.refreshToken)).to.deep.equal(works);
    });

    it('answers the token just before with the same successor, so that a lost answer logs nobody out', async () => {
      const first = await session();
      const second = await refreshed(api, first);
      const again = await refreshed(api, first);
      expect(again.refreshToken).to.equal(second.refreshToken);
      await letPass(service.server, first, 5);
      expect((await refreshed(api, first)).refreshToken).to.equal(second.refreshToken);
      expect(await standing(api, again)).to.deep.equal(works);
    });

    it('takes the token before for stolen when 10 s have passed: the session and its access tokens end', async () => {
      const first = await session();
      const second = await refreshed(api, first);
      await letPass(service.server, first, 11);
      expect(await refreshStanding(api, first.refreshToken)).to.deep.equal(ended);
      expect(await standing(api, first)).to.deep.equal(ended);
      expect(await standing(api, second)).to.deep.equal(ended);
      expect(await refreshStanding(api, second.refreshToken)).to.deep.equal(ended);
    });

    it('takes a token two generations old for stolen at once, grace or not', async () => {
      const first = await session();
      const third = await refreshed(api, await refreshed(api, first));
      expect(await refreshStanding(api, first.refreshToken)).to.deep.equal(ended);
      expect(await standing(api, third)).to.deep.equal(ended);
      expect(await refreshStanding(api, third.refreshToken)).to.deep.equal(ended);
    });

    it('ends nothing for a forged token, though it names a session', async () => {
      const tokens = await session();
      const [id, secret = '', seal] = tokens.refreshToken.split('.');
      const other = secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
      const forged = `${id}.${other}.${seal}`;
      const invented = `${id}.${'A'.repeat(43)}.${'A'.repeat(43)}`;
      expect(await refreshStanding(api, forged)).to.deep.equal(ended);
      expect(await refreshStanding(api, invented)).to.deep.equal(ended);
      expect(await standing(api, tokens)).to.deep.equal(works);
      expect(await refreshStanding(api, tokens.refreshToken)).to.deep.equal(works);
    });

    const malformed: readonly unknown[] = [
      undefined,
      null,
      '',
      ' ',
      'x',
      '.',
      0,
      1,
      true,
      [],
      {},
      ['x'],
      { $ne: null },
      '\0',
      '\ud800',
      'a'.repeat(60_000),
      '00000000-0000-4000-8000-000000000000.',
    ];
    for (const token of malformed) {
      it(`refuses with 401, 1103: ${JSON.stringify(token)?.slice(0, 40) ?? 'no token'}`, async () =>
        expect(await refreshStanding(api, token)).to.deep.equal(ended));
    }

    it('refuses an access token, and a refresh token is no access token', async () => {
      const { accessToken, refreshToken } = await session();
      expect(await refreshStanding(api, accessToken)).to.deep.equal(ended);
      expect(await standing(api, { accessToken: refreshToken, refreshToken, expiresIn: '' })).to.deep.equal(ended);
    });

    it('gives 20 parallel calls one successor and ends nothing', async () => {
      const first = await session();
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(api, first.refreshToken)));
      expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
      const successors = new Set(answers.map(({ data }) => data.token.refreshToken));
      expect(successors).to.have.lengthOf(1);
      expect(await refreshStanding(api, [...successors][0])).to.deep.equal(works);
    });

    it('needs no header, and ignores a stale one', async () => {
      const { refreshToken } = await session();
      expect(await refreshStanding(api.as('stale'), refreshToken)).to.deep.equal(works);
    });
  });

  describe('Expiry', () => {
    let short: Service;
    let brief: Api;
    let people: readonly Person[];

    before(async () => {
      short = await startService({ REFRESH_IDLE_TTL: '2s', REFRESH_MAX_TTL: '3s' });
      brief = short.api;
      people = [await aPerson(short), await aPerson(short)];
    });
    after(() => short.stop());

    const begin = (index: number): Promise<Tokens> => openSession(brief, people[index] ?? expect.fail('nobody'));

    it('ends a session that nobody used for REFRESH_IDLE_TTL, its access tokens too', async () => {
      const tokens = await begin(0);
      await sleep(2200);
      expect(await refreshStanding(brief, tokens.refreshToken)).to.deep.equal(ended);
      expect(await standing(brief, tokens)).to.deep.equal(ended);
    });

    it('ends a session REFRESH_MAX_TTL after login, however often it was refreshed', async () => {
      const first = await begin(1);
      await sleep(1300);
      const second = await refreshed(brief, first);
      await sleep(1000);
      const third = await refreshed(brief, second);
      expect(await standing(brief, third)).to.deep.equal(works);
      await sleep(1000);
      expect(await refreshStanding(brief, third.refreshToken)).to.deep.equal(ended);
      expect(await standing(brief, third)).to.deep.equal(ended);
    });
  });

  describe('Logging out', () => {
    it('ends this session on the next request, and no other', async () => {
      const [left, stays] = [await session(), await session()];
      expect((await mine(left).post('/auth/logout')).status).to.equal(200);
      expect(await standing(api, left)).to.deep.equal(ended);
      expect(await refreshStanding(api, left.refreshToken)).to.deep.equal(ended);
      expect(await standing(api, stays)).to.deep.equal(works);
    });

    it('with all, ends every session of the caller, and nobody else’s', async () => {
      const other = await aPerson(service);
      const tokens = [await session(), await session()];
      const [first] = tokens;
      if (first !== undefined) await mine(first).post('/auth/logout', { all: true });
      for (const each of tokens) {
        expect(await standing(api, each)).to.deep.equal(ended);
        expect(await refreshStanding(api, each.refreshToken)).to.deep.equal(ended);
      }
      expect((await other.api.get('/auth/profile')).status).to.equal(200);
    });
  });

  describe('The list', () => {
    interface SessionView {
      readonly id: string;
      readonly current: boolean;
      readonly userAgent: string;
      readonly ipAddress: string;
    }

    it('shows the caller’s own, with address, agent and which one it is, and no hash', async () => {
      const someone = await aPerson(service);
      const login = { username: someone.username, password: someone.password };
      await api.post('/auth/login', login, { 'User-Agent': 'another device' });
      const { data } = await someone.api.get<readonly SessionView[]>('/auth/sessions');
      expect(data.map(({ current }) => current)).to.have.members([true, false]);
      expect(data.map(({ userAgent }) => userAgent)).to.include('another device');
      for (const view of data) {
        const { ipAddress } = view;
        expect(ipAddress).to.equal('127.0.0.1');
        expect(view).to.have.all.keys(
          'id',
          'current',
          'userAgent',
          'ipAddress',
          'createdAt',
          'lastUsedAt',
          'expiresAt',
        );
      }
    });

    it('ends one of them on the next request', async () => {
      const [here, there] = [await session(), await session()];
      expect((await mine(here).delete(`/auth/sessions/${sessionOf(there)}`)).status).to.equal(200);
      expect(await standing(api, there)).to.deep.equal(ended);
      expect(await refreshStanding(api, there.refreshToken)).to.deep.equal(ended);
      expect(await standing(api, here)).to.deep.equal(works);
    });

    it('answers 404, 1201 for another user’s session, which goes on', async () => {
      const tokens = await session();
      const { status, code } = await (await aPerson(service)).api.delete(`/auth/sessions/${sessionOf(tokens)}`);
      expect([status, code]).to.deep.equal([404, 1201]);
      expect(await standing(api, tokens)).to.deep.equal(works);
    });
  });
});
