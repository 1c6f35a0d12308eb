import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import { dateOrNull } from '../../validation/checks.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Instant, LaterThan, Nullable, Uuid } from '../../validation/fields.ts';

/** A role in a request that replaces all roles of a user, with the period in which the user has it. */
export class GrantItem {
  @Uuid() @Describe('The id of the role.') roleId!: RoleId;

  @Nullable()
  @Instant()
  @Describe('From when on the user has the role. Null or missing: from now on.')
  validFrom?: string | null;

  @Nullable()
  @Instant()
  @LaterThan('validFrom')
  @Describe('Until when the user has the role. Null or missing: without end.')
  validUntil?: string | null;
}

export const grantOf = ({ roleId, validFrom, validUntil }: GrantItem): RoleGrant => ({
  roleId,
  validFrom: dateOrNull(validFrom),
  validUntil: dateOrNull(validUntil),
});
