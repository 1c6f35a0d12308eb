import { expect } from 'chai';
import { largeResponseSlots } from '../../src/server/large-response-slots.ts';
import { HttpError } from '../../src/responses/http-error.ts';

const places = { atOnce: 3, perAddress: 2, waitMs: 10_000 };
/** Limits that let a response wait for only one millisecond. */
const shortWait = { ...places, waitMs: 1 };

/** Returns the number of promises that have resolved. Those that are rejected after the test are ignored. */
async function resolved(promises: readonly Promise<unknown>[]): Promise<number> {
  let count = 0;
  const [increment, ignore] = [() => (count += 1), () => undefined];
  for (const each of promises) void each.then(increment, ignore);
  await new Promise((resolve) => setImmediate(resolve));
  return count;
}

const refusalOf = async (waiting: Promise<unknown>): Promise<HttpError> => {
  const error = await waiting.catch((reason: unknown) => reason);
  return error instanceof HttpError ? error : expect.fail('It was not refused.');
};

describe('§8: places for large responses', () => {
  it('are limited for each network and in total', async () => {
    const { wait } = largeResponseSlots(places);
    const first = Array.from({ length: 5 }, () => wait('a'));
    expect(await resolved(first)).to.equal(2);
    const second = Array.from({ length: 5 }, () => wait('b'));
    expect(await resolved(second)).to.equal(1);
    const [release] = await Promise.all(first.slice(0, 1));
    release?.();
    expect(await resolved(first), 'the next in the row').to.equal(3);
  });

  it('are assigned in the order of requests, except for networks that have reached their limit', async () => {
    const { wait } = largeResponseSlots({ ...places, atOnce: 2 });
    const [one, two] = [await wait('a'), await wait('a')];
    const [same, other] = [wait('a'), wait('b')];
    one();
    expect(await resolved([same, other])).to.equal(1);
    two();
    two();
    expect(await resolved([same, other]), 'a place is released only once').to.equal(2);
    const late = wait('c');
    expect(await resolved([late])).to.equal(0);
  });

  it('are denied after the maximum waiting time, with the headers of a limit', async () => {
    const { wait } = largeResponseSlots({ ...shortWait, waitMs: 1 });
    const releases = [await wait('a'), await wait('a')];
    const { kind, limit, headers } = await refusalOf(wait('a'));
    expect({ kind, limit }).to.deep.equal({ kind: 'too-many-requests', limit: 'large-answers' });
    expect(headers).to.deep.equal({
      'Retry-After': '1',
      RateLimit: '"large-answers";r=0;t=1',
      'RateLimit-Policy': '"large-answers";q=2;w=1',
    });
    for (const release of releases) release();
    await wait('a');
  });

  it('can exceed the limit for responses that must not be rejected, which are also counted', async () => {
    const { wait, take } = largeResponseSlots(shortWait);
    const releases = Array.from({ length: 4 }, () => take('a'));
    await refusalOf(wait('b'));
    releases[0]?.();
    await refusalOf(wait('b'));
    releases[1]?.();
    await wait('b');
  });
});
