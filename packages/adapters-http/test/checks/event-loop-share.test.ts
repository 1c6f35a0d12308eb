import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { eventLoopShare, recentReads } from '../../src/checks/admission.ts';

const callers = 20;
/** Maximum number of turns of the event loop. A test fails if callers are still waiting after this number of turns. */
const manyTurns = 5_000_000;

/** Starts callers that wait for `share.next()`. Returns the turn of the event loop in which each caller was resumed. */
async function turnsOf(share: ReturnType<typeof eventLoopShare>, eachTurn = () => {}): Promise<readonly number[]> {
  const resumedIn: number[] = [];
  let turn = 0;
  const all = Array.from({ length: callers }, async () => {
    await share.next();
    resumedIn.push(turn);
  });
  while (resumedIn.length < callers && turn < manyTurns) {
    eachTurn();
    await nextTurn();
    turn += 1;
  }
  await Promise.all(all);
  return resumedIn;
}

describe('eventLoopShare', () => {
  it('resumes only one caller in each turn if each caller uses up the time', async () => {
    const resumedIn = await turnsOf(eventLoopShare(0));
    expect(new Set(resumedIn).size).to.equal(callers);
    expect(resumedIn).to.deep.equal(resumedIn.toSorted((a, b) => a - b));
  });

  it('resumes all callers in one turn if there is enough time', async () => {
    expect(new Set(await turnsOf(eventLoopShare(60_000))).size).to.equal(1);
  });

  it('lets callers continue at once while no other work needs the event loop', async () => {
    let isNeeded = false;
    const share = eventLoopShare(0, () => isNeeded);
    const order: string[] = [];
    const work = async (name: string): Promise<void> => {
      await share.next();
      order.push(name);
    };
    const atOnce = [work('a'), work('b')];
    isNeeded = true;
    const later = [work('c'), work('d')];
    await Promise.all(atOnce);
    expect(order).to.deep.equal(['a', 'b']);
    isNeeded = false;
    // A caller who comes now does not overtake those who wait.
    await Promise.all([...later, work('e')]);
    expect(order).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  });

  it('counts the promise callbacks of a caller towards its time', async () => {
    const share = eventLoopShare(5);
    let busy = 0;
    const work = async (): Promise<void> => {
      await share.next();
      await Promise.resolve();
      await Promise.resolve();
      busy += 1;
      const end = performance.now() + 10;
      while (performance.now() < end);
    };
    const all = [work(), work(), work()];
    const seen = new Set<number>();
    while (busy < all.length) {
      await nextTurn();
      seen.add(busy);
    }
    expect([...seen]).to.include.members([1, 2, 3]);
  });

  it('rests after a turn in which other programs used the cores', async () => {
    const share = eventLoopShare(
      0,
      () => true,
      () => 0,
    );
    const order: string[] = [];
    const work = async (): Promise<void> => {
      await share.next();
      setTimeout(() => order.push('another task'), 15);
      order.push('work');
      const end = performance.now() + 10;
      while (performance.now() < end);
    };
    await Promise.all([work(), work()]);
    expect(order).to.deep.equal(['work', 'another task', 'work']);
  });

  it('waits while new connections arrive, but only for a limited time', async () => {
    const share = eventLoopShare(60_000);
    let left = 10;
    const resumedIn = await turnsOf(share, () => {
      left -= 1;
      if (left >= 0) share.connected();
    });
    expect(Math.min(...resumedIn)).to.be.at.least(10);
    const endless = eventLoopShare(60_000);
    expect(await turnsOf(endless, endless.connected)).to.have.lengthOf(callers);
  });
});

describe('recentReads', () => {
  it('remembers for two seconds that a read began', () => {
    let now = 1000;
    const reads = recentReads(() => now);
    expect(reads.areRecent()).to.equal(false);
    reads.began();
    now += 1999;
    expect(reads.areRecent()).to.equal(true);
    now += 1;
    expect(reads.areRecent()).to.equal(false);
  });
});
