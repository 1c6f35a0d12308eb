import { expect } from 'chai';
import { badTokens } from '../test/support/forgeries.ts';
import { partsOf } from '../test/support/jwt.ts';
import { aPerson } from '../test/support/service.ts';
import { openSession } from '../test/support/sessions.ts';
import { timed } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const tries = 10;
const fastMs = 5;

describe('Forged tokens', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  it(`are refused in under ${fastMs} ms each`, async () => {
    const person = await aPerson(cluster);
    const tokens = await openSession(cluster.api, person);
    const [header, claims] = partsOf(tokens.accessToken);
    let slowest = 0;
    for (const [fault, token] of Object.entries(badTokens(header, claims, tokens))) {
      const took: number[] = [];
      for (let attempt = 0; attempt < tries; attempt += 1) {
        took.push(await timed(() => cluster.api.as(token).get('/auth/profile')));
      }
      // The minimum of several runs shows the cost of the check without the influence of other load on the machine.
      const quickest = Math.min(...took);
      expect(quickest, fault).to.be.below(fastMs);
      slowest = Math.max(slowest, quickest);
    }
    printMeasurement('slowest refusal of a forged token, ms', slowest);
  });
});
