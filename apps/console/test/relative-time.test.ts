import { expect } from 'chai';
import { relativeTime } from '../src/parts/elements.tsx';

const now = Date.parse('2026-11-27T12:00:00Z');

describe('relativeTime', () => {
  it('names the distance within a week in words', () => {
    for (const [time, text] of [
      ['2026-11-27T11:59:40Z', 'now'],
      ['2026-11-27T11:58:00Z', '2 minutes ago'],
      ['2026-11-27T14:10:00Z', 'in 2 hours'],
      ['2026-11-26T11:00:00Z', 'yesterday'],
      ['2026-11-22T11:00:00Z', '5 days ago'],
    ] as const)
      expect(relativeTime(time, now, 'en-GB'), time).to.equal(text);
  });

  it('shows the date of older times', () => {
    expect(relativeTime('2026-10-01T12:00:00Z', now, 'en-GB')).to.contain('2026');
  });

  it('is the text itself if it is not a time', () => {
    expect(relativeTime('2026-99-99T99:99:99Z', now, 'en-GB')).to.equal('2026-99-99T99:99:99Z');
  });

  it('is in the language of the reader', () => {
    expect(relativeTime('2026-11-27T11:58:00Z', now, 'zh-CN')).to.equal('2分钟前');
  });
});
