import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import type { Api } from './support/api.ts';
import { by, now } from './support/forgeries.ts';
import { hmac, jwt, partsOf, type Claims } from './support/jwt.ts';
import { administrator, aPerson, startService, type Person, type Service } from './support/service.ts';
import { openSession, type Tokens } from './support/sessions.ts';

const publicUrl = 'https://id.example.com';
const pemOf = (key: KeyObject): string =>
  String(key.export({ type: 'pkcs8', format: 'pem' })).replaceAll('\n', String.raw`\n`);

interface Key {
  readonly id: string;
  readonly key: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Claims;
}

const inactive = '{"active":false}';
const basicOf = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('OAuth for clients and resource servers (docs/interface.md §4.13)', () => {
  const [current, previous, stranger] = [0, 1, 2].map(() => generateKeyPairSync('ed25519').privateKey);
  let service: Service;
  let person: Person;
  let tokens: Tokens;
  /** A key that may introspect, and a key that reads users. Both belong to service accounts. */
  let introspector: Key;
  let client: Key;

  async function aKey(api: Api, body: object): Promise<Key> {
    const { data, status, message } = await api.post<{ apiKey: { id: string }; key: string }>('/api-keys', {
      name: 'test',
      ...body,
    });
    expect(status, message).to.equal(201);
    return { id: data.apiKey.id, key: data.key };
  }

  /** Creates a service account with a role that has the permission, and a key of the account. */
  async function aServiceKey(permission: string, body: object = {}): Promise<Key> {
    const { admin } = service;
    const { data: all } = await admin.get<{ items: { id: string; code: string }[] }>('/permissions?pageSize=100');
    const [resource = '', action = ''] = permission.split('.');
    const existing = all.items.find(({ code }) => code === permission);
    const made = existing
      ? { data: existing }
      : await admin.post<{ id: string }>('/permissions', { code: permission, name: permission, resource, action });
    const code = `SERVICE_${String(Math.random()).slice(2, 12)}`;
    const role = await admin.post<{ id: string }>('/roles', { code, name: code });
    await admin.post(`/roles/${role.data.id}/permissions`, { permissionIds: [made.data.id] });
    const owner = await admin.post<{ id: string }>('/users', {
      kind: 'SERVICE',
      username: code.toLowerCase(),
      email: `${code.toLowerCase()}@example.com`,
      roleIds: [role.data.id],
    });
    return aKey(admin, { ownerId: owner.data.id, permissions: [permission], ...body });
  }

  before(async () => {
    if (!current || !previous) throw new Error('unreachable');
    service = await startService({
      JWT_SECRET: '',
      JWT_PRIVATE_KEYS: `${pemOf(current)},${pemOf(previous)}`,
      PUBLIC_URL: publicUrl,
    });
    person = await aPerson(service);
    tokens = await openSession(service.api, person);
    introspector = await aServiceKey('token.introspect');
    client = await aServiceKey('user.read');
  });
  after(() => service.stop());

  async function post(path: string, authorization: string, body: string, headers = {}): Promise<Answer> {
    const response = await fetch(`${service.server.url}/oauth2/${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(authorization !== '' && { Authorization: authorization }),
        ...headers,
      },
      body,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  }

  const grant = 'grant_type=client_credentials';
  const requestToken = ({ id, key }: Key, body = grant) => post('token', basicOf(id, key), body);
  const tokenOf = async (key: Key): Promise<string> => String((await requestToken(key)).body['access_token']);
  const introspect = (token: string, authorization = `Bearer ${introspector.key}`) =>
    post('introspect', authorization, new URLSearchParams({ token }).toString());
  const revoke = (token: string, authorization: string) =>
    post('revoke', authorization, new URLSearchParams({ token }).toString());
  const statusOf = async (token: string, path = '/users') => (await service.api.as(token).get(path)).status;

  describe('oauth4webapi and jose', () => {
    /** Sends the requests to `PUBLIC_URL` to this service, as a proxy would. */
    const proxy = (url: string, request: object) => fetch(url.replace(publicUrl, service.server.url), request);
    const options = { [oauth.customFetch]: proxy };
    const discover = async () =>
      oauth.processDiscoveryResponse(
        new URL(publicUrl),
        await oauth.discoveryRequest(new URL(publicUrl), { algorithm: 'oauth2', ...options }),
      );

    it('discover the service, get a token, introspect it and revoke it', async () => {
      const server = await discover();
      const [asClient, asService] = [client, introspector].map(({ id, key }) => ({
        client: { client_id: id },
        auth: oauth.ClientSecretBasic(key),
      }));
      if (!asClient || !asService) throw new Error('unreachable');
      const issued = await oauth.processClientCredentialsResponse(
        server,
        asClient.client,
        await oauth.clientCredentialsGrantRequest(server, asClient.client, asClient.auth, {}, options),
      );
      expect(issued).to.deep.include({ token_type: 'bearer', expires_in: 900, scope: 'user.read' });
      expect(await statusOf(issued.access_token)).to.equal(200);

      const request = new Request('https://service.example/', {
        headers: { Authorization: `Bearer ${issued.access_token}` },
      });
      const claims = await oauth.validateJwtAccessToken(server, request, 'portcullis-api', {
        ...options,
        [oauth.clockTolerance]: 5,
      });
      expect(claims).to.include({ sub: client.id, client_id: client.id, iss: publicUrl });

      const ask = async () =>
        oauth.processIntrospectionResponse(
          server,
          asService.client,
          await oauth.introspectionRequest(server, asService.client, asService.auth, issued.access_token, options),
        );
      expect(await ask()).to.include({ active: true, client_id: client.id, scope: 'user.read' });
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, asClient.client, asClient.auth, issued.access_token, options),
      );
      expect(await ask()).to.deep.equal({ active: false });
      expect([await statusOf(issued.access_token), await statusOf(client.key)]).to.deep.equal([401, 200]);
    });

    it('verify access tokens of both keys during a rotation, and refuse those of a stranger', async () => {
      const keys = createRemoteJWKSet(new URL(`${publicUrl}/.well-known/jwks.json`), { [joseFetch]: proxy });
      const [header, claims] = partsOf(tokens.accessToken);
      const published = (await service.api.get<{ keys: Claims[] }>('/.well-known/jwks.json')).data.keys;
      expect(published.map(({ kid }) => kid))
        .to.include(header['kid'])
        .and.have.lengthOf(2);
      const old = jwt({ ...header, kid: published[1]?.['kid'] }, claims, by(previous ?? expect.fail(), undefined));
      const forged = jwt(header, claims, by(stranger ?? expect.fail(), undefined));
      const verify = (token: string) =>
        jwtVerify(token, keys, {
          algorithms: ['EdDSA'],
          typ: 'at+jwt',
          audience: 'portcullis-api',
          issuer: 'portcullis',
        });
      for (const token of [tokens.accessToken, old]) {
        expect((await verify(token)).payload.sub).to.equal(person.id);
        expect(await statusOf(token, '/auth/profile')).to.equal(200);
      }
      expect(await verify(forged).catch((error: unknown) => String(error))).to.match(/signature verification failed/);
      expect(await statusOf(forged, '/auth/profile')).to.equal(401);
    });
  });

  describe('the token of a key', () => {
    it('requestToken rule 2: contains the key only, for 15 minutes, and is not stored', async () => {
      const { status, headers, body } = await requestToken(client);
      expect([status, headers.get('Cache-Control')]).to.deep.equal([200, 'no-store']);
      const [{ typ }, claims] = partsOf(String(body['access_token']));
      expect(typ).to.equal('at+jwt');
      expect(claims).to.have.all.keys('iss', 'aud', 'sub', 'sid', 'client_id', 'token_version', 'jti', 'iat', 'exp');
      expect([claims['sid'], Number(claims['exp']) - Number(claims['iat'])]).to.deep.equal([client.id, 900]);
    });

    it('requestToken rule 1: has the rights of the key and no others, and ends with the key', async () => {
      const key = await aServiceKey('user.read', { readOnly: true });
      const { body } = await requestToken(key);
      expect(body).not.to.have.property('scope');
      const token = String(body['access_token']);
      const asToken = service.api.as(token);
      expect((await asToken.get<{ permissions: string[] }>('/auth/permissions')).data.permissions).to.deep.equal([
        'user.read',
      ]);
      expect([
        await statusOf(token),
        await statusOf(token, '/auth/profile'),
        await statusOf(token, '/roles'),
      ]).to.deep.equal([200, 403, 403]);
      expect((await asToken.post('/menus', {})).reason).to.equal('api-key-read-only');
      await service.admin.delete(`/api-keys/${key.id}`);
      expect(await statusOf(token)).to.equal(401);
    });

    it('ends when the key gets a new secret, or its owner is disabled', async () => {
      const key = await aServiceKey('user.read');
      const token = await tokenOf(key);
      const { data } = await service.admin.post<{ key: string; apiKey: { owner: { id: string } } }>(
        `/api-keys/${key.id}/rotate`,
      );
      const rotated = await tokenOf({ id: key.id, key: data.key });
      expect([await statusOf(token), await statusOf(rotated)]).to.deep.equal([401, 200]);
      await service.admin.patch(`/users/${data.apiKey.owner.id}`, { status: 0 });
      expect([await statusOf(rotated), (await requestToken({ id: key.id, key: data.key })).status]).to.deep.equal([
        401, 401,
      ]);
    });

    it('works only from the addresses of the key', async () => {
      const key = await aServiceKey('user.read');
      const token = await tokenOf(key);
      await service.admin.patch(`/api-keys/${key.id}`, { allowedAddresses: ['192.0.2.0/24'] });
      expect([await statusOf(token), (await requestToken(key)).status]).to.deep.equal([401, 401]);
      expect((await introspect(token)).text).to.equal(inactive);
    });

    it('cannot be made into a session, or a session into a key', async () => {
      const header = partsOf(tokens.accessToken)[0];
      const [, session] = partsOf(tokens.accessToken);
      const [, key] = partsOf(await tokenOf(client));
      const sign = by(current ?? expect.fail(), undefined);
      // These tokens are signed with the right key, so they show that the claims alone are sufficient to refuse them.
      const mixed: readonly Claims[] = [
        { ...session, client_id: session['sid'], token_version: 1 },
        { ...session, sub: session['sid'], client_id: session['sid'], token_version: 1 },
        { ...session, sid: client.id },
        { ...key, client_id: undefined },
        { ...key, client_id: undefined, token_version: undefined },
        { ...key, token_version: undefined },
        { ...key, token_version: '1' },
        { ...key, sub: person.id },
        { ...key, sid: session['sid'] },
        { ...key, sub: introspector.id, sid: introspector.id },
      ];
      for (const claims of mixed) {
        const token = jwt(header, claims, sign);
        expect(await statusOf(token, '/auth/permissions'), JSON.stringify(claims)).to.equal(401);
        expect((await introspect(token)).text).to.equal(inactive);
      }
      expect(await statusOf(jwt(header, key, sign))).to.equal(200);
    });
  });

  describe('a request for a token', () => {
    it('may percent-encode the id and the secret, as RFC 6749 §2.3.1 says', async () => {
      const encoded = [...client.key].map((each) => `%${each.charCodeAt(0).toString(16)}`).join('');
      const id = client.id.replaceAll('-', '%2D').toUpperCase();
      expect((await post('token', basicOf(id, encoded), grant)).status).to.equal(200);
    });

    it('is refused with 401 and a challenge, whatever is wrong with the credentials', async () => {
      const { id, key } = client;
      const altered = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
      const bad = [
        '',
        `Bearer ${key}`,
        `Bearer ${tokens.accessToken}`,
        `Bearer ${await tokenOf(client)}`,
        basicOf(id, altered),
        basicOf(introspector.id, key),
        basicOf(id, introspector.key),
        basicOf('', key),
        basicOf(id, ''),
        basicOf(id, `${key}\0`),
        basicOf(`${id}\0`, key),
        basicOf(id, `%`),
        basicOf(id, `%C3%28`),
        basicOf(id, await tokenOf(client)),
        basicOf(person.username, person.password),
        `Basic ${Buffer.from(id).toString('base64')}`,
        'Basic !!!',
        'Basic',
      ];
      const texts = new Set<string>();
      for (const authorization of bad) {
        const { status, headers, text, body } = await post('token', authorization, grant);
        expect([status, body['error']], authorization).to.deep.equal([401, 'invalid_client']);
        expect(headers.get('WWW-Authenticate')).to.match(/^Basic realm=/);
        expect(headers.get('Cache-Control')).to.equal('no-store');
        texts.add(text);
      }
      expect([...texts]).to.have.lengthOf(1);
    });

    it('is refused in the form of RFC 6749 §5.2 if the form is wrong', async () => {
      const json = { 'Content-Type': 'application/json' };
      const authorization = basicOf(client.id, client.key);
      const cases: readonly (readonly [body: string, status: number, error: string, headers?: object])[] = [
        ['grant_type=password', 400, 'unsupported_grant_type'],
        ['grant_type=client_credentials%00', 400, 'invalid_request'],
        ['', 400, 'invalid_request'],
        ['grant_type=', 400, 'invalid_request'],
        [`${grant}&${grant}`, 400, 'invalid_request'],
        [`${grant}&x=1&x=`, 400, 'invalid_request'],
        [`${grant}&grant%5Ftype=client_credentials`, 400, 'invalid_request'],
        ['grant_type=%', 400, 'invalid_request'],
        [Array.from({ length: 51 }, (_, index) => `a${index}=1`).join('&'), 400, 'invalid_request'],
        [JSON.stringify({ grant_type: 'client_credentials' }), 415, 'invalid_request', json],
        [grant, 415, 'invalid_request', { 'Content-Encoding': 'gzip' }],
        [`${grant}&x=${'y'.repeat(1024 * 1024)}`, 413, 'invalid_request'],
      ];
      for (const [body, status, error, headers] of cases) {
        const answer = await post('token', authorization, body, headers);
        expect([answer.status, answer.body['error']], body.slice(0, 80)).to.deep.equal([status, error]);
        expect(answer.body).to.have.all.keys('error', 'error_description');
      }
      expect((await post('token', authorization, `__proto__=1&constructor=2&${grant}`)).status).to.equal(200);
    });
  });

  describe('introspection', () => {
    it('introspectToken rule 2: describes active tokens of sessions and keys, and keys', async () => {
      const [, claims] = partsOf(tokens.accessToken);
      const session = await introspect(tokens.accessToken);
      expect(session.headers.get('Cache-Control')).to.equal('no-store');
      const { iat, exp } = claims;
      expect(session.body).to.include({ active: true, sub: person.id, username: person.username, iat, exp });
      expect(session.body).to.include({ sid: claims['sid'], token_type: 'Bearer' }).and.not.have.property('client_id');
      for (const token of [await tokenOf(client), client.key]) {
        const { body } = await introspect(token);
        expect(body).to.include({ active: true, sub: client.id, client_id: client.id, scope: 'user.read' });
        expect(body).to.have.all.keys('active', 'sub', 'username', 'token_type', 'iat', 'exp', 'client_id', 'scope');
      }
      expect((await introspect(introspector.key)).body).to.include({ active: true, client_id: introspector.id });
      expect((await introspect(client.key, basicOf(introspector.id, introspector.key))).body['active']).to.equal(true);
      const administratorToken = (await openSession(service.api, administrator)).accessToken;
      expect(String((await introspect(administratorToken)).body['scope']).split(' ')).to.include('user.read');
    });

    it('introspectToken rule 3: returns exactly the same for everything that is not active', async () => {
      const [header, claims] = partsOf(tokens.accessToken);
      const right = by(current ?? expect.fail(), undefined);
      const publicKey = createPublicKey(current ?? expect.fail());
      const publicPem = String(publicKey.export({ type: 'spki', format: 'pem' }));
      const other = await aPerson(service);
      const ended = await openSession(service.api, other);
      await service.api.as(ended.accessToken).post('/auth/logout');
      const disabled = await aPerson(service);
      const ofDisabled = await openSession(service.api, disabled);
      await service.admin.patch(`/users/${disabled.id}`, { status: 0 });
      const deleted = await aServiceKey('user.read');
      const ofDeleted = await tokenOf(deleted);
      await service.admin.delete(`/api-keys/${deleted.id}`);
      const dead = [
        'x'.repeat(60_000),
        `${tokens.accessToken}\0`,
        'x',
        'a.b.c',
        '\0',
        'ptc_',
        '🗝️',
        'x'.repeat(4096),
        tokens.refreshToken,
        ended.accessToken,
        ofDisabled.accessToken,
        deleted.key,
        ofDeleted,
        `${client.key.slice(0, -1)}_`,
        jwt({ ...header, alg: 'none' }, claims, () => ''),
        jwt({ ...header, alg: 'HS256' }, claims, hmac('sha256', publicPem)),
        jwt({ ...header, alg: 'HS256' }, claims, hmac('sha256', String(publicKey.export({ format: 'jwk' }).x))),
        jwt({ ...header, alg: 'HS256' }, claims),
        jwt(header, claims, by(stranger ?? expect.fail(), undefined)),
        jwt({ ...header, kid: 'unknown' }, claims, right),
        jwt({ ...header, kid: 7 }, claims, right),
        jwt({ ...header, typ: 'JWT' }, claims, right),
        jwt({ ...header, typ: 'assertion+jwt' }, claims, right),
        jwt(header, { ...claims, iat: now() - 901, exp: now() - 1 }, right),
        jwt(header, { ...claims, aud: 'another' }, right),
      ];
      for (const token of dead) {
        const { status, text } = await introspect(token);
        expect([status, text], token.slice(0, 60)).to.deep.equal([200, inactive]);
      }
      expect((await introspect(jwt(header, claims, right))).body['active']).to.equal(true);
    });

    it('introspectToken rule 1: is only for API keys with the permission', async () => {
      const adminToken = (await openSession(service.api, administrator)).accessToken;
      const refused: readonly (readonly [string, number])[] = [
        ['', 401],
        [`Bearer ${adminToken}`, 401],
        [`Bearer ${tokens.accessToken}`, 403],
        [`Bearer ${client.key}`, 403],
        [basicOf(client.id, client.key), 403],
        [basicOf(client.id, introspector.key), 401],
      ];
      for (const [authorization, status] of refused) {
        const answer = await introspect(client.key, authorization);
        expect(answer.status, authorization).to.be.oneOf([status, 403]);
        expect(answer.text).not.to.include('active');
      }
      const body = `token=${client.key}&token=${client.key}`;
      expect((await post('introspect', `Bearer ${introspector.key}`, body)).body['error']).to.equal('invalid_request');
    });
  });

  describe('revocation', () => {
    it('ends the session of the caller, with its access token or its refresh token', async () => {
      for (const which of ['accessToken', 'refreshToken'] as const) {
        const [kept, ended] = [await openSession(service.api, person), await openSession(service.api, person)];
        expect((await revoke(ended[which], `Bearer ${kept.accessToken}`)).status).to.equal(200);
        expect(await statusOf(ended.accessToken, '/auth/profile')).to.equal(401);
        expect(await statusOf(kept.accessToken, '/auth/profile')).to.equal(200);
        expect((await revoke(kept.accessToken, `Bearer ${kept.accessToken}`)).text).to.equal('{}');
        expect(await statusOf(kept.accessToken, '/auth/profile')).to.equal(401);
      }
    });

    it('ends a key with itself or its owner, even if the key can only read', async () => {
      const own = await openSession(service.api, person);
      const asOwner = service.api.as(own.accessToken);
      const [first, second] = [await aKey(asOwner, { readOnly: true }), await aKey(asOwner, {})];
      expect((await revoke(first.key, basicOf(first.id, first.key))).status).to.equal(200);
      expect(await statusOf(first.key, '/auth/permissions')).to.equal(401);
      const token = await tokenOf(second);
      await revoke(token, `Bearer ${own.accessToken}`);
      expect([
        await statusOf(token, '/auth/permissions'),
        await statusOf(second.key, '/auth/permissions'),
      ]).to.deep.equal([401, 200]);
      await revoke(second.key, `Bearer ${own.accessToken}`);
      expect(await statusOf(second.key, '/auth/permissions')).to.equal(401);
    });

    it('revokeToken rule 1: answers 200 and does nothing for the tokens of others and for unknown tokens', async () => {
      const own = await openSession(service.api, person);
      const key = await aKey(service.api.as(own.accessToken), {});
      const ofClient = await tokenOf(client);
      const attempts: readonly (readonly [token: string, authorization: string])[] = [
        [client.key, `Bearer ${own.accessToken}`],
        [ofClient, `Bearer ${own.accessToken}`],
        [own.accessToken, `Bearer ${client.key}`],
        [own.refreshToken, `Bearer ${client.key}`],
        // A key of the same owner ends neither the sessions of the owner nor other keys.
        [own.accessToken, `Bearer ${key.key}`],
        [own.refreshToken, `Bearer ${key.key}`],
        [introspector.key, `Bearer ${client.key}`],
        ['unknown', `Bearer ${own.accessToken}`],
        [`${key.key}x`, `Bearer ${own.accessToken}`],
      ];
      for (const [token, authorization] of attempts)
        expect([(await revoke(token, authorization)).status, token]).to.deep.equal([200, token]);
      for (const alive of [own.accessToken, key.key, client.key, ofClient, introspector.key])
        expect(await statusOf(alive, '/auth/permissions'), alive).to.equal(200);
      expect((await revoke(own.accessToken, '')).body['error']).to.equal('invalid_client');
    });
  });
});
