import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { apiAt } from '../test/support/api.ts';
import { startPrimary } from '../test/support/database-servers.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { postgresPrograms, createTestHost } from '../test/support/machine.ts';
import { startProcess } from '../test/support/process.ts';
import { environment } from './support/site.ts';

/** Maximum pause between two attempts to connect to the database, in milliseconds. */
const longestPauseMs = 5000;

describe('A service that starts while PostgreSQL is not running', () => {
  it('logs each attempt to connect, and is ready only after PostgreSQL has started', async () => {
    const machine = createTestHost(...postgresPrograms);
    try {
      const database = await startPrimary(machine);
      await database.stop();
      const program = startProcess({ ...environment, DATABASE_URL: database.url });
      try {
        const api = apiAt(await program.alive);
        await sleep(4000);
        expect(await api.get('/health/live')).to.include({ status: 200 });
        expect(await api.get('/health/ready')).to.include({ status: 503, code: 2001 });
        expect(await api.get('/tags')).to.include({ status: 503, code: 2001, reason: 'not-ready' });
        const attempts = program.written.stdout.split('\n').filter((line) => line.includes('"attempt"'));
        const said = attempts.map((line): string => JSON.parse(line).msg);
        expect(said.slice(0, 3).map((line) => /Next attempt in .*/.exec(line)?.[0])).to.deep.equal([
          'Next attempt in 0.25 s.',
          'Next attempt in 0.5 s.',
          'Next attempt in 1 s.',
        ]);
        await database.start();
        const thereAt = performance.now();
        expect(await program.listening).to.equal(api.url);
        const took = performance.now() - thereAt;
        expect(await api.get('/health/ready')).to.include({ status: 200 });
        // The requests that failed earlier must have no lasting effect.
        for (let count = 0; count < 3; count += 1) expect(await api.get('/tags')).to.include({ status: 200 });
        printMeasurement('ms from the start of PostgreSQL until the service is ready, including migrations', took);
        expect(took).to.be.below(longestPauseMs + 3000);
      } finally {
        await program.stop();
      }
    } finally {
      await machine.dismantle();
    }
  });
});
