import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const workers = new URL('../src/process/workers.js', import.meta.url).href;

/**
 * The program of a supervisor and its workers. The workers listen on a port, and they end on SIGTERM. The supervisor is
 * stopped when the first worker begins to listen.
 */
const script = `
  import cluster from 'node:cluster';
  import { createServer } from 'node:net';
  if (cluster.isPrimary) {
    const { runWorkers } = await import('${workers}');
    const stopping = new AbortController();
    cluster.once('listening', () => stopping.abort());
    const options = { config: { databaseUrl: 'postgres://none' }, stopping: stopping.signal, log: console };
    process.exit(await runWorkers(3, options));
  }
  process.on('SIGTERM', () => process.exit(0));
  createServer().listen(0, '127.0.0.1');
`;

describe('A supervisor that is stopped while it starts', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('ends, although the first worker begins to listen at that time', async () => {
    const file = join(directory, 'supervisor.mjs');
    await writeFile(file, script);
    const supervisor = spawn(process.execPath, [file], { stdio: 'inherit', timeout: 60_000, killSignal: 'SIGKILL' });
    const [code, signal]: unknown[] = await once(supervisor, 'exit');
    expect({ code, signal }).to.deep.equal({ code: 0, signal: null });
  });
});
