import type { PermissionId } from './ids.ts';
import type { Status } from './status.ts';

/** A permission. While its status is 0, no user holds it. */
export interface Permission {
  readonly id: PermissionId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly resource: string;
  readonly action: string;
  readonly isSystem: boolean;
  readonly status: Status;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields of a permission that an administrator can set, even if the permission is built in. */
export type EditablePermission = Omit<Permission, 'id' | 'isSystem' | 'version' | 'createdAt' | 'updatedAt'>;

export const permissionLimits = {
  code: { min: 1, max: 128 },
  name: { min: 1, max: 128 },
  description: { min: 0, max: 1000 },
  resource: { min: 1, max: 64 },
  action: { min: 1, max: 64 },
} as const;
