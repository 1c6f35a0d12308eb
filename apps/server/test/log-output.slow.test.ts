import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const log = new URL('../src/observability/log.js', import.meta.url).href;

/**
 * Runs a script that writes to `log`. The standard output of the script is a file or a pipe, as under a service
 * manager. The script is killed after 60 s.
 */
function run(script: string, stdout: number | 'pipe'): ChildProcess {
  const source = `import { createLog } from '${log}'; const log = await createLog({ logLevel: 'info', secrets: [] }); ${script}`;
  const args = ['--input-type=module', '--eval', source];
  return spawn(process.execPath, args, { stdio: ['ignore', stdout, 'ignore'], timeout: 60_000, killSignal: 'SIGKILL' });
}

async function exitOf(child: ChildProcess): Promise<{ readonly code: unknown; readonly signal: unknown }> {
  const [code, signal]: unknown[] = await once(child, 'exit');
  return { code, signal };
}

const ended = { code: 0, signal: null };

describe('The output of the log', () => {
  let full: number;
  before(() => {
    // Every write to this file fails, as on a full disk.
    full = openSync('/dev/full', 'w');
  });
  after(() => closeSync(full));

  it('has every line of a process that ends or crashes, in order', async () => {
    for (const end of ['process.exit(0)', 'setTimeout(() => process.exit(0), 30)', 'throw new Error()', '']) {
      const script = `for (let i = 0; i < 3000; i++) log.info({ i }); ${end}`;
      const child = run(script, 'pipe');
      const lines = (await text(child.stdout ?? Readable.from([]))).trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).i)).to.deep.equal(Array.from({ length: 3000 }, (_, i) => i));
    }
  });

  it('lets a process end when the disk is full', async () => {
    expect(await exitOf(run(`log.info('last'); process.exit(0)`, full))).to.deep.equal(ended);
  });

  it('does not end or block a process when the disk is full', async () => {
    const script = `log.info('first'); setTimeout(() => log.info('second'), 100); setTimeout(() => process.exit(0), 300)`;
    expect(await exitOf(run(script, full))).to.deep.equal(ended);
  });

  it('does not end or block a process when the reader of its output has closed the pipe', async () => {
    const wait = `await new Promise((resolve) => setTimeout(resolve, 300));`;
    for (const rest of [`log.info('last')`, `log.info('one'); ${wait} log.info('two')`]) {
      const child = run(`${wait} ${rest}; process.exit(0)`, 'pipe');
      child.stdout?.destroy();
      expect(await exitOf(child)).to.deep.equal(ended);
    }
  });

  it('lets a process end even if the reader of its output reads nothing', async () => {
    const child = run(`log.info('x'.repeat(3_000_000)); process.exit(0)`, 'pipe');
    expect(await exitOf(child)).to.deep.equal(ended);
  });
});
