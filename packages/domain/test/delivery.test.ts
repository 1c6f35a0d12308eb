import { expect } from 'chai';
import fc from 'fast-check';
import {
  afterDeliveryAttempt,
  attemptDelaysMs,
  jitterShare,
  maxRetryAfterMs,
  newDelivery,
  restartDelivery,
  type AttemptResult,
  type Delivery,
} from '../src/events/delivery.ts';
import { aDay, anId } from './support.ts';

const hourMs = 3_600_000;
const success: AttemptResult = { result: 'success', responseStatus: 204, responseBody: '', error: null };
const failure: AttemptResult = {
  result: 'failure',
  responseStatus: 500,
  responseBody: 'no',
  error: 'It returned 500.',
};
const payload = { type: 'tag.created', time: aDay(1).toISOString(), subject: 'tag/1', data: {} };
const made = newDelivery(
  { id: anId(1), kind: 'webhook', queue: 'queue', messageId: 'message', type: payload.type, payload },
  aDay(1),
);

/** Returns the pause in milliseconds after each failure, until the delivery has failed. */
function pausesOf(delivery: Delivery, random: number, result = failure): readonly number[] {
  const attempted = afterDeliveryAttempt(delivery, result, aDay(2), random);
  if (attempted.nextAttemptAt === null) return [];
  return [attempted.nextAttemptAt.getTime() - aDay(2).getTime(), ...pausesOf(attempted, random, result)];
}

describe('A delivery', () => {
  it('is attempted ten times, with pauses that grow from 5 seconds to 24 hours', () => {
    const seconds = [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)];
    expect(pausesOf(made, 0)).to.deep.equal(seconds.map((pause) => pause * 1000));
  });

  it('pauses at least as long as planned, and at most a tenth longer', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        for (const [index, pause] of pausesOf(made, random).entries()) {
          const planned = attemptDelaysMs[index + 1] ?? 0;
          expect(pause).to.be.within(planned, Math.ceil(planned * (1 + jitterShare)));
        }
      }),
    );
  });

  it('pauses for as long as the receiver requests, but at least as long as planned and at most a day', () => {
    const first = (retryAfterMs: number) => pausesOf(made, 0, { ...failure, retryAfterMs })[0];
    expect([first(0), first(1), first(hourMs), first(99 * hourMs)]).to.deep.equal([
      5000,
      5000,
      hourMs,
      maxRetryAfterMs,
    ]);
  });

  it('ends after a success, after the final attempt, or when the receiver is gone', () => {
    const at = aDay(2);
    const ended = afterDeliveryAttempt(made, success, at, 0);
    expect(ended).to.include({
      state: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      responseStatus: 204,
      error: null,
    });
    expect(ended.lastAttemptAt).to.equal(at);
    const last = afterDeliveryAttempt({ ...made, attempts: attemptDelaysMs.length - 1 }, failure, at, 0);
    expect(last).to.include({ state: 'failed', nextAttemptAt: null, error: 'It returned 500.' });
    const gone = afterDeliveryAttempt(made, { ...failure, result: 'gone' }, at, 0);
    expect(gone).to.include({ state: 'failed', nextAttemptAt: null, attempts: 1 });
  });

  it('starts with the first attempt again after an administrator retries it', () => {
    const failed = afterDeliveryAttempt(made, { ...failure, result: 'gone' }, aDay(2), 0);
    const again = restartDelivery(failed, aDay(3));
    expect(again).to.include({ state: 'waiting', attempts: 0, messageId: 'message' });
    expect(again.nextAttemptAt).to.deep.equal(aDay(3));
  });
});
