import type {
  ApiKeyListQuery,
  ApiKeyRepository,
  ApiKeySortField,
  ApiKeyViews,
} from '@portcullis/application/internal/ports/api-keys';
import { apiKeyViewOf, type ApiKey, type ApiKeyView } from '@portcullis/domain/internal/accounts/api-key';
import { asRead, type ListRules, matchesFilter, pageOf, sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';
import { table } from '../tables/tables.ts';

export const contracts = [() => import('../contracts/api-keys.ts')];

export const repository = (state: State): ApiKeyRepository => ({
  ...table(state.apiKeys, { referencesExist: ({ ownerId }) => state.users.has(ownerId) }),
  lockOf: async (ownerId) =>
    sortedBy(
      [...state.apiKeys.values()].filter((key) => key.ownerId === ownerId),
      ({ createdAt, id }) => [createdAt, id],
    ),
  forgetFactors: async (ownerId) => {
    for (const key of state.apiKeys.values())
      if (key.ownerId === ownerId) state.apiKeys.set(key.id, { ...key, hasFactor: false });
  },
  endTokens: async (id, tokenVersion) => {
    const key = state.apiKeys.get(id);
    if (key?.tokenVersion === tokenVersion) state.apiKeys.set(id, { ...key, tokenVersion: tokenVersion + 1 });
  },
  recordUse: async (id, at) => {
    const key = state.apiKeys.get(id);
    if (key !== undefined && (key.lastUsedAt === null || key.lastUsedAt < at))
      state.apiKeys.set(id, { ...key, lastUsedAt: at });
  },
});

const listed: ListRules<ApiKeyView, ApiKeySortField, ApiKeyListQuery> = {
  sort: { name: ({ name }) => asRead(name) },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ name }) => [name],
  matches: ({ owner }, query) => matchesFilter(query.ownerId, owner.id) && matchesFilter(query.ownerKind, owner.kind),
};

function viewOf({ users }: State, key: ApiKey): readonly ApiKeyView[] {
  const owner = users.get(key.ownerId);
  return owner === undefined ? [] : [apiKeyViewOf(key, owner)];
}

export const views = (now: () => State): ApiKeyViews => ({
  find: async (id) => {
    const key = now().apiKeys.get(id);
    return key && viewOf(now(), key)[0];
  },
  list: async (query) =>
    pageOf(
      [...now().apiKeys.values()].flatMap((key) => viewOf(now(), key)),
      query,
      listed,
    ),
});
