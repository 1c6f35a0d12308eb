import { expect } from 'chai';
import { aPerson, unique } from '../test/support/service.ts';
import { inParallel, quantile, tally, timed } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const tries = 500;
/** Number of attempts for each account. It is below the limit per account. Each attempt comes from a new IP address. */
const triesPerAccount = 50;

describe('A failed login', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster({ TRUST_PROXY: '1' });
  });
  after(() => cluster.stop());

  let addresses = 0;
  const logIn = (username: string) => {
    addresses += 1;
    const address = `198.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
    return cluster.api.post('/auth/login', { username, password: 'not the password' }, { 'X-Forwarded-For': address });
  };

  it('takes the same time for an unknown user, a wrong password and a disabled account', async () => {
    const accounts = tries / triesPerAccount;
    const people = await inParallel(accounts, 2, () => aPerson(cluster));
    const disabled = await inParallel(accounts, 2, async () => {
      const person = await aPerson(cluster);
      await cluster.admin.patch(`/users/${person.id}`, { status: 0 });
      return person;
    });
    const names = {
      unknown: people.map(() => unique('nobody-')),
      wrong: people.map(({ username }) => username),
      disabled: disabled.map(({ username }) => username),
    };
    const times: Readonly<Record<string, number[]>> = { unknown: [], wrong: [], disabled: [] };
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const order = Object.entries(names);
      // The order of the kinds changes each time, so that no kind is always first.
      const turned = [...order.slice(attempt % 3), ...order.slice(0, attempt % 3)];
      for (const [kind, list] of turned) {
        times[kind]?.push(await timed(() => logIn(list[attempt % accounts] ?? '')));
      }
    }
    const medians = Object.entries(times).map(([kind, taken]) => [kind, quantile(taken, 0.5)] as const);
    for (const [kind, median] of medians) printMeasurement(`login, ${kind}: median ms of ${tries}`, median);
    const values = medians.map(([, median]) => median);
    const spread = Math.max(...values) - Math.min(...values);
    printMeasurement('login: medians apart, ms', spread);
    expect(spread).to.be.below(2);
  });

  it('does not block the event loop, whose p99 delay is below 20 ms during 200 concurrent logins', async () => {
    const told = await cluster.servers[0].watchLoop();
    const responses = await inParallel(200, 200, () => logIn(unique('nobody-')));
    const { p99, max } = await told();
    printMeasurement('responses to 200 parallel logins', JSON.stringify(tally(responses.map(({ status }) => status))));
    printMeasurement('200 parallel logins: event loop delay p99 ms', p99);
    printMeasurement('200 parallel logins: event loop delay max ms', max);
    expect(p99).to.be.below(20);
  });
});
