import type { PermissionViews } from '@portcullis/application/internal/ports/permissions';
import { contentPermissions } from '@portcullis/domain/internal/built-in';
import type { Logger } from 'pino';

/**
 * Logs one warning if the installation had permissions with the codes of contents before the service introduced these
 * codes. Their holders may not call the operations of contents until an administrator has adopted the permissions.
 */
export async function logUnadopted(permissions: Pick<PermissionViews, 'all'>, log: Logger): Promise<void> {
  const known = new Set<string>(contentPermissions.map(({ code }) => code));
  const waiting = (await permissions.all()).filter(({ code, isAdopted }) => !isAdopted && known.has(code));
  const codes = waiting.map(({ code }) => code);
  if (codes.length === 0) return;
  log.warn(
    { codes },
    `The permissions ${codes.join(', ')} existed before this release, and allow no operations of contents yet. To allow them for the holders, adopt each permission in the console, or with POST /api/permissions/:id/adopt.`,
  );
}
