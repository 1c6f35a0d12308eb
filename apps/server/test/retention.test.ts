import { expect } from 'chai';
import { pino } from 'pino';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import type { Loop } from '../src/maintenance/loop.ts';
import { startScheduler, type MaintenanceJobs } from '../src/maintenance/scheduler.ts';

describe('Retention (docs/operations.md)', () => {
  const minuteMs = 60_000;
  let timers: SinonFakeTimers;
  let log: string[];
  let done: string[];
  let stop: Loop['stop'] | undefined;
  const begin = (jobs: MaintenanceJobs): Loop['stop'] =>
    (stop = startScheduler(jobs, pino({ base: null }, { write: (line: string) => void log.push(line) })));
  /** Returns a job whose calls return these numbers, and then 0. */
  const finding =
    (name: string, ...amounts: number[]) =>
    async (): Promise<number> => {
      done.push(name);
      return amounts.shift() ?? 0;
    };

  beforeEach(() => {
    timers = useFakeTimers();
    log = [];
    done = [];
  });
  afterEach(async () => {
    await stop?.();
    timers.restore();
  });

  it('runs each job immediately until nothing is left, and again every ten minutes', async () => {
    begin({ sessions: finding('sessions', 1000, 3), months: finding('months') });
    await timers.tickAsync(0);
    expect(done).to.deep.equal(['sessions', 'sessions', 'sessions', 'months']);
    await timers.tickAsync(10 * minuteMs - 1);
    expect(done).to.have.lengthOf(4);
    await timers.tickAsync(1);
    expect(done.slice(4)).to.deep.equal(['sessions', 'months']);
    await timers.tickAsync(20 * minuteMs);
    expect(done.slice(6)).to.deep.equal(['sessions', 'months', 'sessions', 'months']);
  });

  it('logs the size of the work, unless it is 0', async () => {
    begin({ sessions: finding('sessions', 1000, 3), months: finding('months') });
    await timers.tickAsync(0);
    expect(log.map((line): unknown => JSON.parse(line))).to.deep.equal([
      { level: 30, time: 0, job: 'sessions', done: 1003, msg: 'maintenance' },
    ]);
  });

  it('continues with the next job after a job fails, and runs the failed job again later', async () => {
    const failing = () => {
      done.push('failing');
      return Promise.reject(new Error('out of reach'));
    };
    begin({ failing, months: finding('months') });
    await timers.tickAsync(10 * minuteMs);
    expect(done).to.deep.equal(['failing', 'months', 'failing', 'months']);
    expect(log).to.have.lengthOf(2);
    expect(log[0]).to.include('maintenance failed').and.include('out of reach');
  });

  it('when stopped, waits for the running job and starts no other', async () => {
    let finish: (amount: number) => void = () => {};
    const slow = () => {
      done.push('slow');
      return new Promise<number>((resolve) => {
        finish = resolve;
      });
    };
    const stopRetention = begin({ slow, months: finding('months') });
    let isStopped = false;
    const stopped = stopRetention().then(() => (isStopped = true));
    await timers.tickAsync(minuteMs);
    expect([done, isStopped]).to.deep.equal([['slow'], false]);
    finish(1000);
    await stopped;
    await timers.tickAsync(60 * minuteMs);
    expect(done).to.deep.equal(['slow']);
  });
});
