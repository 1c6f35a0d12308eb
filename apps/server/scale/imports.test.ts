import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@portcullis/adapters-persistence';
import { migratedDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { describeOnPostgres } from '../test/support/requirements.ts';

const counts = {
  users: Number(process.env['IMPORTED_USERS'] ?? 20_000),
  contents: Number(process.env['IMPORTED_CONTENTS'] ?? 2000),
};
const hash = 'pbkdf2_sha256$260000$seasalt123$S0wB2haEtoF49GAxwL0Twik+UHoLDVQZgNBdCUsYIYQ=';
const paragraph = 'A paragraph of an ordinary post with **bold** text and [a link](https://example.com). ';

const lines = {
  users: (row: number) => ({
    sourceId: String(row),
    username: `imported-${row}`,
    email: `imported-${row}@example.com`,
    nickName: `Person ${row}`,
    roles: row % 2 === 0 ? ['USER'] : [],
    passwordHash: hash,
  }),
  contents: (row: number) => ({
    sourceId: String(row),
    title: `Imported post ${row}`,
    status: 'PUBLISHED',
    createdAt: '2019-05-01T10:00:00Z',
    tags: [`tag ${row % 20}`],
    contentMd: `# Post ${row}\n\n${`${paragraph.repeat(4)}\n\n`.repeat(10)}`,
  }),
} as const;

type Kind = keyof typeof lines;

const mebibytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Measures the resident memory in the first and the second half of an import, and its time. */
describeOnPostgres('An import of many rows', (adminUrl) => {
  let folder = '';
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
    database = await migratedDatabase(adminUrl);
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const stored = async (kind: Kind): Promise<number> => {
    const { pool, close } = await openDatabase({ url: database.url, poolSize: 1 });
    const { rows } = await pool.query(`SELECT count(*)::int AS count FROM imported_${kind}`);
    await close();
    return rows[0].count;
  };

  /** Runs the command, and kills it when `until` rows are stored. Returns the memory at each sample, in MiB. */
  async function run(kind: Kind, file: string, until?: number) {
    const cli = fileURLToPath(new URL('../src/cli.js', import.meta.url));
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder };
    const child = spawn(process.execPath, [cli, 'import', kind, file], { cwd: folder, env });
    let said = '';
    child.stdout.on('data', (text) => (said += String(text)));
    child.stderr.on('data', (text) => (said += String(text)));
    const samples: number[] = [];
    const start = performance.now();
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const sampling = setInterval(() => child.pid !== undefined && samples.push(mebibytes(child.pid)), 500);
    /** Kills the command as soon as enough rows are stored. */
    const watch = async (): Promise<void> => {
      if (until === undefined) return;
      while (child.exitCode === null && child.signalCode === null) {
        if ((await stored(kind)) >= until) child.kill('SIGKILL');
        await sleep(300);
      }
    };
    child.once('exit', () => clearInterval(sampling));
    await Promise.all([ended, watch()]);
    return { said, samples, seconds: (performance.now() - start) / 1000, code: child.exitCode };
  }

  for (const kind of ['users', 'contents'] as const) {
    it(`${counts[kind]} ${kind}: goes on after it was killed, with flat memory`, async () => {
      const count = counts[kind];
      const file = join(folder, `${kind}.ndjson`);
      const rows = Array.from({ length: count }, (_row, index) => index + 1);
      await pipeline(
        Readable.from(rows.map((row) => `${JSON.stringify(lines[kind](row))}\n`)),
        createWriteStream(file),
      );
      const killed = await run(kind, file, count / 4);
      const present = await stored(kind);
      expect(killed.code, killed.said).to.equal(null);
      expect(present).to.be.within(count / 4, count - 1);
      const { said, samples, seconds, code } = await run(kind, file);
      expect(code, said).to.equal(0);
      const added = Number(/^(\d+) imported, /m.exec(said)?.[1]);
      expect(added).to.be.within(1, count - present + 1000);
      expect(await stored(kind)).to.equal(count);
      const half = samples.length >> 1;
      const [first, second] = [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))];
      printMeasurement(`${kind} before the import was killed`, present);
      printMeasurement(`${kind} imported afterwards`, added);
      printMeasurement(`${kind} a second, with the check of all rows`, added / seconds);
      printMeasurement(
        `${kind}: memory in the first and second half, in MiB`,
        `${first.toFixed(0)} and ${second.toFixed(0)}`,
      );
      expect(second).to.be.below(first + 100);
    }).timeout(3_600_000);
  }
});
