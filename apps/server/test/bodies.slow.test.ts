import { expect } from 'chai';
import { hostileObjects, hostileTexts } from './support/hostile-bodies.ts';
import { calls, queries, type Call } from './support/routes.ts';
import { anAdministrator, aPerson, sharedService, type Person, type Service } from './support/service.ts';
import { openSession } from './support/sessions.ts';
import { sendBytes, head } from './support/raw-socket.ts';

/** Valid texts that faulty code may process incorrectly, such as `undefined`. */
const oddTexts = [
  'undefined',
  'NaN',
  '1e308',
  '%00',
  '%n%s',
  '\\\\',
  "'; DROP TABLE users; --",
  '{{7*7}}',
  '${jndi:ldap://x}',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  'constructor',
  '\u202etest\u202d',
  'Ⱥ'.repeat(300),
  '𝕳𝖊𝖑𝖑𝖔',
  'e\u0301'.repeat(100),
  '\ufeff',
  '\u007f\u0085\u2028',
  '🏳️‍🌈👩‍👩‍👧',
  'İıſẞ',
];

describe('Request bodies', () => {
  let service: Service;
  let sender: Person;

  before(async () => {
    service = await sharedService();
    sender = await anAdministrator(service);
  });

  /** As an administrator, sends a body unchanged, checks the envelope of the response, and returns the status. */
  const send = async ({ method, path }: Call, body: string | Buffer, type = 'application/json'): Promise<number> => {
    const { status } = await sender.api[method](path, body, { 'Content-Type': type });
    return status;
  };

  const faults = async (bodies: readonly (string | Buffer)[], to = calls): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const body of bodies) {
      const statuses = await Promise.all(to.map((call) => send(call, body)));
      statuses.forEach((status, index) => {
        if (status >= 500) found.push(`${to[index]?.method} ${to[index]?.path}: ${body.toString().slice(0, 99)}`);
      });
    }
    return found;
  };

  it('never cause an internal error, even if they are malformed or hostile', async () => {
    expect(await faults(hostileObjects)).to.deep.equal([]);
    const paths = ['/auth/login', '/auth/profile', '/users', '/contents', '/tags/batch'];
    const some = calls.filter(({ path }) => paths.includes(path));
    expect(await faults(hostileTexts, some)).to.deep.equal([]);
  });

  it('with odd texts in every field never cause an internal error', async () => {
    const fields = ['username', 'email', 'password', 'code', 'name', 'title', 'slug', 'routeName', 'refreshToken'];
    const bodies = oddTexts.map((text) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, text]))));
    expect(await faults(bodies)).to.deep.equal([]);
  });

  it('and query parameters of lists with odd texts never cause an internal error', async () => {
    const crafted = ['\0', '%', '\\', "' OR 1=1 --", '__proto__'];
    // `search` is tested with more texts, because it passes every text on to the database. The other parameters
    // accept only certain values, or are ignored.
    const names = ['sortBy', 'page', 'status', 'id', '__proto__', 'from'];
    const requests = [
      ...[...crafted, ...oddTexts].map((text) => ['search', text] as const),
      ...crafted.flatMap((text) => names.map((name) => [name, text] as const)),
    ];
    for (const path of queries) {
      const statuses = await Promise.all(
        requests.map(async ([name, text]) => {
          const { status } = await sender.api.get(`${path}?${name}=${encodeURIComponent(text)}`);
          return { status, name, text };
        }),
      );
      const failed = statuses.filter(({ status }) => status >= 500);
      expect(failed, path).to.deep.equal([]);
    }
  });

  describe('and access checks (§5 rule 3)', () => {
    const huge = 'Content-Length: 20000000';

    it('bodies of callers without a token are not read: 401 is sent before the first byte arrives', async () => {
      for (const { method, path } of calls.filter(({ isOpen }) => isOpen !== true)) {
        const request = head(`${method.toUpperCase()} /api${path} HTTP/1.1`, 'Content-Encoding: br', huge);
        const { statuses, closed } = await sendBytes(service.server.url, request);
        expect([statuses, closed], `${method} ${path}`).to.deep.equal([[401], true]);
      }
    });

    it('bodies of 24 MB are accepted only on content routes and only from authorized callers', async () => {
      const user = await aPerson(service);
      const { accessToken } = await openSession(service.api, user);
      const post = (path: string, token: string) =>
        sendBytes(
          service.server.url,
          head(`POST /api${path} HTTP/1.1`, `Authorization: Bearer ${token}`, 'Content-Type: application/json', huge),
          300,
        );
      expect((await post('/contents', accessToken)).statuses).to.deep.equal([403]);
      const own = await openSession(service.api, sender);
      expect((await post('/contents', own.accessToken)).statuses).to.deep.equal([]);
      expect((await post('/permissions', own.accessToken)).statuses).to.deep.equal([413]);
      const [large, larger] = [1_000_000, 25 * 2 ** 20].map((length) => ({
        title: 'x',
        contentMd: 'a'.repeat(length),
      }));
      expect((await sender.api.post('/contents', large)).status).to.equal(201);
      expect((await sender.api.post('/contents', larger)).status).to.equal(413);
    });

    it('bodies with too many keys or levels are refused before they are decoded', async () => {
      const bodies = ['['.repeat(20_000_000), `{${'"a":0,'.repeat(3_000_000)}`, `[${'0,'.repeat(10_000_000)}0]`];
      for (const body of bodies) expect(await send({ method: 'post', path: '/contents' }, body)).to.equal(400);
    });
  });
});
