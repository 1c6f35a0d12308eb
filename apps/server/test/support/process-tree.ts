import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second on every Linux that Node supports. The files in `/proc` measure times in clock ticks. */
const ticksPerSecond = 100;

interface Usage {
  readonly parent: number;
  /** CPU time in clock ticks, including that of children that have ended. */
  readonly ticks: number;
}

/** Returns the CPU time that a process and its descendants have used, in milliseconds. */
export function cpuMs(pid: number): number {
  const usages = allUsages();
  return (familyIn(usages, pid).reduce((sum, each) => sum + (usages.get(each)?.ticks ?? 0), 0) * 1000) / ticksPerSecond;
}

/** Returns the ids of a process and its descendants. */
export const familyOf = (pid: number): readonly number[] => familyIn(allUsages(), pid);

type Usages = ReadonlyMap<number, Usage>;

function allUsages(): Usages {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((name) => usageOf(Number(name)) ?? []));
}

function familyIn(usages: Usages, pid: number): readonly number[] {
  const children = [...usages].filter(([, { parent }]) => parent === pid);
  return [pid, ...children.flatMap(([child]) => familyIn(usages, child))];
}

function usageOf(pid: number): readonly (readonly [number, Usage])[] | undefined {
  try {
    // The name of the program is in parentheses and may contain any character, so the name is removed before the split.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    return [[pid, { parent, ticks: fields.slice(11, 15).reduce((sum, each) => sum + each, 0) }]];
  } catch {
    return undefined; // The process has ended meanwhile.
  }
}
