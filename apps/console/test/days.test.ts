import { expect } from 'chai';
import { periodOf } from '../src/resources/days.ts';

describe('periodOf', () => {
  const zone = process.env['TZ'];
  before(() => {
    process.env['TZ'] = 'Europe/Berlin';
  });
  after(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('starts and ends at midnight in the reader’s time zone', () => {
    expect(periodOf('2026-11-20', '2026-11-22')).to.deep.equal({
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-22T22:59:59.999Z',
    });
  });

  it('includes all hours of a day with 25 hours', () => {
    expect(periodOf('2026-10-25', '2026-10-25')).to.deep.equal({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T22:59:59.999Z',
    });
  });

  it('omits a limit if the day is missing or invalid', () => {
    expect(periodOf('', '')).to.deep.equal({});
    expect(periodOf('yesterday', '2026-99-99')).to.deep.equal({});
  });
});
