import { expect } from 'chai';
import type { Api } from '../test/support/api.ts';
import { unique } from '../test/support/service.ts';
import { inParallel, tally } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const races = 200;
const racers = 4;

const account = () => ({ username: unique('racer-'), email: `${unique()}@example.com`, password: 'a long password' });

describe('Concurrent requests for the same unique value', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  type Enter = (api: Api, name: string) => Promise<{ readonly status: number; readonly code: number }>;
  const kinds: Readonly<Record<string, readonly [code: number, enter: Enter]>> = {
    'one e-mail address': [
      1106,
      (api, name) => api.post('/auth/register', { ...account(), email: `${name}@example.com` }),
    ],
    'one user name': [1107, (api, name) => api.post('/auth/register', { ...account(), username: name })],
    'one permission code': [
      1202,
      (api, code) => api.post('/permissions', { code, name: unique(), resource: 'race', action: 'win' }),
    ],
    'one slug': [1202, (api, slug) => api.post('/contents', { title: 'Race', slug, contentMd: 'x' })],
  };

  for (const [kind, [code, enter]] of Object.entries(kinds)) {
    it(`${kind}: one request gets 201, and all others get ${code}`, async () => {
      const outcomes: string[] = [];
      for (let race = 0; race < races; race += 1) {
        const name = unique('name-');
        const responses = await inParallel(racers, racers, (index) =>
          enter(cluster.admin.at(cluster.servers[index % 2 === 0 ? 0 : 1].url), name),
        );
        outcomes.push(
          responses
            .map((response) => `${response.status}/${response.code}`)
            .toSorted()
            .join(' '),
        );
      }
      const lost = Array.from({ length: racers - 1 }, () => `409/${code}`);
      printMeasurement(`races for ${kind}`, JSON.stringify(tally(outcomes)));
      expect(tally(outcomes)).to.deep.equal({ [['201/0', ...lost].join(' ')]: races });
    });
  }
});
