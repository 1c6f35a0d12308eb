import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, sharedService, type Person, type Service } from './support/service.ts';
import {
  sessionEndedResult,
  openSession,
  refreshTokenResult,
  accessTokenResult,
  successResult,
  type Tokens,
} from './support/sessions.ts';

describe('Passwords and accounts that change end sessions', () => {
  let service: Service;
  let api: Api;
  let admin: Api;
  let person: Person;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await sharedService();
    ({ api, admin } = service);
    person = await aPerson(service);
    tokens = await openSession(api, person);
  });

  const isShutOut = async (): Promise<void> => {
    expect(await accessTokenResult(api, tokens)).to.deep.equal(sessionEndedResult);
    expect(await refreshTokenResult(api, tokens.refreshToken)).to.deep.equal(sessionEndedResult);
  };

  const login = async (password: string): Promise<number> =>
    (await api.post('/auth/login', { username: person.username, password })).status;

  it('a change of the caller’s password ends every session of the caller except the current session', async () => {
    const here = await openSession(api, person);
    const change = { currentPassword: person.password, newPassword: 'a brand new password' };
    expect((await api.as(here.accessToken).put('/auth/password', change)).status).to.equal(200);
    await isShutOut();
    expect(await accessTokenResult(api, here)).to.deep.equal(successResult);
    expect(await refreshTokenResult(api, here.refreshToken)).to.deep.equal(successResult);
    expect([await login(person.password), await login(change.newPassword)]).to.deep.equal([401, 200]);
  });

  it('a wrong current password changes nothing and names the field: 400, 1005', async () => {
    const change = { currentPassword: 'not this one', newPassword: 'a brand new password' };
    const { status, code, errors } = await person.api.put('/auth/password', change);
    expect([status, code]).to.deep.equal([400, 1005]);
    expect(errors).to.deep.equal([{ field: 'currentPassword', message: 'The current password is wrong.' }]);
    expect(await accessTokenResult(api, tokens)).to.deep.equal(successResult);
    expect(await login(person.password)).to.equal(200);
  });

  it('guessing the current password is limited like a login: 429, 1029', async () => {
    const change = { currentPassword: 'not this one', newPassword: 'a brand new password' };
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await person.api.put('/auth/password', change)).status).to.equal(400);
    }
    const right = { ...change, currentPassword: person.password };
    const { status, code } = await person.api.put('/auth/password', right);
    expect([status, code]).to.deep.equal([429, 1029]);
  });

  it('a password that an administrator sets ends every session of the user', async () => {
    expect((await admin.put(`/users/${person.id}/password`, { password: 'set by somebody else' })).status).to.equal(
      200,
    );
    await isShutOut();
    expect([await login(person.password), await login('set by somebody else')]).to.deep.equal([401, 200]);
  });

  it('a disabled user is refused with the next request, and has to log in again when enabled', async () => {
    await admin.patch(`/users/${person.id}`, { status: 0 });
    await isShutOut();
    expect(await login(person.password)).to.equal(401);
    await admin.patch(`/users/${person.id}`, { status: 1 });
    await isShutOut();
    expect(await login(person.password)).to.equal(200);
  });

  it('a deleted user is refused with the next request', async () => {
    expect((await admin.delete(`/users/${person.id}`)).status).to.equal(200);
    await isShutOut();
    expect(await login(person.password)).to.equal(401);
  });

  it('an expired session is refused, even if its access token has not expired', async () => {
    const { pool } = service.server.database;
    await pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [person.id]);
    await isShutOut();
  });

  it('a disabled user is refused, even if a session of the user has not ended', async () => {
    const { pool } = service.server.database;
    await pool.query('UPDATE users SET status = 0 WHERE id = $1', [person.id]);
    await isShutOut();
  });
});
