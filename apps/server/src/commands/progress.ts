import { SingleBar } from 'cli-progress';
import type { Progress } from '../demo/progress.ts';
import { say, type Terminal } from './terminal.ts';

/** Pads a label, so that the lines and bars of one command are aligned. */
const padded = (label: string): string => label.padEnd(12);

/** Returns functions that show a progress bar if the output is a terminal, otherwise a line at the end. */
export function progressOn(terminal: Terminal): Progress {
  const sayAdded = (label: string, count: number): void => {
    if (count > 0) say(terminal, `${padded(label)}${count} added`);
  };
  return {
    sayAdded,
    addEach: async (label, items, add) => {
      const isTerminal = terminal.stdout.isTTY === true && items.length > 0;
      const bar = new SingleBar({ format: `${padded(label)}{bar} {value}/{total}`, stream: terminal.stdout });
      if (isTerminal) bar.start(items.length, 0);
      try {
        for (const item of items) {
          await add(item);
          if (isTerminal) bar.increment();
        }
      } finally {
        bar.stop();
      }
      if (!isTerminal) sayAdded(label, items.length);
    },
  };
}
