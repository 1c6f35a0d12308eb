import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { startService, unique, type Service } from '../test/support/service.ts';

const requestsOfEach = 1000;

/**
 * Returns the probability that a value of the first list is greater than a value of the second list. The result is 0.5
 * if the two lists cannot be distinguished.
 */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let greater = 0;
  for (const a of first) for (const b of second) greater += a > b ? 1 : a === b ? 0.5 : 0;
  return greater / (first.length * second.length);
}

describe('Requests for a new password', () => {
  let service: Service;
  before(async () => {
    service = await startService({ TRUST_PROXY: '1' });
  });
  after(() => service.stop());

  it('take the same time for known and unknown accounts', async () => {
    const known: string[] = [];
    for (let count = 0; count < requestsOfEach / 5; count += 1) {
      const username = unique('user-');
      const password = unique('password-');
      await service.admin.post('/users', { username, email: `${username}@example.com`, password });
      known.push(username);
    }
    // The order is random, so that work left over from the previous request delays both kinds of requests equally.
    const logins = [
      ...Array.from({ length: requestsOfEach }, (_, index) => known[index % known.length] ?? ''),
      ...Array.from({ length: requestsOfEach }, (_, index) => `nobody-${index % known.length}`),
    ]
      .map((login) => ({ login, order: Math.random() }))
      .toSorted((a, b) => a.order - b.order);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [index, { login }] of logins.entries()) {
      const headers = { 'X-Forwarded-For': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` };
      const begin = performance.now();
      const { status } = await service.api.post('/auth/password-resets', { login }, headers);
      times[login.startsWith('nobody') ? 'unknown' : 'known'].push(performance.now() - begin);
      expect(status).to.equal(202);
    }
    const area = areaUnderCurve(times.known, times.unknown);
    printMeasurement(
      `AUC of known and unknown accounts over ${2 * requestsOfEach} requests for a new password`,
      area.toFixed(3),
    );
    expect(area).to.be.within(0.45, 0.55);
  });
});
