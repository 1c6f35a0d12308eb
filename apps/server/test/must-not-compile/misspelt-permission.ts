import { requireAccess, type Grants } from '@portcullis/domain';

export function requireMenus(grants: Grants): void {
  requireAccess({ allPermissions: ['menu.read'] }, grants);
  // @ts-expect-error There is no permission with this code.
  requireAccess({ allPermissions: ['menu.raed'] }, grants);
}
