import { expect } from 'chai';
import { aPerson } from '../test/support/service.ts';
import {
  sessionEndedResult,
  openSession,
  refresh,
  refreshTokensOf,
  refreshTokenResult,
  accessTokenResult,
  successResult,
} from '../test/support/sessions.ts';
import { inParallel } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const rounds = 200;
const width = 20;

describe('Parallel refreshes', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  it(`of one token all return the same new token, and only a later replay ends the session (${rounds} rounds)`, async () => {
    const person = await aPerson(cluster);
    const [here, there] = [cluster.servers[0].api, cluster.servers[1].api];
    const successors: number[] = [];
    let endedByMistake = 0;
    let replaysThatEnd = 0;
    for (let round = 0; round < rounds; round += 1) {
      const first = await openSession(here, person);
      const responses = await inParallel(width, width, (index) =>
        refresh(index % 2 === 0 ? here : there, first.refreshToken),
      );
      expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([200]));
      const next = new Set(responses.map(({ data }) => data.token.refreshToken));
      successors.push(next.size);
      const [token = ''] = next;
      const second = { ...first, refreshToken: token };
      if ((await accessTokenResult(there, second))[0] !== successResult[0]) endedByMistake += 1;
      const third = await refreshTokensOf(there, second);
      const replay = await refreshTokenResult(here, first.refreshToken);
      const [access, again] = [
        await accessTokenResult(there, third),
        await refreshTokenResult(there, third.refreshToken),
      ];
      if (
        [replay, access, again].every(
          ([status, code]) => status === sessionEndedResult[0] && code === sessionEndedResult[1],
        )
      )
        replaysThatEnd += 1;
    }
    printMeasurement(
      'refresh rounds with one new token',
      `${successors.filter((count) => count === 1).length} of ${rounds}`,
    );
    printMeasurement('sessions ended by mistake', endedByMistake);
    printMeasurement('replays that end the session', `${replaysThatEnd} of ${rounds}`);
    expect(Math.max(...successors)).to.equal(1);
    expect(endedByMistake).to.equal(0);
    expect(replaysThatEnd).to.equal(rounds);
  });
});
