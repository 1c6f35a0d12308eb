import { expect } from 'chai';
import type { Api } from '../test/support/api.ts';
import { jsonBodies, naughtyTexts } from '../test/support/corpora.ts';
import { hostileBodies } from '../test/support/hostile-bodies.ts';
import { calls, queries } from '../test/support/routes.ts';
import { anAdministrator } from '../test/support/service.ts';
import { inParallel, tally, timed } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const width = 8;
const longestMs = 5000;

/** Names of fields of request bodies. Each text is sent in all these fields. */
const fields = [
  'username',
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'nickName',
  'phone',
  'gender',
  'code',
  'name',
  'description',
  'resource',
  'action',
  'title',
  'slug',
  'summary',
  'contentMd',
  'contentHtml',
  'routeName',
  'routePath',
  'menuName',
  'icon',
  'href',
  'refreshToken',
  'roleIds',
  'tagIds',
  'names',
  'parentId',
];
const parameters = [
  'search',
  'sortBy',
  'sortOrder',
  'page',
  'pageSize',
  'status',
  'id',
  'from',
  'routeName',
  '__proto__',
];

describe('Every route, with the texts of all corpora', () => {
  let cluster: Cluster;
  let api: Api;

  before(async () => {
    cluster = await startCluster();
    ({ api } = await anAdministrator(cluster));
  });
  after(() => cluster.stop());

  /**
   * Sends the requests, and expects that each one gets a response in time and without an internal error. The client
   * checks the envelope of each response, and searches the response for leaks.
   */
  async function survives(
    name: string,
    requests: readonly (() => Promise<{ readonly status: number }>)[],
  ): Promise<void> {
    const statuses: number[] = [];
    let longest = 0;
    const told = await cluster.servers[0].watchLoop();
    await inParallel(requests.length, width, async (index) => {
      const took = await timed(async () => statuses.push((await requests[index]?.())?.status ?? 0));
      longest = Math.max(longest, took);
    });
    const delay = await told();
    printMeasurement(`${name}: responses`, JSON.stringify(tally(statuses)));
    printMeasurement(`${name}: longest ms`, longest);
    printMeasurement(`${name}: event loop delay max ms`, delay.max);
    expect(statuses.filter((status) => status >= 500)).to.be.empty;
    expect(longest).to.be.below(longestMs);
  }

  it('responds to each text in a body in time and without an internal error', async () => {
    const texts = naughtyTexts().map((text) =>
      JSON.stringify(Object.fromEntries(fields.map((field) => [field, text]))),
    );
    const bodies = [...jsonBodies(), ...texts, ...hostileBodies];
    await survives(
      `${bodies.length} bodies through ${calls.length} routes`,
      bodies.flatMap((body) =>
        calls.map(
          ({ method, path }) =>
            () =>
              api[method](path, body, json),
        ),
      ),
    );
  });

  it('responds to each text in a query in time and without an internal error', async () => {
    const texts = naughtyTexts().filter((text) => text.length < 1000);
    await survives(
      `${texts.length} texts as ${parameters.length} parameters of ${queries.length} routes`,
      texts.flatMap((text) =>
        queries.flatMap((path) =>
          parameters.map((name) => () => api.get(`${path}?${name}=${encodeURIComponent(text.toWellFormed())}`)),
        ),
      ),
    );
  });
});

const json = { 'Content-Type': 'application/json' };
