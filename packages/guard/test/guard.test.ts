import { generateKeyPair, SignJWT } from 'jose';
import { expect } from 'chai';
import { createGuard, type GuardOptions } from '../src/index.ts';
import { apiKey, fakePortcullis, responses, userId } from './portcullis.ts';

type Fake = Awaited<ReturnType<typeof fakePortcullis>>;

const guardOf = ({ send }: Fake, options: Partial<GuardOptions> = {}) =>
  createGuard({ url: 'https://id.example.com/', fetch: send, ...options });

const requestWith = (token: string | undefined, requestId = 'a-request') => ({
  method: 'POST',
  authorization: token === undefined ? undefined : `Bearer ${token}`,
  requestId,
});

describe('The guard', () => {
  it('asks Portcullis with the token of the caller, and returns who the caller is', async () => {
    const fake = await fakePortcullis();
    const token = await fake.token();
    const outcome = await guardOf(fake).requirePermission('project.read')(requestWith(token));
    expect(outcome).to.deep.equal({ isAllowed: true, caller: { userId, username: 'béa', roles: ['A', 'B,'] } });
    const [request = expect.fail('It did not ask.')] = fake.asked;
    expect(request.url).to.equal('https://id.example.com/api/access/forward?permission=project.read');
    expect(request.redirect).to.equal('manual');
    expect(Object.fromEntries(request.headers)).to.include({
      authorization: `Bearer ${token}`,
      'x-request-id': 'a-request',
      'x-forwarded-method': 'POST',
    });
  });

  it('asks about an operation, and refuses one that depends on a condition', async () => {
    const fake = await fakePortcullis(() => responses.operations('updateContent'));
    const { requireOperation } = guardOf(fake);
    const request = requestWith(await fake.token());
    expect(await requireOperation('updateContent')(request)).to.deep.include({ isAllowed: true });
    expect(await requireOperation('deleteContent')(request)).to.include({ status: 403 });
    const data = [{ id: 'updateContent', when: 'some' }];
    fake.state.respond = () => responses.json(200, { success: true, data });
    expect(await requireOperation('updateContent')(request)).to.include({ status: 403 });
    expect(fake.asked[0]?.url).to.match(/\/api\/auth\/operations\?ids=updateContent$/);
  });

  it('does not take the id of a key for that of a user', async () => {
    const fake = await fakePortcullis(() => responses.operations('updateContent'));
    const check = guardOf(fake).requireOperation('updateContent');
    for (const [claims, expected] of [
      [{}, userId],
      [{ client_id: userId }, undefined],
    ] as const) {
      const outcome = await check(requestWith(await fake.token(claims)));
      expect(outcome.isAllowed && outcome.caller.userId).to.equal(expected);
    }
  });

  it('refuses what Portcullis refuses', async () => {
    const fake = await fakePortcullis();
    const check = guardOf(fake).requirePermission('project.read');
    for (const status of [401, 403] as const) {
      fake.state.respond = () => responses.refused(status);
      const outcome = await check(requestWith(await fake.token()));
      expect(outcome).to.deep.include({ isAllowed: false, status });
      const challenge = outcome.isAllowed ? undefined : outcome.headers['WWW-Authenticate'];
      expect(challenge).to.equal(status === 401 ? 'Bearer error="invalid_token"' : undefined);
    }
  });

  describe('does not ask about a token', () => {
    const cases: readonly (readonly [string, (fake: Fake) => Promise<string | undefined>])[] = [
      ['that is missing', async () => undefined],
      ['that is no token', async () => 'x'],
      ['that is not signed', async () => `${btoa('{"alg":"none"}')}.${btoa('{}')}.`],
      ['that has expired', (fake) => fake.token({ exp: 1_000_000 })],
      ['of another type', (fake) => fake.token({}, { typ: 'JWT' })],
      ['without a session', (fake) => fake.token({ sid: undefined })],
      [
        'that another key has signed',
        async () =>
          new SignJWT({ sid: 's', sub: userId, iss: 'portcullis', aud: 'portcullis-api' })
            .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1' })
            .setExpirationTime('15m')
            .sign((await generateKeyPair('EdDSA')).privateKey),
      ],
      [
        'that a secret has signed',
        async () =>
          new SignJWT({ sid: 's', sub: userId, iss: 'portcullis', aud: 'portcullis-api' })
            .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' })
            .setExpirationTime('15m')
            .sign(new Uint8Array(32)),
      ],
      ['that is no API key', async () => 'ptc_../../admin'],
      ['that is too long', async () => 'x'.repeat(5000)],
    ];
    for (const [name, tokenOf] of cases) {
      it(name, async () => {
        const fake = await fakePortcullis();
        const outcome = await guardOf(fake).requirePermission('project.read')(requestWith(await tokenOf(fake)));
        expect(outcome).to.deep.include({ isAllowed: false, status: 401 });
        expect(fake.asked).to.have.length(0);
      });
    }
  });

  describe('answers 503 if the response', () => {
    const nonsense: Readonly<Record<string, () => Response | Promise<Response>>> = {
      'is a failure of the network': () => Promise.reject(new TypeError('fetch failed')),
      'is a redirect': () => new Response('', { status: 302, headers: { Location: 'https://evil.example' } }),
      'is 200 without a user': () => new Response('OK'),
      'is 200 with a user that is no id': () => new Response('', { headers: { 'X-Portcullis-User': 'admin' } }),
      'is the 403 of a proxy': () => new Response('<h1>Forbidden</h1>', { status: 403 }),
      'is a 403 with another body': () => responses.json(403, { error: 'forbidden' }),
      'is a 401 whose body says 403': () => responses.json(401, { success: false, statusCode: 403 }),
      'is 204': () => new Response(null, { status: 204, headers: { 'X-Portcullis-User': userId } }),
      'is 201': () => new Response('', { status: 201, headers: { 'X-Portcullis-User': userId } }),
      'is 404': () => responses.json(404, { success: false, statusCode: 404 }),
      'is 500': () => responses.json(500, { success: false, statusCode: 500 }),
      'is too long': () => responses.json(403, { success: false, statusCode: 403, x: 'x'.repeat(300_000) }),
    };
    for (const [name, respond] of Object.entries(nonsense)) {
      it(name, async () => {
        const fake = await fakePortcullis(respond);
        const outcome = await guardOf(fake).requirePermission('project.read')(requestWith(await fake.token()));
        if (outcome.isAllowed) throw new Error('It was allowed.');
        expect(outcome.status).to.equal(503);
        expect(outcome.headers['Retry-After']).to.match(/^[1-9]\d*$/);
        expect(JSON.parse(outcome.body)).to.include({ error: 'authorization-unavailable', requestId: 'a-request' });
      });
    }

    it('is about another user than the token', async () => {
      const another = 'aaaaaaaa-0000-4000-8000-000000000002';
      const fake = await fakePortcullis(() => new Response('', { headers: { 'X-Portcullis-User': another } }));
      const check = guardOf(fake).requirePermission('project.read');
      expect(await check(requestWith(await fake.token()))).to.include({ status: 503 });
      // The user of a key is its owner, whom the token does not name.
      expect(await check(requestWith(await fake.token({ client_id: userId })))).to.include({ isAllowed: true });
    });

    it('does not come in time', async () => {
      const fake = await fakePortcullis(
        (request) =>
          new Promise((_resolve, reject) =>
            request.signal.addEventListener('abort', () => reject(new Error('It was aborted.'))),
          ),
      );
      const check = guardOf(fake, { timeoutMs: 1 }).requirePermission('project.read');
      expect(await check(requestWith(apiKey))).to.include({ status: 503 });
    });

    it('has no keys', async () => {
      const fake = await fakePortcullis();
      for (const keys of [() => new Response('', { status: 404 }), () => responses.json(200, {})]) {
        fake.state.keys = keys;
        const outcome = await guardOf(fake).requirePermission('project.read')(requestWith(await fake.token()));
        expect(outcome).to.include({ status: 503 });
      }
      expect(fake.asked).to.have.length(0);
    });
  });

  it('is not stopped by tokens that are malformed in any way', async () => {
    const fake = await fakePortcullis();
    const token = await fake.token();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const known = { alg: 'EdDSA', typ: 'at+jwt', kid: 'k1' };
    const headers = [
      { ...known, alg: 'none' },
      { ...known, alg: ['EdDSA'] },
      { ...known, alg: 'RS256' },
      { ...known, kid: 'another' },
      { ...known, kid: 1 },
      { ...known, kid: { toString: 1 } },
      { ...known, kid: undefined },
      { ...known, crit: ['b64'], b64: false },
      { ...known, crit: ['exp'], exp: 1 },
      { ...known, crit: 'x' },
      { ...known, jwk: {}, x5c: ['x'], jku: 'https://evil.example' },
      { ...known, enc: 'A256GCM', zip: 'DEF' },
      ['EdDSA'],
      'EdDSA',
      null,
    ].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'));
    const tokens = [
      ...headers.map((each) => `${each}.${payload}.${signature}`),
      ...['', 'A', 'AAAA', `${signature}A`, `${signature}AAAA`, '%', 'é'].flatMap((each) => [
        `${header}.${payload}.${each}`,
        `${header}.${each}.${signature}`,
        `${each}.${payload}.${signature}`,
      ]),
      '.',
      '..',
      '...',
      '....',
      `${token}.`,
      `${token}.x.y`,
    ];
    const check = guardOf(fake, { failures: 1 }).requirePermission('project.read');
    for (const sent of tokens) expect(await check(requestWith(sent)), sent).to.include({ status: 401 });
    expect(fake.asked).to.have.length(0);
    expect(await check(requestWith(token))).to.include({ isAllowed: true });
  });

  describe('does not pile up requests', () => {
    it('asks no more after several failures, then once, then again', async () => {
      let now = 1_000_000;
      const fake = await fakePortcullis(() => Promise.reject(new TypeError('fetch failed')));
      const check = guardOf(fake, { failures: 3, openMs: 5000, now: () => now }).requirePermission('project.read');
      const ask = async () => (await check(requestWith(apiKey))) as { status?: number };
      for (let count = 0; count < 10; count += 1) expect(await ask()).to.include({ status: 503 });
      expect(fake.asked).to.have.length(3);
      now += 5000;
      await Promise.all([ask(), ask(), ask()]);
      expect(fake.asked).to.have.length(4);
      now += 5000;
      fake.state.respond = responses.allowed;
      for (let count = 0; count < 3; count += 1) expect(await ask()).to.include({ isAllowed: true });
      expect(fake.asked).to.have.length(7);
    });

    it('is not stopped by a caller who has reached a limit', async () => {
      const fake = await fakePortcullis(() => responses.json(429, { success: false }, { 'Retry-After': '7' }));
      const check = guardOf(fake, { failures: 1 }).requirePermission('project.read');
      const outcome = await check(requestWith(apiKey));
      expect(outcome).to.deep.include({ isAllowed: false, status: 503 });
      expect(outcome.isAllowed ? {} : outcome.headers).to.include({ 'Retry-After': '7' });
      fake.state.respond = responses.allowed;
      expect(await check(requestWith(apiKey))).to.include({ isAllowed: true });
    });

    it('refuses more requests than may wait', async () => {
      let release: (() => void) | undefined;
      const waiting = new Promise<void>((resolve) => {
        release = resolve;
      });
      const fake = await fakePortcullis(async () => {
        await waiting;
        return responses.allowed();
      });
      const check = guardOf(fake, { maxPending: 2 }).requirePermission('project.read');
      const first = [check(requestWith(apiKey)), check(requestWith(apiKey))];
      expect(await check(requestWith(apiKey))).to.include({ status: 503 });
      release?.();
      for (const outcome of await Promise.all(first)) expect(outcome).to.include({ isAllowed: true });
    });
  });

  describe('uses an answer again', () => {
    it('never by default, and never for API keys and their tokens', async () => {
      const fake = await fakePortcullis();
      const token = await fake.token();
      for (const [options, sent] of [
        [{}, token],
        [{ maxAge: 60 }, apiKey],
        [{ maxAge: 60 }, await fake.token({ client_id: 'a-key' })],
      ] as const) {
        fake.asked.length = 0;
        const check = guardOf(fake, options).requirePermission('project.read');
        await check(requestWith(sent));
        await check(requestWith(sent));
        expect(fake.asked).to.have.length(2);
      }
    });

    it('for the same token and permission until maxAge', async () => {
      let now = Date.now();
      const fake = await fakePortcullis();
      const guard = guardOf(fake, { maxAge: 10, now: () => now });
      const [token, other] = [await fake.token(), await fake.token({ sid: 'another' })];
      const ask = (sent: string, code = 'project.read') => guard.requirePermission(code)(requestWith(sent));
      await ask(token);
      await ask(token);
      expect(fake.asked).to.have.length(1);
      await ask(other);
      await ask(token, 'project.update');
      expect(fake.asked).to.have.length(3);
      now += 10_000;
      fake.state.respond = () => responses.refused(403);
      expect(await ask(token)).to.include({ status: 403 });
      expect(fake.asked).to.have.length(4);
    });
  });

  it('sends its own request id if that of the request has another form', async () => {
    const fake = await fakePortcullis();
    await guardOf(fake).requirePermission('project.read')(requestWith(apiKey, 'a b\n'));
    expect(fake.asked[0]?.headers.get('X-Request-Id')).to.match(/^[0-9a-f-]{36}$/);
  });
});
