import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { cpuMeter } from '../src/proc.ts';

const burntUs = 60_000;

/** Uses CPU time in a thread that says when it has done so, and then waits. */
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
    // `process.cpuUsage` counts all threads, so other threads may have used a part of the time that ends the loop.
    expect(meter.us()).to.be.greaterThan(burntUs / 2);
  });

  it('counts nothing for a process that does not exist', async () => {
    const meter = await cpuMeter(async () => [2 ** 30]);
    await meter.read();
    expect(meter.us()).to.equal(0);
  });
});
