import { expect } from 'chai';
import fc from 'fast-check';
import pg from 'pg';
import { readerOf } from '../src/postgres/values.ts';

const momentOf = readerOf(pg.types.builtins.TIMESTAMPTZ);

/** As PostgreSQL writes it in UTC: without the zeros at the end of a fraction. */
const written = (moment: Date): string =>
  moment
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '+00');

describe('Moments as PostgreSQL writes them', () => {
  it('are the moments they are, and are written as the interface writes them', () => {
    const moments = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const read = momentOf(written(moment));
        expect(read).to.be.instanceOf(Date).and.deep.equal(moment);
        expect(JSON.stringify({ read })).to.equal(JSON.stringify({ read: moment }));
      }),
    );
  });

  it('are read in every other form too', () => {
    const others = {
      '2026-11-21 10:30:00.5+01:30': '2026-11-21T09:00:00.500Z',
      '2026-11-21 04:00:00-05': '2026-11-21T09:00:00.000Z',
      '2026-11-21 09:00:00.123456+00': '2026-11-21T09:00:00.123Z',
      '10000-01-01 00:00:00+00': '+010000-01-01T00:00:00.000Z',
    };
    for (const [text, moment] of Object.entries(others)) {
      expect(JSON.stringify(momentOf(text)), text).to.equal(JSON.stringify(moment));
    }
    expect(momentOf('infinity')).to.equal(Number.POSITIVE_INFINITY);
  });
});
