import type { User } from '@portcullis/domain/internal/accounts/user';
import { EntitySchema } from 'typeorm';
import { effectiveWithFactor } from '../access/effective-access.ts';
import * as column from '../sql/columns.ts';

/**
 * Names and addresses are compared by their keys, which are unique: `usernameKey` and `emailKey` of the domain.
 */
interface UserRow extends User {
  readonly emailKey: string;
  readonly usernameKey: string;
  readonly passwordHash: string | null;
}

export const users = new EntitySchema<UserRow>({
  name: 'users',
  columns: {
    id: column.id,
    kind: column.text,
    email: column.text,
    emailKey: column.hiddenText,
    emailVerified: column.flag,
    invitedUntil: column.optionalTimestamp,
    username: column.text,
    usernameKey: column.hiddenText,
    passwordHash: column.optionalHiddenText,
    nickName: column.optionalText,
    phone: column.optionalText,
    gender: column.optionalJson,
    attributes: column.json,
    status: column.choice,
    version: column.version,
    ...column.timestamps,
  },
});

/** The fields that are shown even to callers who do not see the details of a user. */
export const publicFields = [
  'id',
  'kind',
  'emailVerified',
  'invitedUntil',
  'username',
  'nickName',
  'status',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export const viewFields = [...publicFields, 'email', 'phone', 'gender', 'attributes'] as const;

/** An SQL expression for the JSON list of the roles `r`, in the order of their codes. */
export const roleList = `json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name) ORDER BY r.code COLLATE "C")`;

/** Returns a select expression for the roles in force of the user `t` that meet an SQL condition on the role `r`. */
export const rolesOfUser = (condition = 'true'): string => `coalesce((SELECT ${roleList}
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id AND ${condition}
  WHERE ur.user_id = t.id AND ${effectiveWithFactor.grant}), '[]') AS roles`;

/** An SQL expression: whether the user `t` has a second factor. */
export const hasFactor = 'EXISTS (SELECT FROM factors f WHERE f.user_id = t.id AND f.confirmed_at IS NOT NULL)';
