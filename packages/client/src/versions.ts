import type { components } from './openapi.ts';
import { PortcullisError } from './portcullis-error.ts';

/**
 * Returns the header `If-Match`. With it, the service makes the change only if the resource still has this version.
 * @example
 * const portcullis = createClient();
 * const path = { id: '01890a5d-ac96-774b-bcce-b302099a8057' };
 * const { version } = await portcullis.get('/api/tags/{id}', { params: { path } });
 * const params = { path, header: ifVersion(version) };
 * await portcullis.patch('/api/tags/{id}', { params, body: { name: 'Rust' } });
 */
export const ifVersion = (version: number) => ({ 'If-Match': `"${version}"` });

/**
 * If the service refused a change because of `ifVersion`, returns the present version of the resource, and who has changed
 * which fields. Returns undefined for other errors, and if the response contains no details.
 * @example
 * const portcullis = createClient();
 * const params = { path: { id: '01890a5d-ac96-774b-bcce-b302099a8057' }, header: ifVersion(3) };
 * await portcullis.patch('/api/tags/{id}', { params, body: { name: 'Rust' } }).catch((error: unknown) => {
 *   const conflict = versionConflictOf(error);
 *   if (conflict === undefined) throw error;
 *   alert(`The tag has version ${conflict.current}. Somebody has changed ${conflict.changedFields}.`);
 * });
 */
export function versionConflictOf(error: unknown): components['schemas']['VersionConflict'] | undefined {
  if (!(error instanceof PortcullisError) || error.reason !== 'version-changed') return undefined;
  const { errors } = error;
  return errors !== null && 'current' in errors ? errors : undefined;
}
