import type { Attempt, LoginThrottle } from '@portcullis/application/internal/ports/system';
import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { HttpError } from '../../src/responses/http-error.ts';
import { loginThrottle, type LoginLock } from '../../src/checks/throttles.ts';
import { memoryCounters } from '../../src/checks/rate-counters.ts';
import { rateLimits } from '../../src/checks/rate-limit.ts';

const minuteMs = 60_000;
const limit = (name: string, calls: number, minutes: number) =>
  ({ name, calls, seconds: minutes * 60, per: 'account' }) as const;
const limits = {
  perAccountAndAddress: limit('near', 3, 15),
  perAccount: limit('account', 9, 60),
  perKnownAddress: limit('known', 6, 60),
  recordedPerAddress: limit('recorded', 8, 60),
};

describe('loginThrottle', () => {
  let timers: SinonFakeTimers;
  let throttle: LoginThrottle;
  let locks: LoginLock[];
  const attempt = (given: Partial<Attempt> = {}): Attempt => ({
    account: 'ada',
    userId: undefined,
    passwordResets: 0,
    ipAddress: '192.0.2.1',
    network: '192.0.2.1',
    isKnownAddress: false,
    ...given,
  });
  const known = attempt({ network: 'home', isKnownAddress: true });

  beforeEach(() => {
    timers = useFakeTimers();
    locks = [];
    throttle = loginThrottle(rateLimits(memoryCounters), limits, (lock) => void locks.push(lock));
  });
  afterEach(() => timers.restore());

  /** Returns the name of the limit that rejects the attempt, or undefined if the attempt is accepted. */
  async function refusal(work: Promise<void>): Promise<string | undefined> {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) return undefined;
    if (!(error instanceof HttpError)) throw error;
    return error.limit;
  }
  const fail = async (times: number, from: Attempt): Promise<void> => {
    for (let count = 0; count < times; count += 1) await throttle.afterFailure(from);
  };
  /**
   * Makes failed attempts from networks without a successful login, until the limit that these networks share is
   * reached.
   */
  const failEverywhere = async (): Promise<void> => {
    for (const network of ['a', 'b', 'c']) await fail(3, attempt({ network }));
  };

  it('counts failures by network and clears the count after a success or the window of the limit', async () => {
    await fail(2, attempt());
    await throttle.afterSuccess(attempt());
    await fail(3, attempt());
    expect(await refusal(throttle.beforeAttempt(attempt()))).to.equal('near');
    expect(await refusal(throttle.beforeAttempt(attempt({ network: 'other' })))).to.equal(undefined);
    expect(locks.map((lock) => lock.limit)).to.deep.equal(['near']);
    await timers.tickAsync(15 * minuteMs);
    expect(await refusal(throttle.beforeAttempt(attempt()))).to.equal(undefined);
  });

  it('rejects all unknown networks after too many failures from unknown networks', async () => {
    await failEverywhere();
    expect(await refusal(throttle.beforeAttempt(attempt({ network: 'd' })))).to.equal('account');
    expect(await refusal(throttle.beforeAttempt(known))).to.equal(undefined);
    expect(await refusal(throttle.afterSuccess(known))).to.equal(undefined);
  });

  it('counts failures from each known network separately, and does not clear the count after a success', async () => {
    for (let round = 0; round < 3; round += 1) {
      await fail(2, known);
      if (round < 2) await throttle.afterSuccess(known);
    }
    expect(await refusal(throttle.beforeAttempt(known))).to.equal('known');
    expect(await refusal(throttle.beforeAttempt({ ...known, network: 'work' }))).to.equal(undefined);
    expect(await refusal(throttle.beforeAttempt(attempt({ network: 'd' })))).to.equal(undefined);
    await timers.tickAsync(60 * minuteMs);
    expect(await refusal(throttle.beforeAttempt(known))).to.equal(undefined);
  });

  it('ignores all failures from before a password reset', async () => {
    await fail(3, known);
    await failEverywhere();
    const networks = [known, attempt({ network: 'a' }), attempt({ network: 'd' })];
    for (const each of networks) expect(await refusal(throttle.beforeAttempt(each))).not.to.equal(undefined);
    for (const each of networks) {
      expect(await refusal(throttle.beforeAttempt({ ...each, passwordResets: 1 }))).to.equal(undefined);
    }
    expect(await refusal(throttle.beforeAttempt(attempt({ account: 'bob', network: 'a' })))).to.equal(undefined);
  });
});
