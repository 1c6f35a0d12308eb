import { SingleBar } from 'cli-progress';
import { say } from './say.ts';

/** So that the lines and bars of one command stand below each other. */
const named = (label: string): string => label.padEnd(12);

/** Says how many things of a kind were added; nothing, where none were. */
export function sayAdded(label: string, count: number): void {
  if (count > 0) say(`${named(label)}${count} added`);
}

/** Adds items one after another: with a bar on a terminal, else with a line when it is done. */
export async function addEach<Item>(
  label: string,
  items: readonly Item[],
  add: (item: Item) => Promise<unknown>,
): Promise<void> {
  const isTerminal = process.stdout.isTTY && items.length > 0;
  const bar = new SingleBar({ format: `${named(label)}{bar} {value}/{total}`, stream: process.stdout });
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
