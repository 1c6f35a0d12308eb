import type { Schemas } from '@portcullis/client';
import { api, can } from '../session/session.ts';

/** Loads all permissions. */
export const loadPermissions = async (signal?: AbortSignal): Promise<readonly Schemas['Permission'][]> =>
  Object.values(await api.get('/api/permissions/by-resource', signal === undefined ? {} : { signal })).flat();

/** Loads what roles can be given: all permissions and the tree of menus, as far as the person may read them. */
export async function loadGrantable(signal?: AbortSignal) {
  const [permissions, menus] = await Promise.all([
    can('listPermissionsByResource') ? loadPermissions(signal) : [],
    can('getMenuTree') ? api.get('/api/menus/tree', signal === undefined ? {} : { signal }) : [],
  ]);
  return { permissions, menus };
}
