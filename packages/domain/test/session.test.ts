import { expect } from 'chai';
import fc from 'fast-check';
import { sessionEnd } from '../src/accounts/session.ts';
import { aDay } from './support.ts';

const day = 24 * 60 * 60 * 1000;
const lifetimes = { idleMs: 7 * day, maxMs: 30 * day };

describe('sessionEnd', () => {
  const table: readonly [string, number, number][] = [
    ['is seven days after login if the session is not used', 1, 8],
    ['is seven days after the last use', 5, 12],
    ['is the same for both lifetimes if it was last used 23 days after login', 24, 31],
    ['is thirty days after login, however recently the session was used', 30, 31],
  ];
  for (const [title, used, end] of table) {
    it(title, () => {
      expect(sessionEnd(aDay(1), aDay(used), lifetimes)).to.deep.equal(aDay(end));
    });
  }

  it('is the earlier of the maximum age after login and the idle time after the last use', () => {
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

  it('is never earlier if the last use is later', () => {
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
