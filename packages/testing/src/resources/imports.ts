import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import { linksOf } from '../tables/tables.ts';
import type {
  ExportedContent,
  ImportedId,
  ImportRepository,
  ImportViews,
} from '@portcullis/application/internal/ports/imports';
import type { Clock } from '@portcullis/application/internal/ports/system';
import { grantsOf } from '../tables/grants.ts';
import { sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/imports.ts')];

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
    lockContents: async (sourceIds) =>
      (await contents.lock(sourceIds)).flatMap((each) => {
        const content = state.contents.get(each.id);
        return content === undefined ? [] : [{ ...each, slug: content.slug }];
      }),
    addContents: contents.add,
    mediaAt: async (address) => state.importedMedia.get(address),
    addMedia: async (address, id) => void state.importedMedia.set(address, id),
  };
};

const sourceIdOf = <Id extends string>(ids: ReadonlyMap<string, Id>, id: Id): string =>
  [...ids].find(([, each]) => each === id)?.[0] ?? id;

function pathOf({ categories }: Pick<State, 'categories'>, id: CategoryId | null): ExportedContent['category'] {
  const category = id === null ? undefined : categories.get(id);
  if (category === undefined) return [];
  const { name, slug, parentId } = category;
  return [...pathOf({ categories }, parentId), { name, slug }];
}

export const views = (now: () => State, clock: Clock): ImportViews => ({
  contents: async ({ limit, after }) => {
    const state = now();
    const rows = [...state.contents.values()].filter(({ id }) => after === undefined || id > after);
    return sortedBy(rows, ({ id }) => [id])
      .slice(0, limit)
      .map(({ id, authorId, categoryId }) => {
        const author = authorId === null ? undefined : state.users.get(authorId);
        return {
          id,
          sourceId: sourceIdOf(state.importedContents, id),
          author: author?.username ?? null,
          authorEmail: author?.email ?? null,
          tags: linksOf(state.contentTags, id)
            .flatMap((tagId) => state.tags.get(tagId)?.name ?? [])
            .toSorted(),
          category: pathOf(state, categoryId),
        };
      });
  },
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
        roles: sortedBy(
          grantsOf(state, id)
            .filter(({ validUntil }) => validUntil === null || validUntil > clock.now())
            .flatMap(({ roleId, ...period }) => {
              const code = state.roles.get(roleId)?.code;
              return code === undefined ? [] : [{ code, ...period }];
            }),
          ({ code }) => [code],
        ),
      }));
  },
});
