/** Reports the progress while demo data is loaded. The command that loads the data prints the reports. */
export interface Progress {
  /** Adds items one after another, and reports each item. */
  readonly addEach: <Item>(
    label: string,
    items: readonly Item[],
    add: (item: Item) => Promise<unknown>,
  ) => Promise<void>;
  /** Reports items of one kind that were added in one step. */
  readonly sayAdded: (label: string, count: number) => void;
}

/** Adds the items without reporting progress. */
export const silent: Progress = {
  addEach: async (_label, items, add) => {
    for (const item of items) await add(item);
  },
  sayAdded: () => {},
};
