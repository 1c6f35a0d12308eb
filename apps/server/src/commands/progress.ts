import { SingleBar } from 'cli-progress';
import { say } from './say.ts';

/** Pads a label, so that the lines and bars of one command are aligned. */
const padded = (label: string): string => label.padEnd(12);

/** Prints how many items of a kind were added, unless there were none. */
export function sayAdded(label: string, count: number): void {
  if (count > 0) say(`${padded(label)}${count} added`);
}

/** Adds items one after another. Shows a progress bar on a terminal, otherwise a line at the end. */
export async function addEach<Item>(
  label: string,
  items: readonly Item[],
  add: (item: Item) => Promise<unknown>,
): Promise<void> {
  const isTerminal = process.stdout.isTTY && items.length > 0;
  const bar = new SingleBar({ format: `${padded(label)}{bar} {value}/{total}`, stream: process.stdout });
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
}
