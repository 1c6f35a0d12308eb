import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/** Returns the niceness of each thread of a process, which is the 19th field of its line in Linux. */
function nicenessOf(pid: number): readonly number[] {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).map((thread) => {
    const line = readFileSync(`${folder}/${thread}/stat`, 'utf8');
    // The second field, the name of the thread, is in parentheses and can contain spaces.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return Number(fields[16]);
  });
}

describe('A process that decodes files', () => {
  it('leaves the processor to requests in all of its threads', async function () {
    if (process.platform !== 'linux') return this.skip();
    const child = fork(fileURLToPath(new URL('../src/child.js', import.meta.url)), ['{}']);
    try {
      await once(child, 'message');
      const niceness = nicenessOf(child.pid ?? 0);
      expect(niceness.length).to.be.above(1);
      expect(new Set(niceness)).to.deep.equal(new Set([10]));
    } finally {
      child.kill('SIGKILL');
    }
  });
});
