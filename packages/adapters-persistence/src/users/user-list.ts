import type { FilteredQuery, ListQuery } from '@portcullis/application/internal/ports/lists';
import type {
  ListedUser,
  UserListQuery,
  UserSortField,
  UserView,
  UserViews,
} from '@portcullis/application/internal/ports/users';
import type { ListAttribute } from '@portcullis/domain/internal/conditions/list-attributes';
import type { ConditionColumn } from '../conditions/compile-condition.ts';
import { effectiveWithFactor } from '../access/effective-access.ts';
import type { Reader } from '../postgres/reader.ts';
import { columnsOf } from '../sql/columns.ts';
import type { ListSource } from '../sql/list-statements.ts';
import { listOf, timeSort } from '../sql/lists.ts';
import { hasFactor, rolesOfUser, users, viewFields } from './user-columns.ts';

type UserFilter = Exclude<keyof UserListQuery, keyof ListQuery<string> | keyof FilteredQuery | 'withLogIns'>;

const columns = `${columnsOf(users, 't', viewFields)}, ${rolesOfUser()}`;

/** Where the user `t` has the attributes that filters compare. */
export const userColumns: Readonly<Record<ListAttribute<'user'>, ConditionColumn>> = {
  id: { kind: 'id', sql: 't.id' },
  kind: { kind: 'string', sql: 't.kind' },
  username: { kind: 'string', sql: 't.username' },
  email: { kind: 'string', sql: 't.email' },
  emailVerified: { kind: 'boolean', sql: 't.email_verified' },
  nickName: { kind: 'string', sql: 't.nick_name' },
  phone: { kind: 'string', sql: 't.phone' },
  status: { kind: 'number', sql: 't.status' },
  invitedUntil: { kind: 'time', sql: 't.invited_until' },
  createdAt: { kind: 'time', sql: 't.created_at' },
  updatedAt: { kind: 'time', sql: 't.updated_at' },
};

const listed: ListSource<UserSortField, UserFilter> = {
  table: 'users',
  columns,
  rowBytes: 600_000,
  sort: {
    ...timeSort,
    username: 't.username_key COLLATE "und-x-icu"',
    email: 't.email_key COLLATE "C"',
    nickName: 't.nick_name COLLATE "und-x-icu"',
    status: 't.status',
  },
  filters: {
    status: 't.status = ?',
    kind: 't.kind = ?',
    roleCode: `EXISTS (SELECT FROM user_roles ur
      WHERE ur.user_id = t.id AND ur.role_id = (SELECT r.id FROM roles r WHERE r.code = ?) AND ${effectiveWithFactor.grant})`,
    gender: `t.gender #>> '{}' = ?`,
    username: { containedIn: 't.username' },
    email: { containedIn: 't.email' },
    nickName: { containedIn: 't.nick_name' },
    phone: { containedIn: 't.phone' },
    attributes: 't.attributes @> ?::jsonb',
    invited: '(t.invited_until IS NOT NULL) = ?',
    hasFactor: `${hasFactor} = ?`,
    lastLoginFrom: 't.id IN (SELECT l.user_id FROM last_logins l WHERE l.at >= ?)',
    lastLoginTo: 'NOT EXISTS (SELECT FROM last_logins l WHERE l.user_id = t.id AND l.at > ?)',
  },
  attributes: () => userColumns,
  storedTotals: { by: 'status' },
  defaultSort: { by: 'createdAt', order: 'asc' },
};

const list = listOf<UserView, UserSortField, UserFilter>(listed);
const listWithLogIns = listOf<ListedUser, UserSortField, UserFilter>({
  ...listed,
  columns: `${columns}, (SELECT l.at FROM last_logins l WHERE l.user_id = t.id) AS "lastLoginAt", ${hasFactor} AS "hasFactor"`,
});

export const listUsers =
  (reader: Reader): UserViews['list'] =>
  ({ attributes, withLogIns = false, ...query }) =>
    (withLogIns ? listWithLogIns : list)(reader, {
      ...query,
      ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
    });
