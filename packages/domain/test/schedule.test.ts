import { expect } from 'chai';
import fc from 'fast-check';
import {
  contentStatuses,
  type ContentStatus,
  dueTransitions,
  noSchedule,
  withSchedule,
  stateAt,
} from '../src/contents/schedule.ts';
import { afterStatusAction, type Content, type ContentStatusAction } from '../src/contents/content.ts';
import { aContent, aDay, refusalOf } from './support.ts';

const now = aDay(10);
const [past, recently, soon, later] = [aDay(8), aDay(9), aDay(11), aDay(12)];

describe('The state of a scheduled content', () => {
  type Row = readonly [ContentStatus, Date | null, Date | null, ContentStatus, Date | null];
  const table: readonly Row[] = [
    ['DRAFT', null, null, 'DRAFT', null],
    ['DRAFT', soon, later, 'DRAFT', null],
    ['DRAFT', past, null, 'PUBLISHED', past],
    ['DRAFT', now, null, 'PUBLISHED', now],
    ['DRAFT', past, soon, 'PUBLISHED', past],
    ['DRAFT', past, recently, 'DRAFT', past],
    ['DRAFT', null, past, 'DRAFT', null],
    ['ARCHIVED', past, null, 'PUBLISHED', past],
    ['ARCHIVED', null, past, 'ARCHIVED', null],
    ['PUBLISHED', null, soon, 'PUBLISHED', aDay(1)],
    ['PUBLISHED', null, now, 'DRAFT', aDay(1)],
  ];
  for (const [status, publishAt, unpublishAt, expected, publishedAt] of table) {
    const name = [publishAt, unpublishAt].map((at) => at?.toISOString().slice(0, 10) ?? 'never').join(' to ');
    it(`is ${expected} for a content stored as ${status}, public from ${name}`, () => {
      const first = status === 'PUBLISHED' ? aDay(1) : null;
      const content = aContent({ status, publishAt, unpublishAt, publishedAt: first });
      const current = stateAt(content, now);
      expect(current).to.deep.include({ status: expected, publishedAt, updatedAt: content.updatedAt });
      expect([current.publishAt, current.unpublishAt]).to.deep.equal(
        [publishAt, unpublishAt].map((at) => (at === null || at <= now ? null : at)),
      );
    });
  }

  it('keeps the time of the first publication', () => {
    const content = aContent({ publishedAt: aDay(1), publishAt: past });
    expect(stateAt(content, now)).to.deep.include({ status: 'PUBLISHED', publishedAt: aDay(1) });
  });

  const day = fc.option(fc.integer({ min: 1, max: 20 }));
  const content = fc
    .record({ status: fc.constantFrom(...contentStatuses), publish: day, unpublish: day })
    .filter(({ publish, unpublish }) => publish === null || unpublish === null || publish < unpublish)
    .map(({ status, publish, unpublish }): Content => {
      const [publishAt, unpublishAt] = [publish, unpublish].map((at) => (at === null ? null : aDay(at)));
      return aContent({ status, publishAt: publishAt ?? null, unpublishAt: unpublishAt ?? null });
    });

  it('does not depend on when and how often earlier states were stored', () => {
    fc.assert(
      fc.property(content, fc.array(fc.integer({ min: 1, max: 25 })), (stored, days) => {
        const sorted = days.toSorted((a, b) => a - b).map(aDay);
        const end = sorted.at(-1) ?? now;
        const stepwise = sorted.reduce(stateAt, stored);
        expect(stateAt(stepwise, end)).to.deep.equal(stateAt(stored, end));
      }),
    );
  });

  it('has one transition for each due time, and is the same object if no time is due', () => {
    fc.assert(
      fc.property(content, (stored) => {
        const due = [stored.publishAt, stored.unpublishAt].filter((at) => at !== null && at <= now);
        expect(dueTransitions(stored, now)).to.have.lengthOf(due.length);
        if (due.length === 0) expect(stateAt(stored, now)).to.equal(stored);
      }),
    );
  });
});

describe('A schedule', () => {
  it('is set and cleared', () => {
    const content = withSchedule(aContent(), { publishAt: soon, unpublishAt: later }, now);
    expect(content).to.deep.include({ status: 'DRAFT', publishAt: soon, unpublishAt: later, updatedAt: now });
    expect(withSchedule(content, noSchedule, now)).to.deep.include({ ...noSchedule, updatedAt: now });
  });

  it('does not change the content if it is the same as before', () => {
    const content = aContent({ publishAt: soon });
    expect(withSchedule(content, { publishAt: new Date(soon), unpublishAt: null }, now)).to.equal(content);
  });

  const refused = [
    [now, null, ['publishAt']],
    [null, past, ['unpublishAt']],
    [past, past, ['publishAt', 'unpublishAt']],
    [later, soon, ['unpublishAt']],
    [soon, soon, ['unpublishAt']],
  ] as const;
  for (const [publishAt, unpublishAt, fields] of refused) {
    it(`is refused from ${publishAt?.toISOString()} to ${unpublishAt?.toISOString()}`, () => {
      const refusal = refusalOf(() => withSchedule(aContent(), { publishAt, unpublishAt }, now));
      expect(refusal).to.include({ refusal: 'schedule-unacceptable' });
      const { details } = refusal ?? {};
      expect(Array.isArray(details) ? details.map(({ field }) => field) : details).to.deep.equal(fields);
    });
  }

  it('cannot publish a content that is already published', () => {
    const content = aContent({ status: 'PUBLISHED' });
    const refusal = refusalOf(() => withSchedule(content, { publishAt: soon, unpublishAt: null }, now));
    expect(refusal).to.include({ refusal: 'content-move-refused' });
    expect(withSchedule(content, { publishAt: null, unpublishAt: soon }, now).unpublishAt).to.equal(soon);
  });

  const moves: readonly (readonly [ContentStatusAction, ContentStatus, Date | null])[] = [
    ['publish', 'PUBLISHED', later],
    ['unpublish', 'DRAFT', null],
    ['archive', 'ARCHIVED', null],
  ];
  for (const [move, status, unpublishAt] of moves) {
    it(`${unpublishAt === null ? 'is cancelled' : 'keeps unpublishAt'} after the move ${move}`, () => {
      const content = aContent({ publishAt: soon, unpublishAt: later });
      expect(afterStatusAction(content, move, now)).to.deep.include({
        status,
        publishAt: null,
        unpublishAt,
        updatedAt: now,
      });
    });
  }
});
