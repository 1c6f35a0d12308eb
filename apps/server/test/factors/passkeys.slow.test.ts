import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@portcullis/domain/internal/shared/passkey-options';
import { expect } from 'chai';
import { totpCodeOf } from '../../src/adapters/totp-codes.ts';
import type { Api } from '../support/api.ts';
import { newKey, SoftwareAuthenticator } from '../support/authenticator.ts';
import { logInAs, startService, unique, type Service } from '../support/service.ts';

const origin = 'https://cms.example.com';
const otherOrigin = 'https://admin.example.com';

interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly api: Api;
}

interface Owner extends Person {
  readonly authenticator: SoftwareAuthenticator;
  readonly factorId: string;
  readonly recoveryCodes: readonly string[];
}

type Changes = Parameters<SoftwareAuthenticator['get']>[1];

describe('§4.1: passkeys', () => {
  let service: Service;
  before(async () => {
    service = await startService({ PUBLIC_URL: `${origin}/cms`, CORS_ORIGINS: otherOrigin });
  });
  after(() => service.stop());

  const aPerson = async (): Promise<Person> => {
    const account = { username: unique('user-'), password: unique('password-') };
    const email = `${account.username}@example.com`;
    const { data } = await service.admin.post<{ id: string }>('/users', { ...account, email });
    return { ...account, id: data.id, api: await logInAs(service.api, account) };
  };
  const begin = async ({ api, password }: Person): Promise<PasskeyCreationOptions> => {
    const { status, data, message } = await api.post<PasskeyCreationOptions>('/auth/factors/passkeys/options', {
      password,
    });
    expect(status, message).to.equal(200);
    return data;
  };
  const add = ({ api }: Person, credential: object) =>
    api.post<{ id: string; recoveryCodes: string[] }>('/auth/factors/passkeys', { name: 'Laptop', credential });
  const anOwner = async (): Promise<Owner> => {
    const person = await aPerson();
    const authenticator = new SoftwareAuthenticator(origin);
    const { status, data, message } = await add(person, authenticator.create(await begin(person)));
    expect(status, message).to.equal(201);
    return { ...person, authenticator, factorId: data.id, recoveryCodes: data.recoveryCodes };
  };
  const loginOptions = async (): Promise<PasskeyRequestOptions> => {
    const { status, data } = await service.api.post<PasskeyRequestOptions>('/auth/passkey-login/options');
    expect(status).to.equal(200);
    return data;
  };
  const logInWith = (credential: object) =>
    service.api.post<{ user: object; token: { accessToken: string } }>('/auth/passkey-login', { credential });
  const challengeOf = async ({ username, password }: Person) => {
    const response = await service.api.post('/auth/login', { username, password });
    expect(response).to.include({ status: 401, code: 1110, reason: 'factor-required' });
    return response.errors as { challenge: string; factors: string[]; passkeyOptions: PasskeyRequestOptions };
  };
  const refused = { status: 400, code: 1109, reason: 'wrong-passkey' };

  it('are added with the password, and log in without it', async () => {
    const { id, username, authenticator, factorId, recoveryCodes, api } = await anOwner();
    expect(recoveryCodes).to.have.length(10);
    const { status, data } = await logInWith(authenticator.get(await loginOptions()));
    expect(status).to.equal(200);
    expect(data.user).to.deep.equal({ id, username, roles: [] });
    expect((await service.api.as(data.token.accessToken).get('/auth/profile')).status).to.equal(200);
    const { data: own } = await api.get<{ factors: { lastUsedAt: string | null }[] }>('/auth/factors');
    expect(own.factors[0]).to.deep.include({ id: factorId, kind: 'passkey', name: 'Laptop' });
    expect(own.factors[0]?.lastUsedAt).to.match(/Z$/);
  });

  it('complete a log-in with the password, also from an origin of CORS_ORIGINS', async () => {
    const owner = await anOwner();
    const { challenge, factors, passkeyOptions } = await challengeOf(owner);
    expect(factors).to.deep.equal(['passkey', 'recovery']);
    const credential = owner.authenticator.get(passkeyOptions, { origin: otherOrigin });
    const complete = () => service.api.post('/auth/login/factor', { challenge, credential });
    expect((await complete()).status).to.equal(200);
    expect(await complete(), 'again').to.include({ status: 401, code: 1109 });
  });

  it('reveal nothing about accounts in the options of a log-in', async () => {
    const { challenge, ...options } = await loginOptions();
    expect(challenge).to.match(/^[\w-]{43}$/);
    expect(options).to.deep.equal({
      rpId: 'cms.example.com',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  const wrong: readonly (readonly [title: string, changes: () => Changes])[] = [
    ['another origin', () => ({ origin: 'https://cms.example.org' })],
    ['an origin without TLS', () => ({ origin: 'http://cms.example.com' })],
    ['a page inside a page of another origin', () => ({ crossOrigin: true })],
    ['another origin of the outer page', () => ({ topOrigin: 'https://evil.example.org' })],
    ['another domain', () => ({ rpId: 'example.com' })],
    ['another challenge', () => ({ challenge: Buffer.alloc(32).toString('base64url') })],
    ['another type of response', () => ({ type: 'webauthn.create' })],
    ['no verification of the person', () => ({ userVerified: false })],
    ['a counter that has not grown', () => ({ counter: 1 })],
    ['the signature of another key', () => ({ signWith: newKey() })],
    ['the user handle of another account', () => ({ userHandle: '0'.repeat(32) })],
  ];
  for (const [title, changes] of wrong) {
    it(`are refused with ${title}`, async () => {
      const owner = await anOwner();
      const { authenticator } = owner;
      expect((await logInWith(authenticator.get(await loginOptions()))).status).to.equal(200);
      expect(await logInWith(authenticator.get(await loginOptions(), changes()))).to.include(refused);
      const { challenge, passkeyOptions } = await challengeOf(owner);
      const credential = authenticator.get(passkeyOptions, changes());
      expect(await service.api.post('/auth/login/factor', { challenge, credential })).to.include(refused);
      expect((await logInWith(authenticator.get(await loginOptions()))).status, 'still right').to.equal(200);
    });
  }

  it('are refused if the response is sent again, or if the passkey is unknown, removed or of another account', async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const response = owner.authenticator.get(await loginOptions());
    expect((await logInWith(response)).status).to.equal(200);
    const replayed = await logInWith(response);
    expect(replayed).to.include(refused);
    const stranger = new SoftwareAuthenticator(origin);
    const unknown = await logInWith(stranger.get(await loginOptions()));
    expect(unknown).to.include({ ...refused, message: replayed.message });

    const { challenge, passkeyOptions } = await challengeOf(owner);
    const foreign = other.authenticator.get(passkeyOptions);
    expect(await service.api.post('/auth/login/factor', { challenge, credential: foreign })).to.include(refused);
    expect((await other.api.delete(`/auth/factors/${owner.factorId}`)).status).to.equal(404);
    expect((await owner.api.delete(`/auth/factors/${owner.factorId}`)).status).to.equal(200);
    expect(await logInWith(owner.authenticator.get(await loginOptions()))).to.include(refused);
    await logInAs(service.api, owner);
  });

  it('end the sessions that began with them when they are removed, except the session of the caller', async () => {
    const owner = await anOwner();
    const enter = async () => {
      const { data } = await logInWith(owner.authenticator.get(await loginOptions()));
      return service.api.as(data.token.accessToken);
    };
    const status = async (api: Api) => (await api.get('/auth/profile')).status;
    const [own, thief, withPassword] = [await enter(), await enter(), owner.api];
    expect((await own.delete(`/auth/factors/${owner.factorId}`)).status).to.equal(200);
    expect([await status(own), await status(thief), await status(withPassword)]).to.deep.equal([200, 401, 200]);

    const other = await anOwner();
    const { data } = await logInWith(other.authenticator.get(await loginOptions()));
    expect((await service.admin.delete(`/users/${other.id}/factors`)).status).to.equal(200);
    expect(await status(service.api.as(data.token.accessToken))).to.equal(401);
    expect(await status(other.api)).to.equal(200);
  });

  it('of a disabled account are refused like unknown ones', async () => {
    const { id, authenticator } = await anOwner();
    expect((await service.admin.patch(`/users/${id}`, { status: 0 })).status).to.equal(200);
    const disabled = await logInWith(authenticator.get(await loginOptions()));
    const unknown = await logInWith(new SoftwareAuthenticator(origin).get(await loginOptions()));
    expect(disabled).to.include({ ...refused, message: unknown.message });
    expect(disabled.errors).to.deep.equal(unknown.errors);
  });

  it('cannot be added with an invalid response, or a second time', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const authenticator = new SoftwareAuthenticator(origin);
    const certified = { format: 'fido-u2f', statement: new Map([['x5c', [new Uint8Array(8)]]]) };
    for (const changes of [
      { origin: 'https://cms.example.org' },
      { crossOrigin: true },
      { crossOrigin: true, topOrigin: otherOrigin },
      { topOrigin: 'https://evil.example.org' },
      { topOrigin: 1 },
      { rpId: 'example.org' },
      { challenge: 'x'.repeat(43) },
      { type: 'webauthn.get' },
      { userVerified: false },
      { attestation: certified },
    ]) {
      const credential = authenticator.create(await begin(person), changes);
      expect(await add(person, credential), JSON.stringify(changes)).to.include(refused);
    }
    const ofOther = authenticator.create(await begin(other));
    expect(await add(person, ofOther), 'the challenge of another account').to.include(refused);
    const right = authenticator.create(await begin(person), { topOrigin: origin });
    expect((await add(person, right)).status).to.equal(201);
    expect(await add(person, right), 'the same challenge').to.include(refused);
    expect(await add(other, authenticator.create(await begin(other))), 'the same passkey').to.include(refused);
  });

  it('are refused without an internal error if the response is malformed', async () => {
    const person = await aPerson();
    const response = new SoftwareAuthenticator(origin).create(await begin(person));
    const broken: readonly object[] = [
      {},
      [],
      { id: 1, response: {} },
      { id: 'x', response: { clientDataJSON: 'x' } },
      { id: 'x', response: { clientDataJSON: Buffer.from('null').toString('base64url') } },
      { id: 'x', response: { clientDataJSON: Buffer.from('{"challenge":1}').toString('base64url') } },
      { ...response, id: 'x' },
      { ...response, response: { ...Object(Reflect.get(response, 'response')), attestationObject: 'AAAA' } },
      { ...response, response: { ...Object(Reflect.get(response, 'response')), transports: [1] } },
    ];
    for (const credential of broken) {
      expect(await add(person, credential), JSON.stringify(credential)).to.include(refused);
      expect(await logInWith(credential), JSON.stringify(credential)).to.include(refused);
    }
  });

  it('can fail at most 10 times an hour for each account', async () => {
    const { authenticator } = await anOwner();
    const signWith = newKey();
    for (let count = 0; count < 10; count += 1) {
      expect(await logInWith(authenticator.get(await loginOptions(), { signWith }))).to.include(refused);
    }
    expect(await logInWith(authenticator.get(await loginOptions()))).to.include({ status: 429, code: 1029 });
  });

  it('can be combined with an app, which also completes a log-in; the recovery codes stay valid', async () => {
    const owner = await anOwner();
    const { data } = await owner.api.post<{ id: string; secret: string }>('/auth/factors/totp', {
      currentPassword: owner.password,
    });
    const codeOf = (later: number) => totpCodeOf(data.secret, Math.floor(Date.now() / 30_000) + later);
    const confirmed = await owner.api.post('/auth/factors/totp/confirm', { id: data.id, code: codeOf(0) });
    expect(confirmed.status).to.equal(200);
    const { challenge, factors, passkeyOptions } = await challengeOf(owner);
    expect(factors).to.deep.equal(['totp', 'passkey', 'recovery']);
    const wrongKey = owner.authenticator.get(passkeyOptions, { signWith: newKey() });
    expect(await service.api.post('/auth/login/factor', { challenge, credential: wrongKey })).to.include(refused);
    expect((await service.api.post('/auth/login/factor', { challenge, code: codeOf(1) })).status).to.equal(200);
    expect((await owner.api.delete(`/auth/factors/${data.id}`)).status).to.equal(200);
    const own = await owner.api.get<{ factors: object[]; recoveryCodesLeft: number }>('/auth/factors');
    expect([own.data.factors.length, own.data.recoveryCodesLeft]).to.deep.equal([1, 10]);
  });

  it('have challenges that are stored as hashes', async () => {
    const [{ challenge }, own] = [await loginOptions(), await begin(await aPerson())];
    const { rows } = await service.server.database.pool.query(
      'SELECT hash, user_id IS NULL AS "isLogin" FROM passkey_challenges',
    );
    const stored = JSON.stringify(rows);
    expect(rows.length).to.be.at.least(2);
    for (const hidden of [challenge, own.challenge]) expect(stored).not.to.contain(hidden);
  });
});

describe('Passkeys if PUBLIC_URL has no domain name', () => {
  it('are refused with 500, 2002', async () => {
    const service = await startService({ PUBLIC_URL: 'https://192.0.2.1' });
    try {
      expect(await service.api.post('/auth/passkey-login/options')).to.include({ status: 500, code: 2002 });
    } finally {
      await service.stop();
    }
  });
});
