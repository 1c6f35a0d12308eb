import type { Clock, ImportedId, ImportRepository, ImportViews } from '@portcullis/application';
import { codesOf, rolesInForceOf } from '../tables/grants.ts';
import { sortedBy } from '../tables/pages.ts';
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

const sourceIdOf = <Id extends string>(ids: ReadonlyMap<string, Id>, id: Id): string =>
  [...ids].find(([, each]) => each === id)?.[0] ?? id;

export const views = (now: () => State, clock: Clock): ImportViews => ({
  users: async ({ limit, after, withPasswordHashes }) => {
    const state = now();
    const persons = [...state.users.values()].filter(
      ({ id, kind }) => kind === 'PERSON' && (after === undefined || id > after),
    );
    return sortedBy(persons, ({ id }) => [id])
      .slice(0, limit)
      .map(({ id, username, email, emailVerified, nickName, phone, gender, status, createdAt, attributes }) => ({
        id,
        username,
        email,
        emailVerified,
        nickName,
        phone,
        gender,
        status,
        createdAt,
        attributes,
        sourceId: sourceIdOf(state.importedUsers, id),
        passwordHash: withPasswordHashes ? (state.passwordHashes.get(id) ?? null) : null,
        roles: codesOf(rolesInForceOf(state, id, clock.now())),
      }));
  },
});
