import { readFileSync } from 'node:fs';

/** The most memory of processes, in megabytes. */
export interface PeakMemory {
  /** The most memory of all processes together. */
  readonly peakOfAllMegabytes: number;
  /** The most memory that one of the processes has ever had. */
  readonly peakOfOneMegabytes: number;
}

const everyMs = 20;

/** Returns the resident memory of a process and its peak, in megabytes; undefined if the process has ended. */
function memoryOf(pid: number): { readonly now: number; readonly peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Watches the memory of processes, whose ids `pidsOf` returns, until `end` is called. */
export function watchMemory(pidsOf: () => readonly number[]): { readonly end: () => Promise<PeakMemory> } {
  let [peakOfAllMegabytes, peakOfOneMegabytes] = [0, 0];
  const timer = setInterval(() => {
    const all = pidsOf().flatMap((pid) => memoryOf(pid) ?? []);
    peakOfAllMegabytes = Math.max(
      peakOfAllMegabytes,
      all.reduce((sum, { now }) => sum + now, 0),
    );
    peakOfOneMegabytes = Math.max(peakOfOneMegabytes, ...all.map(({ peak }) => peak));
  }, everyMs);
  return {
    end: async () => {
      clearInterval(timer);
      return { peakOfAllMegabytes: Math.round(peakOfAllMegabytes), peakOfOneMegabytes: Math.round(peakOfOneMegabytes) };
    },
  };
}

/** Returns the resident memory of processes together, in megabytes. */
export const residentMegabytes = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (memoryOf(pid)?.now ?? 0), 0);
