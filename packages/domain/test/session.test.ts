import { expect } from 'chai';
import fc from 'fast-check';
import { sessionEnd } from '../src/session.ts';
import { aDay } from './support.ts';

const day = 24 * 60 * 60 * 1000;
const lifetimes = { idleMs: 7 * day, maxMs: 30 * day };

describe('Session', () => {
  const table: readonly [string, number, number][] = [
    ['seven idle days after login', 1, 8],
    ['seven idle days after its last use', 5, 12],
    ['when both ends meet', 24, 31],
    ['thirty days after login, however lately it was used', 30, 31],
  ];
  for (const [when, used, end] of table) {
    it(`ends ${when}`, () => {
      expect(sessionEnd(aDay(1), aDay(used), lifetimes)).to.deep.equal(aDay(end));
    });
  }

  it('ends at the latest its longest life after login, and no later than its idle time after use', () => {
    const time = fc.integer({ min: 0, max: 90 * day });
    fc.assert(
      fc.property(time, time, time, (usedAfter, idleMs, maxMs) => {
        const used = new Date(aDay(1).getTime() + usedAfter);
        const end = sessionEnd(aDay(1), used, { idleMs, maxMs }).getTime();
        expect([used.getTime() + idleMs, aDay(1).getTime() + maxMs]).to.include(end);
        expect(end - used.getTime()).to.be.at.most(idleMs);
        expect(end - aDay(1).getTime()).to.be.at.most(maxMs);
      }),
    );
  });

  it('lasts no shorter for being used later', () => {
    const time = fc.integer({ min: 0, max: 90 });
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [earlier, later] = [one, other]
          .toSorted((a, b) => a - b)
          .map((used) => sessionEnd(aDay(1), aDay(1 + used), lifetimes));
        expect(later).to.be.at.least(earlier ?? aDay(1));
      }),
    );
  });
});
