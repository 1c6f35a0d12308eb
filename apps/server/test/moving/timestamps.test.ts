import { timestampOf } from '../../src/moving/timestamps.ts';
import { expect } from 'chai';

describe('a time of a file', () => {
  const understood: readonly (readonly [text: string, time: string])[] = [
    ['2006-01-02', '2006-01-01T23:00:00.000Z'],
    ['2006/1/2 15:04', '2006-01-02T14:04:00.000Z'],
    ['2006-01-02 3:04 PM', '2006-01-02T14:04:00.000Z'],
    ['2006-01-02T15:04:05.123456789Z', '2006-01-02T15:04:05.123Z'],
    ['2006-Jan-02', '2006-01-01T23:00:00.000Z'],
    ['2 January 2006', '2006-01-01T23:00:00.000Z'],
    ['Jan 2, 2006 12:04 AM', '2006-01-01T23:04:00.000Z'],
    ['Sept. 2, 2006', '2006-09-01T22:00:00.000Z'],
    ['Mon, 02 Jan 2006 15:04:05 +0000', '2006-01-02T15:04:05.000Z'],
    ['Mon, 02 Jan 2006 15:04:05 GMT', '2006-01-02T15:04:05.000Z'],
    ['Mon, 02 Jan 2006 15:04:05 EST', '2006-01-02T20:04:05.000Z'],
    ['Mon, 02 Jan 2006 15:04:05 PDT', '2006-01-02T22:04:05.000Z'],
    ['Mon Jan 02 2006 15:04:05 GMT+0100 (Central European Standard Time)', '2006-01-02T14:04:05.000Z'],
    ['Mon Jan  2 15:04:05 2006 -0330', '2006-01-02T18:34:05.000Z'],
  ];
  for (const [text, time] of understood) {
    it(`is read in its zone, or in that of the option: ${text}`, () => {
      expect(timestampOf(text, 'Europe/Berlin')).to.equal(time);
    });
  }

  const others = [
    'chapter 7',
    'TBD 5',
    'sometime in 2006',
    'March 3',
    'Jan 2, 2006 (draft 3) 4',
    '31 Feb 2020',
    '2020-02-31',
    '08/04/2017',
    '2006-01-02 15:30:75',
    '2006-01-02 15:30 +99:99',
    'Mon, 02 Jan 2006 15:04:05 CET',
    'Mon, 02 Foo 2006',
  ];
  for (const text of others) {
    it(`stays as it is if it is no date, and is then refused: ${text}`, () => {
      expect(timestampOf(text, 'Europe/Berlin')).to.equal(text);
    });
  }
});
