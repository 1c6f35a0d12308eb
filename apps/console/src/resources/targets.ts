import type { Choice } from '../parts/elements.tsx';
import { api, can, declaredOperation, moduleParts } from '../session/session.ts';
import { findUsers, pickerSize } from './find-users.ts';
import { modulePathOf } from './modules.ts';

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A kind of entries to which fields of modules can refer, with its list and the field that has the name of an entry. */
interface Target {
  readonly path: string;
  readonly operation: Parameters<typeof can>[0];
  readonly namedBy: string;
  /** The path of its screens. */
  readonly screen: string;
}

const builtIn: Readonly<Record<string, Target>> = {
  user: { path: '/users', operation: 'listUsers', namedBy: 'username', screen: '/users' },
  role: { path: '/roles', operation: 'listRoles', namedBy: 'name', screen: '/roles' },
  content: { path: '/contents', operation: 'listContents', namedBy: 'title', screen: '/contents' },
  category: { path: '/categories', operation: 'listCategories', namedBy: 'name', screen: '/categories' },
  tag: { path: '/tags', operation: 'listTags', namedBy: 'name', screen: '/tags' },
  media: { path: '/media', operation: 'listMedia', namedBy: 'name', screen: '/media' },
};

function targetOf(name: string): Target | undefined {
  const own = moduleParts.value.resources.find((each) => each.name === name);
  if (own === undefined) return builtIn[name];
  const { path, namedBy, operations } = own;
  return { path, namedBy, operation: declaredOperation(operations.list), screen: modulePathOf(own) };
}

const list = async ({ path }: Target, query: object, signal: AbortSignal): Promise<readonly Item[]> => {
  const params = { query: { pageSize: 100, ...query } };
  return (await api.request<{ readonly items: readonly Item[] }>('get', `/api${path}`, { params, signal })).items;
};

/** Finds what a field can refer to by a part of its name. */
export async function findTargets(name: string, search: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const target = targetOf(name);
  if (target === undefined || !can(target.operation)) return [];
  if (name === 'user') return findUsers(search, signal);
  const found = await list(target, { pageSize: pickerSize, ...(search !== '' && { search }) }, signal);
  return found.map((item) => ({ value: item.id, label: String(item[target.namedBy]) }));
}

/** Maximum number of ids in one request. */
const mostIds = 100;

/**
 * Reads the names of what fields refer to, by their ids. What does not exist, or may not be read, is missing.
 * @param ids by the name of what they are the ids of
 */
export async function targetNames(
  ids: Iterable<readonly [target: string, ids: ReadonlySet<string>]>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = await Promise.all(
    [...ids].map(async ([name, wanted]): Promise<readonly (readonly [string, string])[]> => {
      const target = targetOf(name);
      if (target === undefined || wanted.size === 0 || !can(target.operation)) return [];
      const parts = Array.from({ length: Math.ceil(wanted.size / mostIds) }, (_, part) =>
        [...wanted].slice(part * mostIds, (part + 1) * mostIds),
      );
      const found = await Promise.all(parts.map((part) => list(target, { ids: part }, signal)));
      return found.flat().map((item) => [item.id, String(item[target.namedBy])]);
    }),
  );
  return new Map(names.flat());
}
