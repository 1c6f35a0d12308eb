/** How far the loading of the demo data is; a command shows it. */
export interface Progress {
  /** Adds items one after another. */
  readonly addEach: <Item>(
    label: string,
    items: readonly Item[],
    add: (item: Item) => Promise<unknown>,
  ) => Promise<void>;
  /** Called when things of one kind were added in one step. */
  readonly sayAdded: (label: string, count: number) => void;
}

/** Adds without a word. */
export const silent: Progress = {
  addEach: async (_label, items, add) => {
    for (const item of items) await add(item);
  },
  sayAdded: () => {},
};
