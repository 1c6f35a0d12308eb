import { expect } from 'chai';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { inParallel, tally } from '../stress/support/load.ts';
import type { Api } from '../test/support/api.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { sendBytes } from '../test/support/raw-socket.ts';
import { aPerson, type Person } from '../test/support/service.ts';
import { openSession } from '../test/support/sessions.ts';
import {
  respond as answer,
  startFaultyPortcullis,
  type Fault,
  type FaultyPortcullis,
} from './support/faulty-portcullis.ts';
import { issuer, startBoth, startGateways, type Gateways, type GatewayUrls, type Reached } from './support/gateways.ts';
import { hostileRequests, type HostileRequest } from './support/hostile-requests.ts';
import { measureRequests, rounds } from './support/measure.ts';

const audience = 'articles';
const routes = [
  { methods: ['GET'], path: '/public/*', audience, public: true },
  { methods: ['GET', 'POST'], path: '/articles/*', audience, authenticated: true },
  { methods: ['GET', 'POST'], path: '/admin/*', audience, roles: ['ADMIN'] },
  { methods: ['GET'], path: '/users/:id', audience, permissions: ['user.read'] },
];

describe('Gateways', () => {
  let gateways: Gateways;
  let admin: Api;
  let person: Person;
  let token: string;

  before(async () => {
    gateways = await startGateways();
    ({ admin } = gateways.cluster);
    const { status, message } = await admin.put('/access/routes', { routes });
    expect(status, message).to.equal(200);
    person = await aPerson(gateways.cluster, ['USER']);
    token = (await openSession(gateways.cluster.api, person)).accessToken;
  });
  after(() => gateways.stop());

  const ask = (url: string, path: string, bearer?: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url + path, { headers: { ...headers, ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) } });

  /** The headers with a value that look like those of the gateway to a server that treats `_` like `-`. */
  const identityIn = ({ rawHeaders }: Reached): readonly (readonly [string, string])[] =>
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 &&
      name.toLowerCase().replaceAll('_', '-').startsWith('x-portcullis') &&
      rawHeaders[index + 1] !== ''
        ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const]
        : [],
    );

  /** Returns the subject of an assertion without verifying it; undefined if it is none. */
  const subjectOf = (assertion: string): unknown => {
    try {
      return decodeJwt(assertion).sub;
    } catch {
      return undefined;
    }
  };

  /** Whether a request of `person`, or of a visitor, reached the service as somebody else, or with another meaning. */
  function isForged(request: Reached): boolean {
    const path = request.url.split('?')[0] ?? '';
    const isPublic = path.startsWith('/public/');
    const own = new Map([
      ['x-portcullis-user', person.id],
      ['x-portcullis-username', person.username],
      ['x-portcullis-roles', 'USER'],
    ]);
    const identity = identityIn(request);
    const isOwn =
      identity.length === own.size + 1 &&
      identity.every(([name, value]) =>
        name === 'x-portcullis-assertion' ? subjectOf(value) === person.id : own.get(name) === value,
      );
    const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const leads = names.some((name) =>
      /^(?:authorization|x-http-method.*|x-method-override|x-original-.*|x-rewrite-.*|x-forwarded-(?:uri|method))$/.test(
        name,
      ),
    );
    const isAllowed = /^\/(?:public|articles)(?:\/[a-z0-9]+)*$/.test(path) && ['GET', 'POST'].includes(request.method);
    return leads || !isAllowed || (isPublic ? identity.length > 0 : !isOwn);
  }

  const send = (url: string, { line, headers = [], body = '' }: HostileRequest, bearer: string | undefined) => {
    const isLast = headers.some((header) => header.startsWith('Connection'));
    const lines = [
      `${line} HTTP/1.1`,
      'Host: localhost',
      ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
      ...(isLast ? [] : ['Connection: close']),
      ...headers,
    ];
    return sendBytes(url, `${lines.join('\r\n')}\r\n\r\n${body}`, 3000);
  };

  for (const gateway of ['nginx', 'caddy'] as const) {
    describe(gateway, () => {
      let url: string;
      before(() => {
        url = gateways.urls[gateway];
      });

      it('forwards what the caller may do, and says who the caller is', async () => {
        gateways.reached.length = 0;
        expect((await ask(url, '/public/x')).status).to.equal(200);
        expect((await ask(url, '/articles/1', token)).status).to.equal(200);
        const [visitor, user] = gateways.reached;
        if (visitor === undefined || user === undefined) throw new Error('A request has not reached the service.');
        expect(identityIn(visitor)).to.deep.equal([]);
        const { 'x-portcullis-assertion': assertion = '', ...identity } = Object.fromEntries(identityIn(user));
        expect(identity).to.deep.equal({
          'x-portcullis-user': person.id,
          'x-portcullis-username': person.username,
          'x-portcullis-roles': 'USER',
        });
        const keys = createRemoteJWKSet(new URL(`${gateways.cluster.servers[1].url}/.well-known/jwks.json`));
        const options = { algorithms: ['EdDSA'], issuer, audience, typ: 'portcullis-assertion+jwt' };
        const { payload } = await jwtVerify(assertion, keys, options);
        expect(payload).to.deep.include({ sub: person.id, roles: ['USER'] });
        // The service cannot act as its caller with it.
        expect((await ask(url, '/articles/1', assertion)).status).to.equal(401);
        expect((await gateways.cluster.api.as(assertion).get('/auth/profile')).status).to.equal(401);
        expect(gateways.reached.map(isForged)).to.deep.equal([false, false]);
      });

      it('responds with 401 and a challenge without a token, and with 403 if the caller may not', async () => {
        gateways.reached.length = 0;
        const missing = await ask(url, '/articles/1');
        expect([missing.status, missing.headers.get('WWW-Authenticate')]).to.deep.equal([401, 'Bearer']);
        for (const path of ['/admin/x', '/users/1', '/other', '/']) {
          expect((await ask(url, path, token)).status, path).to.equal(403);
        }
        expect((await ask(url, '/articles/1', 'x')).status).to.equal(401);
        expect(gateways.reached).to.deep.equal([]);
      });

      it(`lets none of ${hostileRequests.length} hostile requests through as somebody else`, async () => {
        expect(hostileRequests.length).to.be.at.least(200);
        gateways.reached.length = 0;
        const statuses: number[] = [];
        const forged: string[] = [];
        for (const request of hostileRequests) {
          for (const bearer of [token, undefined]) {
            const before = gateways.reached.length;
            const { statuses: received } = await send(url, request, bearer);
            statuses.push(received[0] ?? 0);
            const arrived = gateways.reached.slice(before);
            if (arrived.some(isForged)) forged.push(`${request.name}: ${JSON.stringify(arrived.find(isForged))}`);
          }
        }
        printMeasurement(`${gateway}: hostile requests`, 2 * hostileRequests.length);
        printMeasurement(`${gateway}: their statuses`, JSON.stringify(tally(statuses)));
        printMeasurement(`${gateway}: reached the service with their own identity`, gateways.reached.length);
        printMeasurement(`${gateway}: reached the service as somebody else`, forged.length);
        expect(forged).to.deep.equal([]);
        // Requests that only claim something reach the service, without what they claim.
        expect(gateways.reached.length).to.be.greaterThan(50);
      });
    });
  }

  interface Grant {
    readonly give: () => Promise<unknown>;
    readonly take: () => Promise<unknown>;
    readonly bearer: () => string;
  }

  const kinds: Readonly<Record<string, () => Promise<Grant>>> = {
    'the roles of a user': async () => {
      const { id, bearer, roleId } = await aModerator();
      return {
        give: () => admin.patch(`/users/${id}`, { roleIds: [roleId] }),
        take: () => admin.patch(`/users/${id}`, { roleIds: [] }),
        bearer,
      };
    },
    'a role that ends': async () => {
      const { id, bearer } = await aModerator();
      const setEnd = (end: string) =>
        gateways.cluster.query(`UPDATE user_roles SET valid_until = ${end} WHERE user_id = $1`, [id]);
      return {
        give: () => setEnd('NULL'),
        take: async () => {
          await setEnd("clock_timestamp() + interval '2 ms'");
          await gateways.cluster.query('SELECT pg_sleep(0.003)');
        },
        bearer,
      };
    },
    'an API key': async () => {
      const { api } = await aModerator();
      let created: { readonly apiKey: { readonly id: string }; readonly key: string } | undefined;
      return {
        give: async () => {
          const body = { name: 'key', permissions: ['user.read'] };
          created = (await api.post<{ apiKey: { id: string }; key: string }>('/api-keys', body)).data;
        },
        take: () => api.delete(`/api-keys/${created?.apiKey.id}`),
        bearer: () => created?.key ?? '',
      };
    },
  };

  async function aModerator() {
    const moderator = await aPerson(gateways.cluster, ['MODERATOR']);
    const { accessToken } = await openSession(gateways.cluster.api, moderator);
    const [role] = await gateways.cluster.query<{ id: string }>(`SELECT id FROM roles WHERE code = 'MODERATOR'`);
    const bearer = (): string => accessToken;
    return { id: moderator.id, roleId: role?.id ?? '', bearer, api: gateways.cluster.api.as(accessToken) };
  }

  for (const [kind, begin] of Object.entries(kinds)) {
    it(`nginx forwards none of ${rounds} requests that follow the end of ${kind}`, async () => {
      const lanes = 3;
      const [given, taken]: [number[], number[]] = [[], []];
      const grants = await Promise.all(Array.from({ length: lanes }, begin));
      const statusFor = async (bearer: string) => (await ask(gateways.urls.nginx, '/users/1', bearer)).status;
      await inParallel(lanes, lanes, async (lane) => {
        const { give, take, bearer } = grants[lane] ?? expect.fail('no such lane');
        for (let round = lane; round < rounds; round += lanes) {
          await give();
          given.push(await statusFor(bearer()));
          await take();
          taken.push(await statusFor(bearer()));
        }
      });
      const stale = taken.filter((status) => status !== 401 && status !== 403).length;
      printMeasurement(`nginx: stale after the end of ${kind}`, `${stale} of ${taken.length}`);
      expect(stale, JSON.stringify(tally(taken))).to.equal(0);
      expect(tally(given)).to.deep.equal({ 200: rounds });
    });
  }

  it('measures what a decision costs', async () => {
    const { serviceUrl, urls } = gateways;
    await measureRequests('the service alone', () => ask(serviceUrl, '/articles/1'));
    await measureRequests('nginx, a public route', () => ask(urls.nginx, '/public/x'));
    await measureRequests('nginx, a route for users', () => ask(urls.nginx, '/articles/1', token));
    await measureRequests('Caddy, a public route', () => ask(urls.caddy, '/public/x'));
    await measureRequests('Caddy, a route for users', () => ask(urls.caddy, '/articles/1', token));
  });

  describe('with a Portcullis that does not decide', () => {
    let portcullis: FaultyPortcullis;
    let urls: GatewayUrls;
    before(async () => {
      portcullis = await startFaultyPortcullis(gateways.cluster.servers[0].url);
      urls = await startBoth(gateways.machine, [portcullis.url, portcullis.url], gateways.serviceUrl);
    });
    after(() => portcullis.stop());

    const busy = { 'Content-Type': 'application/json', 'Retry-After': '7' };
    /** The answer of Portcullis, and the status and `Retry-After` that a client gets from nginx and from Caddy. */
    const answers: Readonly<Record<string, readonly [Fault, nginx: number, caddy: number, retryAfter: string]>> = {
      'that is overloaded': [answer(503, busy), 503, 503, '7'],
      'whose limit a caller has reached': [answer(429, busy), 503, 429, '7'],
      'with an error': [answer(500, {}), 503, 500, ''],
      'that redirects': [answer(302, { Location: '/public/x' }), 503, 302, ''],
      'that is silent': [() => undefined, 503, 503, '1'],
      'that closes the connection': [(_request, response) => void response.destroy(), 503, 503, '1'],
    };
    for (const [name, [fault, nginx, caddy, retryAfter]] of Object.entries(answers)) {
      it(`let nobody in, and ask clients to come back: ${name}`, async () => {
        portcullis.fault = fault;
        gateways.reached.length = 0;
        const paths = ['/public/x', '/articles/1'];
        for (const [url, status, after] of [
          [urls.nginx, nginx, '1'],
          [urls.caddy, caddy, retryAfter],
        ] as const) {
          const responses = await Promise.all(paths.map((path) => fetch(url + path, { redirect: 'manual' })));
          for (const { status: received, headers } of responses)
            expect([received, headers.get('Retry-After') ?? '']).to.deep.equal([status, after]);
        }
        expect(gateways.reached).to.deep.equal([]);
      });
    }
  });

  describe('without a process of the service', () => {
    it('forward nothing when no process answers', async () => {
      await Promise.all(gateways.cluster.servers.map((server) => server.stop()));
      gateways.reached.length = 0;
      for (const path of ['/public/x', '/articles/1']) {
        const [nginx, caddy] = await Promise.all([
          ask(gateways.urls.nginx, path, token),
          ask(gateways.urls.caddy, path, token),
        ]);
        expect([nginx.status, caddy.status]).to.deep.equal([503, 503]);
        expect([nginx, caddy].map(({ headers }) => headers.get('Retry-After'))).to.deep.equal(['1', '1']);
      }
      expect(gateways.reached).to.deep.equal([]);
    });
  });
});
