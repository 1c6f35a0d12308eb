import { readdirSync, readFileSync } from 'node:fs';

/** Of the clock that `/proc` counts in, on every Linux that Node runs on. */
const ticksPerSecond = 100;

interface Usage {
  readonly parent: number;
  /** With that of children that have ended. */
  readonly ticks: number;
}

/** CPU time that a process and all below it have used so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const usages = new Map(pids.flatMap((name) => usageOf(Number(name)) ?? []));
  const below = (parent: number): number => {
    const children = [...usages].filter(([, usage]) => usage.parent === parent);
    return children.reduce((sum, [child]) => sum + below(child), usages.get(parent)?.ticks ?? 0);
  };
  return (below(pid) * 1000) / ticksPerSecond;
}

function usageOf(pid: number): readonly (readonly [number, Usage])[] | undefined {
  try {
    // The name of the program, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    return [[pid, { parent, ticks: fields.slice(11, 15).reduce((sum, each) => sum + each, 0) }]];
  } catch {
    return undefined; // It has ended meanwhile.
  }
}
