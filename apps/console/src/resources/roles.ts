import type { Schemas } from '@portcullis/client';
import { api } from '../session/session.ts';

/** Reads all roles, for filters and for fields that select roles. */
export async function loadRoles(): Promise<readonly Schemas['Role'][]> {
  const roles: Schemas['Role'][] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.get('/api/roles', {
      params: { query: { page, pageSize: 100, sortBy: 'code' } },
    });
    roles.push(...items);
    if (items.length === 0 || roles.length >= total) return roles;
  }
}

export const roleChoices = (roles: readonly Schemas['Role'][]) =>
  roles.map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }));
