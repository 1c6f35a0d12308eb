import type { ImportedId, ImportRepository } from '@portcullis/application';
import type { State } from '../tables/state.ts';

const operationsOf = <Id>(ids: Map<string, Id>) => ({
  lock: async (sourceIds: readonly string[]): Promise<readonly ImportedId<Id>[]> =>
    sourceIds.flatMap((sourceId) => {
      const id = ids.get(sourceId);
      return id === undefined ? [] : [{ sourceId, id }];
    }),
  add: async (imported: readonly ImportedId<Id>[]): Promise<void> => {
    for (const { sourceId, id } of imported) ids.set(sourceId, id);
  },
});

export const repository = (state: State): ImportRepository => {
  const [users, contents] = [operationsOf(state.importedUsers), operationsOf(state.importedContents)];
  return {
    lockUsers: users.lock,
    addUsers: users.add,
    lockContents: contents.lock,
    addContents: contents.add,
  };
};
