import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { nameWithCode } from '../parts/codes.tsx';
import type { OtherChoices } from '../parts/choice-list.tsx';
import { isMissing, useLoad, type Loaded } from '../parts/load.tsx';
import { api, can } from '../session/session.ts';
import { roleName } from './built-in-names.ts';

type Role = Schemas['Role'];

const pageSize = 100;

const readPage = (page: number) => api.get('/api/roles', { params: { query: { page, pageSize, sortBy: 'code' } } });

async function readPages(first: number, last: number): Promise<readonly Role[]> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (await Promise.all(numbers.map(readPage))).flatMap(({ items }) => items);
}

/** @returns an empty list if there is no role with this id */
async function readRole(id: string): Promise<readonly Role[]> {
  try {
    return [await api.get('/api/roles/{id}', { params: { path: { id } } })];
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

interface Roles {
  readonly items: readonly Role[];
  /** The number of all roles, of which `items` may be only some. */
  readonly total: number;
}

/**
 * Reads the first 100 roles and those with the given ids, usually with one request.
 * @returns no roles if the person may not list them
 */
async function loadSomeRoles(ids: readonly string[] | 'all' = []): Promise<Roles> {
  if (!can('listRoles')) return { items: [], total: 0 };
  const { items, total } = await readPage(1);
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return { items, total };
  const missing = ids === 'all' ? [] : ids.filter((id) => items.every((role) => role.id !== id));
  const readsAll = ids === 'all' || missing.length >= pages || !can('getRole');
  const others = readsAll ? await readPages(2, pages) : (await Promise.all(missing.map(readRole))).flat();
  return { items: [...items, ...others], total };
}

/** Reads all roles. @returns no roles if the person may not list them */
export const loadAllRoles = async (): Promise<readonly Role[]> => (await loadSomeRoles('all')).items;

interface RoleList {
  readonly loaded: Loaded<Roles>;
  /** The loaded roles. */
  readonly roles: readonly Role[];
  readonly others: OtherChoices | undefined;
}

/**
 * Loads roles to choose from: first some, and all as soon as the person looks for others.
 * @param ids the ids of roles that must be among the first
 */
export function useRoles(ids: readonly string[] = []): RoleList {
  const [wantsAll, setWantsAll] = useState(false);
  const loaded = useLoad(() => loadSomeRoles(wantsAll ? 'all' : ids), [wantsAll ? 'all' : ids.join()]);
  const { items: roles, total } = loaded.data ?? { items: [], total: 0 };
  const count = total - roles.length;
  return { loaded, roles, others: count > 0 ? { count, load: () => setWantsAll(true) } : undefined };
}

/** Returns the name of a role, with its code if codes are shown. */
export const roleLabel = (role: Pick<Role, 'code' | 'name'>): string => nameWithCode(roleName(role), role.code);

export const roleChoices = (roles: readonly Role[]) =>
  roles.map((role) => ({ value: role.id, label: roleLabel(role) }));
