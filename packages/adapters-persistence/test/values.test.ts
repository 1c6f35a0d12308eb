import { expect } from 'chai';
import fc from 'fast-check';
import pg from 'pg';
import { valueTypes } from '../src/postgres/values.ts';

const parseTimestamp: (text: string) => unknown = valueTypes.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** Formats a timestamp as PostgreSQL does in UTC: without trailing zeros of the fraction. */
const written = (moment: Date): string =>
  moment
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '+00');

describe('Timestamps from PostgreSQL', () => {
  it('are parsed to the same instant, and serialised to JSON in the format of the API', () => {
    const moments = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const read = parseTimestamp(written(moment));
        expect(read).to.be.instanceOf(Date).and.deep.equal(moment);
        expect(JSON.stringify({ read })).to.equal(JSON.stringify({ read: moment }));
      }),
    );
  });

  it('are parsed in every other format', () => {
    const others = {
      '2026-11-21 10:30:00.5+01:30': '2026-11-21T09:00:00.500Z',
      '2026-11-21 04:00:00-05': '2026-11-21T09:00:00.000Z',
      '2026-11-21 09:00:00.123456+00': '2026-11-21T09:00:00.123Z',
      '10000-01-01 00:00:00+00': '+010000-01-01T00:00:00.000Z',
    };
    for (const [text, moment] of Object.entries(others)) {
      expect(JSON.stringify(parseTimestamp(text)), text).to.equal(JSON.stringify(moment));
    }
    expect(parseTimestamp('infinity')).to.equal(Number.POSITIVE_INFINITY);
  });
});
