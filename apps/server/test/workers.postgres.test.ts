import { setTimeout as sleep } from 'node:timers/promises';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { backoffMs } from '../src/process/workers.ts';
import { apiAt, type Api } from './support/api.ts';
import { expectSuccess } from './support/builders.ts';
import { linesOf } from './support/log-lines.ts';
import { freePort } from './support/machine.ts';
import type { Process } from './support/process.ts';
import { administrator, anAdministrator, aPerson, logInAs } from './support/service.ts';
import { openSocket } from './support/raw-socket.ts';
import { readyIn, startWorkers, workersOf } from './support/workers.ts';
import { describeOnPostgres } from './support/requirements.ts';

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`The condition was not met in time: ${what}.`);
    await sleep(50);
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

describe('one service in several processes', () => {
  it('is refused with the embedded database, in one line that names the variable', async () => {
    const program = startWorkers(2, {});
    expect(await program.ended).to.equal(2);
    expect(program.written.stderr).to.match(/^DATABASE_URL takes [^\n]+\n$/);
  });

  describe('that cannot start', () => {
    const nowhere = { DATABASE_URL: 'postgres://user:pass-word@127.0.0.1:1/none', JWT_SECRET: 'x'.repeat(32) };

    it('waits for the database in one process, with one line for each attempt, until it is stopped, and loads the database only in this process', async () => {
      const NODE_OPTIONS = `--import ${new URL('support/loaded.js', import.meta.url).href}`;
      const program = startWorkers(3, { ...nowhere, NODE_OPTIONS });
      const attempts = () => linesOf(program.written.stdout);
      await until('it has tried twice', () => attempts().length >= 2);
      expect(workersOf(program)).to.have.lengthOf(1);
      const code = await program.stop();
      expect(attempts().map(({ attempt }) => attempt)).to.deep.equal(attempts().map((_line, index) => index + 1));
      expect(attempts()[0]).to.include({
        msg: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Next attempt in 0.25 s.',
      });
      expect(code).to.equal(0);
      const [worker, supervisor, ...further] = program.written.stderr.trimEnd().split('\n');
      expect(further).to.deep.equal([]);
      expect(worker).to.include(' typeorm');
      expect(supervisor).to.include(' commander').and.to.not.include(' typeorm');
    });
  });

  it('waits longer before each replacement of a worker that ends soon after its start, and replaces other workers quickly', () => {
    const pauses: number[] = [];
    for (let death = 0; death < 12; death += 1) pauses.push(backoffMs(pauses.at(-1), 500));
    expect(pauses.slice(0, 4)).to.deep.equal([100, 200, 400, 800]);
    expect(pauses.at(-1)).to.equal(30_000);
    expect(backoffMs(30_000, 3_600_000)).to.equal(100);
  });

  describeOnPostgres(
    'on PostgreSQL',
    (adminUrl) => {
      const count = 3;
      let database: TemporaryDatabase;
      const started: Process[] = [];
      let program: Process;
      /** A service with two workers, which the last test stops. */
      let second: Process;
      let api: Api;
      let admin: Api;
      const environment = () => ({
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '4',
        ADMIN_PASSWORD: administrator.password,
        JWT_SECRET: 'a secret that only this test uses, of 256 bits',
      });

      /** Starts a service with this number of workers. It is stopped after the last test, even if a test fails. */
      const start = (workers: number, more: Readonly<Record<string, string>> = {}): Process => {
        const made = startWorkers(workers, { ...environment(), ...more });
        started.push(made);
        return made;
      };

      before(async () => {
        database = await migratedDatabase(adminUrl);
        program = start(count);
        api = apiAt(await program.listening);
        await until('all workers are ready', () => readyIn(program) === count);
        admin = await logInAs(api, administrator);
      });
      after(async () => {
        await Promise.all(started.map(({ stop }) => stop()));
        await database?.drop();
      });

      it('reports once, in one line, that the port is in use', async () => {
        const { port } = new URL(api.url);
        const unusable = [
          [{ PORT: port }, 'PORT takes a free port'],
          [{ HOST: 'no.such.host.invalid' }, 'HOST takes an address'],
          [{ METRICS_PORT: port }, 'METRICS_PORT takes a free port'],
          [{ METRICS_PORT: '0', METRICS_HOST: 'no.such.host.invalid' }, 'METRICS_HOST takes an address'],
        ] as const;
        for (const [variables, line] of unusable) {
          const refused = start(2, variables);
          expect(await refused.ended, line).to.equal(2);
          expect(refused.written.stderr).to.match(new RegExp(`^${line}[^\\n]+\\n$`));
        }
      });

      it('serves metrics on the port that they share', async () => {
        const port = await freePort();
        second = start(2, { METRICS_PORT: `${port}` });
        await second.listening;
        const { status } = await fetch(`http://127.0.0.1:${port}/metrics`);
        expect(status).to.equal(200);
      });

      it('shares rate limits and ended sessions between all processes (§8)', async () => {
        const caller = await anAdministrator({ api, admin });
        const person = await aPerson({ api, admin });
        const path = `/users/${person.id}/roles`;
        // Each call uses a new connection, so that the calls reach different workers.
        const headers = { Connection: 'close' };
        const set = await Promise.all(Array.from({ length: 30 }, () => caller.api.put(path, { roleIds: [] }, headers)));
        expect(set.filter(({ status }) => status === 200)).to.have.lengthOf(10);
        expect(set.filter(({ status }) => status === 429)).to.have.lengthOf(20);

        await expectSuccess(caller.api.post('/auth/logout', undefined, headers));
        for (let call = 0; call < 2 * count; call += 1) {
          expect(await caller.api.get('/auth/profile', headers)).to.include({ status: 401 });
        }
      });

      it('replaces a worker that dies, and continues to serve', async () => {
        const before = workersOf(program);
        const [victim = 0] = before;
        process.kill(victim, 'SIGKILL');
        // Connections that the killed worker had accepted are lost, so the test sends requests only after the end of the
        // worker.
        await until('its end is noticed', () => !workersOf(program).includes(victim));
        await until('another worker has replaced it', async () => {
          const asked = Array.from({ length: 8 }, () => api.get('/health/ready', { Connection: 'close' }));
          for (const response of await Promise.all(asked)) expect(response).to.include({ status: 200 });
          return readyIn(program) === count + 1;
        });
        expect(workersOf(program)).to.have.lengthOf(count).and.include.members(before.slice(1));
        expect(workersOf(program)).not.to.include(victim);
        expect(program.written.stdout).to.include('A worker ended; it is replaced');
      });

      it('ends all processes with 0 after a signal, and immediately after a second signal', async () => {
        const url = await second.listening;
        await until('both are ready', () => readyIn(second) === 2);
        const pids = workersOf(second);
        const wire = await openSocket(url);
        wire.write(
          'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
        );
        await sleep(300);
        process.kill(second.pid, 'SIGTERM');
        await sleep(300);
        expect(
          pids.some((pid) => !isGone(pid)),
          'still responding',
        ).to.equal(true);
        process.kill(second.pid, 'SIGTERM');
        expect(await second.ended).to.equal(null);
        await until('its workers ended', () => pids.every(isGone));
        wire.destroy();

        const all = workersOf(program);
        expect(await program.stop()).to.equal(0);
        expect(all.every(isGone)).to.equal(true);
      });
    },
    'linux',
  );
});
