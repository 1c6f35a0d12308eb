import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { cpuMeter } from '../src/proc.ts';

const burntUs = 60_000;

/** A program whose thread uses CPU time, then sends a message, and then waits. */
const burning = `
  const { parentPort } = require('node:worker_threads');
  const from = process.cpuUsage().user;
  while (process.cpuUsage().user - from < ${burntUs});
  parentPort.on('message', () => process.exit());
  parentPort.postMessage('done');
`;

describe('The meter of CPU time', () => {
  it('counts every thread of a process, including threads that end before the last reading', async () => {
    const meter = await cpuMeter(async () => [process.pid]);
    const thread = new Worker(burning, { eval: true });
    await once(thread, 'message');
    await meter.read();
    const exit = once(thread, 'exit');
    thread.postMessage('end');
    await exit;
    await meter.read();
    // `process.cpuUsage` in the loop counts all threads, so other threads may have used a part of the time.
    expect(meter.us()).to.be.greaterThan(burntUs / 2);
  });

  it('counts nothing for a process that does not exist', async () => {
    const meter = await cpuMeter(async () => [2 ** 30]);
    await meter.read();
    expect(meter.us()).to.equal(0);
  });
});
