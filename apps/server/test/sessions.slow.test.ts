import type { Page } from '@portcullis/application';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, sharedService, sharedTokenLifetime, type Person, type Service } from './support/service.ts';
import {
  sessionEndedResult,
  openSession,
  refresh,
  refreshTokensOf,
  refreshTokenResult,
  sessionOf,
  accessTokenResult,
  successResult,
  type Tokens,
} from './support/sessions.ts';

describe('Sessions', () => {
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
    it('returns a new pair of working tokens, and the same lifetime as login', async () => {
      const first = await session();
      const second = await refreshTokensOf(api, first);
      expect(second.refreshToken).not.to.equal(first.refreshToken);
      expect(second.expiresIn).to.equal(sharedTokenLifetime);
      expect(await accessTokenResult(api, second)).to.deep.equal(successResult);
      expect(await refreshTokenResult(api, second.refreshToken)).to.deep.equal(successResult);
    });

    it('does not end a session if a forged token contains its id', async () => {
      const tokens = await session();
      const [id, secret = '', seal] = tokens.refreshToken.split('.');
      const other = secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
      const forged = `${id}.${other}.${seal}`;
      const invented = `${id}.${'A'.repeat(43)}.${'A'.repeat(43)}`;
      expect(await refreshTokenResult(api, forged)).to.deep.equal(sessionEndedResult);
      expect(await refreshTokenResult(api, invented)).to.deep.equal(sessionEndedResult);
      expect(await accessTokenResult(api, tokens)).to.deep.equal(successResult);
      expect(await refreshTokenResult(api, tokens.refreshToken)).to.deep.equal(successResult);
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
        expect(await refreshTokenResult(api, token)).to.deep.equal(sessionEndedResult));
    }

    it('refuses an access token, as other routes refuse a refresh token', async () => {
      const { accessToken, refreshToken } = await session();
      expect(await refreshTokenResult(api, accessToken)).to.deep.equal(sessionEndedResult);
      expect(await accessTokenResult(api, { accessToken: refreshToken, refreshToken, expiresIn: '' })).to.deep.equal(
        sessionEndedResult,
      );
    });

    it('gives 20 parallel calls the same successor and ends no session', async () => {
      const first = await session();
      const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(api, first.refreshToken)));
      expect(responses.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
      const successors = new Set(responses.map(({ data }) => data.token.refreshToken));
      expect(successors).to.have.lengthOf(1);
      expect(await refreshTokenResult(api, [...successors][0])).to.deep.equal(successResult);
    });

    it('needs no Authorization header, and ignores an expired token in this header', async () => {
      const { refreshToken } = await session();
      expect(await refreshTokenResult(api.as('stale'), refreshToken)).to.deep.equal(successResult);
    });
  });

  describe('Logging out', () => {
    it('ends only the current session, with effect from the next request', async () => {
      const [left, stays] = [await session(), await session()];
      expect((await mine(left).post('/auth/logout')).status).to.equal(200);
      expect(await accessTokenResult(api, left)).to.deep.equal(sessionEndedResult);
      expect(await refreshTokenResult(api, left.refreshToken)).to.deep.equal(sessionEndedResult);
      expect(await accessTokenResult(api, stays)).to.deep.equal(successResult);
    });

    it('with `all`, ends every session of the caller, but no session of other users', async () => {
      const other = await aPerson(service);
      const tokens = [await session(), await session()];
      const [first] = tokens;
      if (first !== undefined) await mine(first).post('/auth/logout', { all: true });
      for (const each of tokens) {
        expect(await accessTokenResult(api, each)).to.deep.equal(sessionEndedResult);
        expect(await refreshTokenResult(api, each.refreshToken)).to.deep.equal(sessionEndedResult);
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

    it('shows the caller’s sessions with address and agent, marks the current session, and shows no hash', async () => {
      const someone = await aPerson(service);
      const login = { username: someone.username, password: someone.password };
      await api.post('/auth/login', login, { 'User-Agent': 'another device' });
      const { data } = await someone.api.get<Page<SessionView>>('/auth/sessions');
      expect(data).to.include({ total: 2, page: 1, pageSize: 10 });
      expect(data.items.map(({ current }) => current)).to.have.members([true, false]);
      expect(data.items.map(({ userAgent }) => userAgent)).to.include('another device');
      for (const view of data.items) {
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

    it('lets the caller end another session, with effect from the next request', async () => {
      const [here, there] = [await session(), await session()];
      expect((await mine(here).delete(`/auth/sessions/${sessionOf(there)}`)).status).to.equal(200);
      expect(await accessTokenResult(api, there)).to.deep.equal(sessionEndedResult);
      expect(await refreshTokenResult(api, there.refreshToken)).to.deep.equal(sessionEndedResult);
      expect(await accessTokenResult(api, here)).to.deep.equal(successResult);
    });

    it('returns 404, 1201 for the session of another user, which does not end', async () => {
      const tokens = await session();
      const { status, code } = await (await aPerson(service)).api.delete(`/auth/sessions/${sessionOf(tokens)}`);
      expect([status, code]).to.deep.equal([404, 1201]);
      expect(await accessTokenResult(api, tokens)).to.deep.equal(successResult);
    });
  });

  describe('The limit of 50', () => {
    const totalOf = async (someone: Person, tokens: Tokens): Promise<number> =>
      (await someone.api.as(tokens.accessToken).get<Page<unknown>>('/auth/sessions?pageSize=1')).data.total;

    it('ends only the least recently used session at the 51st login', async () => {
      // Creating the person has opened the first session.
      const someone = await aPerson(service);
      const opened: Tokens[] = [];
      for (let count = 2; count <= 50; count += 1) opened.push(await openSession(api, someone));
      expect((await someone.api.get('/auth/profile')).status).to.equal(200);
      const [second, third] = opened;
      if (second === undefined || third === undefined) return expect.fail('There are no sessions.');
      const used = await refreshTokensOf(api, second);
      const last = await openSession(api, someone);
      expect((await someone.api.get('/auth/profile')).code).to.equal(1103);
      await openSession(api, someone);
      expect(await accessTokenResult(api, third)).to.deep.equal(sessionEndedResult);
      expect(await accessTokenResult(api, used)).to.deep.equal(successResult);
      expect(await totalOf(someone, last)).to.equal(50);
    });

    it('holds for concurrent logins', async () => {
      const someone = await aPerson(service);
      for (let count = 2; count <= 49; count += 1) await openSession(api, someone);
      const opened = await Promise.all(Array.from({ length: 10 }, () => openSession(api, someone)));
      expect(await totalOf(someone, opened[0] ?? expect.fail('There is no session.'))).to.equal(50);
      for (const tokens of opened) expect(await accessTokenResult(api, tokens)).to.deep.equal(successResult);
    });
  });

  describe('Sessions of any user, for administrators', () => {
    let someone: Person;
    let path: string;
    beforeEach(async () => {
      someone = await aPerson(service);
      path = `/users/${someone.id}/sessions`;
    });

    it('are listed in pages, like the list for their owner', async () => {
      const tokens = await openSession(api, someone);
      const { data } = await service.admin.get<Page<{ id: string; current: boolean }>>(`${path}?pageSize=1`);
      expect(data).to.include({ total: 2, page: 1, pageSize: 1 });
      expect(data.items.map(({ id, current }) => [id, current])).to.deep.equal([[sessionOf(tokens), false]]);
      const second = await service.admin.get<Page<{ id: string }>>(`${path}?pageSize=1&page=2`);
      expect(second.data.items).to.have.lengthOf(1).and.not.deep.include(data.items[0]);
    });

    it('can be ended one at a time, with effect from the next request', async () => {
      const tokens = await openSession(api, someone);
      expect(await service.admin.delete(`${path}/${sessionOf(tokens)}`)).to.include({ status: 200, data: null });
      expect(await accessTokenResult(api, tokens)).to.deep.equal(sessionEndedResult);
      expect(await refreshTokenResult(api, tokens.refreshToken)).to.deep.equal(sessionEndedResult);
      expect((await someone.api.get('/auth/profile')).status).to.equal(200);
      expect(await service.admin.delete(`${path}/${sessionOf(tokens)}`)).to.include({ status: 404, code: 1201 });
    });

    it('can all be ended together, without ending sessions of other users', async () => {
      const [other, tokens] = [await aPerson(service), await openSession(api, someone)];
      expect(await service.admin.delete(path)).to.include({ status: 200, data: null });
      expect(await accessTokenResult(api, tokens)).to.deep.equal(sessionEndedResult);
      expect((await someone.api.get('/auth/profile')).code).to.equal(1103);
      expect((await other.api.get('/auth/profile')).status).to.equal(200);
    });

    it('are all ended when the user is disabled', async () => {
      const tokens = await openSession(api, someone);
      expect((await service.admin.patch(`/users/${someone.id}`, { status: 0 })).status).to.equal(200);
      expect((await service.admin.get<Page<object>>(path)).data.total).to.equal(0);
      expect((await service.admin.delete(`${path}/${sessionOf(tokens)}`)).status).to.equal(404);
    });

    it('include the sessions of the administrator who asks', async () => {
      const boss = await aPerson(service, ['ADMIN']);
      const { data } = await boss.api.get<Page<{ id: string; current: boolean }>>(`/users/${boss.id}/sessions`);
      const own = data.items.find(({ current }) => current)?.id ?? expect.fail('There is no current session.');
      expect((await boss.api.delete(`/users/${boss.id}/sessions/${own}`)).status).to.equal(200);
      expect((await boss.api.get('/auth/profile')).code).to.equal(1103);
    });

    it('return 404, 1104 for an unknown user, and 404, 1201 for the session of another user', async () => {
      const [other, tokens] = [await aPerson(service), await session()];
      const unknown = `/users/${sessionOf(tokens)}/sessions`;
      for (const response of [
        service.admin.get(unknown),
        service.admin.delete(unknown),
        service.admin.delete(`${unknown}/${sessionOf(tokens)}`),
      ]) {
        expect(await response).to.include({ status: 404, code: 1104 });
      }
      const foreign = await service.admin.delete(`/users/${other.id}/sessions/${sessionOf(tokens)}`);
      expect(foreign).to.include({ status: 404, code: 1201 });
      expect(await accessTokenResult(api, tokens)).to.deep.equal(successResult);
    });
  });
});
