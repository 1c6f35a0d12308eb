import { totpCodeOf } from '../../src/adapters/totp-codes.ts';
import { createClient, factorChallengeOf, tokensInMemory, type Client } from '@portcullis/client';
import { expect } from 'chai';
import type { Api } from '../support/api.ts';
import { logInAs, startService, unique, type Service } from '../support/service.ts';
import { openSession } from '../support/sessions.ts';

interface Challenge {
  readonly challenge: string;
  readonly factors: readonly string[];
  readonly expiresIn: number;
}

interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly api: Api;
}

interface Enrolled extends Person {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/**
 * Returns the code of the period of 30 s that is `later` periods after the current period. Each code works only once.
 * The tests confirm an authenticator app with the current code. Therefore they log in with the next code, which the
 * service already accepts.
 */
const codeOf = (secret: string, later = 0): string => totpCodeOf(secret, Math.floor(Date.now() / 30_000) + later);

describe('§4.1: second factors', () => {
  let service: Service;
  before(async () => {
    service = await startService({ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') });
  });
  after(() => service.stop());

  const aPerson = async (): Promise<Person> => {
    const account = { username: unique('user-'), password: unique('password-') };
    const email = `${account.username}@example.com`;
    const { data } = await service.admin.post<{ id: string }>('/users', { ...account, email });
    return { ...account, id: data.id, api: await logInAs(service.api, account) };
  };
  const enrolled = async (account?: Person): Promise<Enrolled> => {
    const person = account ?? (await aPerson());
    const { password, api } = person;
    const { status, data } = await api.post<{ id: string; secret: string; uri: string; qrSvg: string }>(
      '/auth/factors/totp',
      { currentPassword: password },
    );
    expect(status).to.equal(201);
    expect(data.qrSvg).to.match(/^<svg [^]*<\/svg>$/);
    expect(new URL(data.uri).searchParams.get('secret')).to.equal(data.secret);
    const body = { id: data.id, code: codeOf(data.secret) };
    const confirmed = await api.post<{ recoveryCodes: string[] }>('/auth/factors/totp/confirm', body);
    expect(confirmed.status, confirmed.message).to.equal(200);
    return { ...person, secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes };
  };
  const challengeOf = async ({ username, password }: Pick<Person, 'username' | 'password'>): Promise<Challenge> => {
    const response = await service.api.post('/auth/login', { username, password });
    expect(response).to.include({ status: 401, code: 1110, reason: 'factor-required' });
    expect(response.data).to.equal(undefined);
    return response.errors as Challenge;
  };
  const complete = (challenge: string, code: string) =>
    service.api.post<{ user: object; token: { accessToken: string } }>('/auth/login/factor', { challenge, code });

  it('are required before a log-in returns a token', async () => {
    const person = await enrolled();
    const { challenge, ...others } = await challengeOf(person);
    expect(others).to.deep.equal({ factors: ['totp', 'recovery'], expiresIn: 300 });
    const { status, data } = await complete(challenge, codeOf(person.secret, 1));
    expect(status).to.equal(200);
    expect(data.user).to.deep.equal({ id: person.id, username: person.username, roles: [] });
    expect((await service.api.as(data.token.accessToken).get('/auth/profile')).status).to.equal(200);
    expect(await complete(challenge, codeOf(person.secret, 1))).to.include({ status: 401, code: 1109 });
    const own = await person.api.get<{ factors: object[]; recoveryCodesLeft: number }>('/auth/factors');
    expect(own.data.factors).to.have.length(1);
    expect(own.data.recoveryCodesLeft).to.equal(10);
  });

  it('are not revealed before the correct password was sent', async () => {
    const [person, other] = [await enrolled(), await aPerson()];
    const refused = await Promise.all(
      [person.username, other.username, unique('nobody-')].map((username) =>
        service.api.post('/auth/login', { username, password: 'wrong' }),
      ),
    );
    const seen = refused.map(({ status, code, reason, message, errors }) => ({
      status,
      code,
      reason,
      message,
      errors,
    }));
    expect(new Set(seen.map((response) => JSON.stringify(response))).size).to.equal(1);
  });

  it('accept each code once, and allow 10 wrong codes an hour', async () => {
    const person = await enrolled();
    const [first, second] = [await challengeOf(person), await challengeOf(person)];
    const code = codeOf(person.secret, 1);
    const responses = await Promise.all([first, second, first].map(({ challenge }) => complete(challenge, code)));
    expect(responses.filter(({ status }) => status === 200)).to.have.length(1);
    const codes: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      codes.push((await complete((await challengeOf(person)).challenge, '000000')).code);
    }
    expect(codes.at(-1)).to.equal(1029);
    expect(codes.filter((each) => each === 1109).length).to.be.within(7, 10);
    expect(await person.api.post('/auth/factors/recovery-codes', { code: '000000' })).to.include({ code: 1029 });
  });

  it('can be replaced by a recovery code, which works once', async () => {
    const person = await enrolled();
    const [code = ''] = person.recoveryCodes;
    expect((await complete((await challengeOf(person)).challenge, code)).status).to.equal(200);
    expect(await complete((await challengeOf(person)).challenge, code)).to.include({ status: 400, code: 1109 });
  });

  it('remain after a change of the password', async () => {
    const person = await enrolled();
    const password = unique('password-');
    const { challenge } = await challengeOf(person);
    expect((await service.admin.put(`/users/${person.id}/password`, { password })).status).to.equal(200);
    expect(await complete(challenge, codeOf(person.secret, 1))).to.include({ status: 401, code: 1109 });
    await challengeOf({ ...person, password });
  });

  it('§4.4: are reset by an administrator, and removed by their owner', async () => {
    const [person, owner] = [await enrolled(), await enrolled()];
    expect((await service.admin.delete(`/users/${person.id}/factors`)).status).to.equal(200);
    await logInAs(service.api, person);
    const { data } = await owner.api.get<{ factors: { id: string }[] }>('/auth/factors');
    expect((await person.api.delete(`/auth/factors/${data.factors[0]?.id}`)).status).to.equal(404);
    expect((await owner.api.delete(`/auth/factors/${data.factors[0]?.id}`)).status).to.equal(200);
    await logInAs(service.api, owner);
  });

  it('cannot be added or removed in an older session before a step-up, after which the client repeats the call', async () => {
    const person = await aPerson();
    const [tokens, older] = [tokensInMemory(), await openSession(service.api, person)];
    const { recoveryCodes } = await enrolled(person);
    const { password } = person;
    const { data: own } = await person.api.get<{ factors: { id: string }[] }>('/auth/factors');
    const id = own.factors[0]?.id ?? expect.fail('There is no factor.');
    const api = service.api.as(older.accessToken);
    for (const attempt of [
      api.post('/auth/factors/totp', { currentPassword: password }),
      api.post('/auth/factors/totp/confirm', { id, code: '000000' }),
      api.post('/auth/factors/passkeys/options', { currentPassword: password }),
      api.delete(`/auth/factors/${id}`),
    ]) {
      expect(await attempt).to.include({ status: 400, code: 1109, reason: 'code-required', errors: null });
    }
    await challengeOf(person);

    await tokens.write(older);
    let questions = 0;
    const client: Client = createClient({
      baseUrl: service.server.url,
      tokens,
      onStepUpRequired: async () => {
        questions += 1;
        await client.post('/api/auth/step-up', { body: { code: recoveryCodes[questions] ?? 'none' } });
        return true;
      },
    });
    const refused: unknown = await client
      .post('/api/auth/step-up', { body: { password } })
      .catch((error: unknown) => error);
    expect(refused).to.include({ status: 400, code: 1109, reason: 'code-required' });
    expect(questions).to.equal(0);
    await client.post('/api/auth/factors/totp', { body: { currentPassword: password } });
    await client.delete('/api/auth/factors/{id}', { params: { path: { id } } });
    expect(questions).to.equal(1);
    await logInAs(service.api, person);
  });

  it('are stored encrypted; recovery codes and challenges are stored as hashes', async () => {
    const person = await enrolled();
    const { challenge } = await challengeOf(person);
    const { rows } = await service.server.database.pool.query(
      `SELECT t::text AS line FROM factors t UNION ALL SELECT t::text FROM recovery_codes t
        UNION ALL SELECT t::text FROM login_challenges t`,
    );
    const stored = rows.map(({ line }: { line: string }) => line).join('\n');
    expect(stored).to.contain(person.id);
    for (const hidden of [person.secret, challenge, ...person.recoveryCodes]) expect(stored).not.to.contain(hidden);
  });

  it('are supported by the client, which stores the tokens of the completed log-in', async () => {
    const { username, password, secret } = await enrolled();
    const client = createClient({ baseUrl: service.server.url });
    const refused: unknown = await client.login({ username, password }).catch((error: unknown) => error);
    const challenge = factorChallengeOf(refused) ?? expect.fail('There is no challenge.');
    const user = await client.loginWithFactor({ challenge: challenge.challenge, code: codeOf(secret, 1) });
    expect(user.username).to.equal(username);
    expect((await client.get('/api/auth/profile')).username).to.equal(username);
    const wrong: unknown = await client.login({ username, password: 'wrong' }).catch((error: unknown) => error);
    expect([factorChallengeOf(wrong), factorChallengeOf(new Error('no response'))]).to.deep.equal([
      undefined,
      undefined,
    ]);
  });
});
