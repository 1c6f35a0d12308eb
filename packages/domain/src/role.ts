import { BusinessError } from './errors.ts';
import type { RoleId } from './ids.ts';
import type { Status } from './status.ts';

/** A role (specification, section 2.3). Status 0: it passes no check and brings no permission and no menu. */
export interface Role {
  readonly id: RoleId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly isSystem: boolean;
  readonly status: Status;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an administrator writes of a role. */
export type RoleDraft = Pick<Role, 'code' | 'name' | 'description' | 'status'>;

/** Refuses: system-role. Of a built-in role only permissions and menus change. */
export function refuseSystemRole({ isSystem }: Role): void {
  if (isSystem) throw new BusinessError('system-role', 'A system role cannot be changed or deleted.');
}

export const roleLimits = {
  code: {
    min: 2,
    max: 64,
    pattern: /^[A-Z][A-Z0-9_]+$/,
    hint: 'a capital letter, then capital letters, digits and underscores',
  },
  name: { min: 1, max: 64 },
  description: { min: 0, max: 1000 },
} as const;
