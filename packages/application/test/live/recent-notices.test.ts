import type { DomainEvent } from '@portcullis/domain/internal/events/event';
import type { EventType } from '@portcullis/domain/internal/events/event-types';
import { anEvent, anId } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import { RecentNotices } from '../../src/live/recent-notices.ts';

const start = new Date('2026-03-01T00:00:00.000Z').getTime();
const minutes = (count: number): Date => new Date(start + count * 60_000);

/** An event that causes one notice. */
const event = (position: number, occurredAt = minutes(0), type: EventType = 'content.created'): DomainEvent => ({
  ...anEvent({ type, subject: { type: 'content', id: anId(), name: 'Title' }, occurredAt }),
  position,
});

describe('The recent notices', () => {
  const positionsAfter = (recent: RecentNotices, position: number) =>
    recent.after(position)?.map((notice) => notice.position);

  it('are returned after a position, but not if some are missing or the position is not reached yet', () => {
    const recent = new RecentNotices();
    recent.restartAt(5);
    expect([4, 5, 6].map((position) => recent.after(position))).to.deep.equal([undefined, [], undefined]);
    expect(recent.add([event(7), event(9)]).map(({ position, at }) => [position, at])).to.deep.equal([
      [7, minutes(0)],
      [9, minutes(0)],
    ]);
    const found = [4, 5, 6, 7, 8, 9, 10].map((position) => positionsAfter(recent, position));
    expect(found).to.deep.equal([undefined, [7, 9], [7, 9], [9], [9], [], undefined]);
    recent.restartAt(20);
    expect([9, 20].map((position) => recent.after(position))).to.deep.equal([undefined, []]);
  });

  it('reach the position of an event without a notice', () => {
    const recent = new RecentNotices();
    expect(recent.add([event(3, minutes(0), 'account.locked')])).to.deep.equal([]);
    expect(recent.position).to.equal(3);
    recent.add([]);
    expect(recent.position).to.equal(3);
    expect(recent.after(3)).to.deep.equal([]);
  });

  it('are kept for ten minutes', () => {
    const recent = new RecentNotices();
    recent.add([event(1, minutes(0)), event(2, minutes(1)), event(3, minutes(2))]);
    recent.forget(minutes(10));
    expect(positionsAfter(recent, 0)).to.deep.equal([1, 2, 3]);
    recent.forget(minutes(11));
    expect([0, 1].map((position) => positionsAfter(recent, position))).to.deep.equal([undefined, [2, 3]]);
    recent.forget(minutes(13));
    expect([2, 3].map((position) => positionsAfter(recent, position))).to.deep.equal([undefined, []]);
  });

  it('are at most the last 10,000', () => {
    const recent = new RecentNotices();
    const one = event(0);
    recent.add(Array.from({ length: 10_000 }, (_, index) => ({ ...one, position: index + 1 })));
    expect(recent.after(0)).to.have.length(10_000);
    recent.add([event(10_001), event(10_002)]);
    expect(recent.after(1)).to.equal(undefined);
    expect(positionsAfter(recent, 2)?.at(0)).to.equal(3);
    expect(recent.after(2)).to.have.length(10_000);
  });
});
