import type { Schemas } from '@portcullis/client';
import { api, can } from '../session/session.ts';
import { missingContentPermissions } from '@portcullis/domain/internal/access/missing-built-in';

/**
 * Creates those permissions for articles, categories, tags and files with these codes that do not exist. Existing
 * permissions are not changed.
 * @returns the number of created permissions
 */
export async function addContentPermissions(codes: readonly string[]): Promise<number> {
  const existing = await loadPermissions();
  const missing = missingContentPermissions(codes, existing);
  for (const { code, name, resource, action } of missing)
    await api.post('/api/permissions', { body: { code, name, resource, action } });
  return missing.length;
}

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
