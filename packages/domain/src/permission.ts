import type { PermissionId } from './ids.ts';
import type { Status } from './status.ts';

/** A permission. While its status is 0, no user has it. */
export interface Permission {
  readonly id: PermissionId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly resource: string;
  readonly action: string;
  readonly isSystem: boolean;
  readonly status: Status;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an administrator writes of a permission; system permissions change as any other (section 4.2, rule 2). */
export type PermissionDraft = Omit<Permission, 'id' | 'isSystem' | 'createdAt' | 'updatedAt'>;

export const permissionLimits = {
  code: { min: 1, max: 128 },
  name: { min: 1, max: 128 },
  description: { min: 0, max: 1000 },
  resource: { min: 1, max: 64 },
  action: { min: 1, max: 64 },
} as const;
