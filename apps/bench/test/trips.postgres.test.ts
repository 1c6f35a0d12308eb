import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import {
  createAccounts,
  createContents,
  markdown,
  requestsOf,
  send,
  type Request,
  type Requests,
} from '../src/requests.ts';
import { start, type Service } from '../src/service.ts';
import { countingProxy, type CountingProxy } from './support/counting-proxy.ts';

/**
 * The most round trips to PostgreSQL that a request may need, with the access check, BEGIN, COMMIT and the notification
 * of other processes.
 */
const most: Readonly<Record<string, number>> = {
  permissions: 1,
  user: 1,
  list: 1,
  'list-with-token': 2,
  article: 1,
  'article-unchanged': 1,
  menus: 1,
  tags: 1,
  'create-article': 6,
  'change-article': 8,
  'change-text': 9,
  'create-tag': 6,
  'set-roles': 8,
  login: 6,
};

const program = fileURLToPath(new URL('../../../server/dist/src/main.js', import.meta.url));
const serverUrl = process.env['TEST_DATABASE_URL'];

/** Tasks in the background make round trips too, so the least of several attempts counts. */
const attempts = 5;
/** The notification is sent after the response. */
const notifyMs = 50;

describe('Round trips of the requests of the bench', serverUrl === undefined ? noServer : withServer);

function noServer(): void {
  it('needs PostgreSQL in TEST_DATABASE_URL');
}

function withServer(): void {
  const ends: (() => Promise<unknown>)[] = [];
  let proxy: CountingProxy;
  let service: Service;
  let requests: Requests;

  before(async () => {
    proxy = await countingProxy(serverUrl ?? '');
    service = await start('this', program, { adminUrl: proxy.url, onEnd: (end) => void ends.unshift(end) });
    await createAccounts(service);
    await createContents(service, 300);
    const given = await requestsOf(service);
    requests = {
      ...given,
      'change-text': (n) => ({ ...requestOf(given['change-article'], n), body: { contentMd: markdown(n) } }),
      // The requests with even numbers set the roles that a user has already.
      'set-roles': (n) => requestOf(given['set-roles'], 2 * n + 1),
    };
  });

  after(async () => {
    for (const end of ends) await end();
    proxy.close();
  });

  for (const [name, line] of Object.entries(most)) {
    it(`${name}: at most ${line}`, async () => {
      const counts: number[] = [];
      for (let n = 0; n < attempts; n += 1) {
        const before = proxy.trips();
        const response = await send(service.url, requestOf(requests[name], n));
        expect(response.status, await response.text()).to.be.lessThan(400);
        await sleep(notifyMs);
        counts.push(proxy.trips() - before);
      }
      expect(Math.min(...counts), counts.join(' ')).to.be.within(1, line);
    });
  }
}

function requestOf(repeated: Requests[string] | undefined, n: number): Request {
  if (repeated === undefined) throw new Error('The bench has no such request.');
  return typeof repeated === 'function' ? repeated(n) : repeated;
}
