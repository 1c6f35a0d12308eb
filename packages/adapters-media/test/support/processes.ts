import { readdir, readFile } from 'node:fs/promises';

/** A process that this process has started for files. */
export interface Child {
  readonly pid: number;
  /** The most resident memory that it has had, in bytes. */
  readonly peakBytes: number;
}

/** Returns the processes for files that this process has started. Only Linux shows them. */
export async function childrenForFiles(): Promise<readonly Child[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const [status = '', command = ''] = await Promise.all(
        ['status', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
      );
      if (!command.includes('child.js') || !status.includes(`\nPPid:\t${process.pid}\n`)) return [];
      const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(status) ?? [];
      return [{ pid: Number(id), peakBytes: Number(kilobytes) * 1024 }];
    }),
  );
  return found.flat();
}
