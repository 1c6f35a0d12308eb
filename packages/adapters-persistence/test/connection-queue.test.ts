import { setTimeout as sleep } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import { expect } from 'chai';
import { connectionQueue, type Priority } from '../src/postgres/connection-queue.ts';
import { failureOf } from './support/failure-of.ts';

const longMs = 60_000;

/** Acquires a connection for each priority, in this order, and returns the order in which they are granted. */
function grants(size: number, requested: readonly Priority[]) {
  const queue = connectionQueue(size, longMs);
  const granted: string[] = [];
  const held: (() => void)[] = [];
  const request = async (priority: Priority, index: number): Promise<void> => {
    const release = await queue.acquire(priority);
    granted.push(`${priority} ${index}`);
    held.push(release);
  };
  requested.forEach((priority, index) => void request(priority, index));
  const releaseNext = async (): Promise<void> => {
    held.shift()?.();
    await sleep(0);
  };
  return { queue, granted, releaseNext };
}

describe('The queue for connections', () => {
  it('grants connections to reads, then to writes, then to long work, each in the order of the calls', async () => {
    const requested: readonly Priority[] = ['write', 'long', 'write', 'read', 'long', 'read'];
    const { queue, granted, releaseNext } = grants(1, requested);
    await sleep(0);
    expect(queue.waiting()).to.equal(requested.length - 1);
    for (const _ of requested) await releaseNext();
    expect(granted).to.deep.equal(['write 0', 'read 3', 'read 5', 'write 2', 'long 1', 'long 4']);
    expect(queue.waiting()).to.equal(0);
  });

  it('leaves half of the connections to other work than long work', async () => {
    const { granted, releaseNext } = grants(4, ['long', 'long', 'long', 'write', 'read', 'write']);
    await sleep(0);
    expect(granted).to.deep.equal(['long 0', 'long 1', 'write 3', 'read 4']);
    await releaseNext();
    expect(granted.at(-1)).to.equal('write 5');
  });

  it('refuses a call that waits too long as overloaded, and grants later calls', async () => {
    const queue = connectionQueue(1, 20);
    const release = await queue.acquire('write');
    const failure = await failureOf(queue.acquire('read'));
    expect(failure).to.be.instanceOf(StoreFailure).and.include({ kind: 'overloaded' });
    release();
    (await queue.acquire('long'))();
    expect(queue.waiting()).to.equal(0);
  });
});
