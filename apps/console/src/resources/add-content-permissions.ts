import { missingContentPermissions } from '@portcullis/domain/internal/access/missing-built-in';
import { api } from '../session/session.ts';
import { loadPermissions } from './permissions.ts';

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
