/** Reports the progress of loading the demo data, which a command shows. */
export interface Progress {
  /** Adds items one after another. */
  readonly addEach: <Item>(
    label: string,
    items: readonly Item[],
    add: (item: Item) => Promise<unknown>,
  ) => Promise<void>;
  /** This function is called when all items of one kind were added in one step. */
  readonly sayAdded: (label: string, count: number) => void;
}

/** Adds the items without reporting progress. */
export const silent: Progress = {
  addEach: async (_label, items, add) => {
    for (const item of items) await add(item);
  },
  sayAdded: () => {},
};
