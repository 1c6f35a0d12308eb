import {
  userSortFields,
  type CreateUser,
  type DeleteUser,
  type SetUserPassword,
  type SetUserRoles,
  type UpdateUser,
  type UserSortField,
  type UserViews,
} from '@portcullis/application';
import {
  present,
  roleLimits,
  userLimits,
  type Gender,
  type RoleId,
  type Status,
  type UserId,
} from '@portcullis/domain';
import { administrators } from './access.ts';
import { Email, Ids, IsGender, LongText, Nullable, OneOf, Optional, IsStatus, Text, Uuid } from './fields.ts';
import { ListParameters } from './list-query.ts';
import type { Limit } from './rate-limit.ts';
import { route, type Route } from './route.ts';

class UserPath {
  @Uuid() id!: UserId;
}

class SetUserRolesBody {
  @Ids() roleIds!: RoleId[];
}

class UserListParameters extends ListParameters {
  @Optional() @IsStatus() status?: Status;
  @Optional() @Text(roleLimits.code) roleCode?: string;
  @Optional() @Text(userLimits.genderText) gender?: string;
  @Optional() @OneOf(userSortFields) sortBy?: UserSortField;
}

/** What people say of themselves. */
export class ProfileBody {
  @Optional() @Email() email?: string;
  @Nullable() @Text(userLimits.nickName) nickName?: string | null;
  @Nullable() @Text(userLimits.phone) phone?: string | null;
  @Nullable() @IsGender() gender?: Gender | null;
}

class UpdateUserBody extends ProfileBody {
  @Optional() @Text(userLimits.username) username?: string;
  @Optional() @IsStatus() status?: Status;
  @Optional() @Ids() roleIds?: RoleId[];
}

class CreateUserBody {
  @Text(userLimits.username) username!: string;
  @Email() email!: string;
  @LongText() password!: string;
  @Nullable() @Text(userLimits.nickName) nickName?: string | null;
  @Nullable() @Text(userLimits.phone) phone?: string | null;
  @Nullable() @IsGender() gender?: Gender | null;
  @Optional() @IsStatus() status?: Status;
  @Optional() @Ids() roleIds?: RoleId[];
}

class SetPasswordBody {
  @LongText() password!: string;
}

export interface UserRoutes {
  readonly createUser: CreateUser;
  readonly deleteUser: DeleteUser;
  readonly updateUser: UpdateUser;
  readonly setUserRoles: SetUserRoles;
  readonly setUserPassword: SetUserPassword;
  readonly users: UserViews;
  readonly setUserRolesLimit: Limit;
}

/** Specification, section 4.4. */
export const userRoutes = ({
  createUser,
  updateUser,
  deleteUser,
  setUserRoles,
  setUserPassword,
  users,
  setUserRolesLimit,
}: UserRoutes): readonly Route[] => [
  route({
    method: 'GET',
    path: '/users',
    who: 'holder',
    allPermissions: ['user.read'],
    query: UserListParameters,
    handle: ({ query }) => users.list(query),
  }),
  route({
    method: 'POST',
    path: '/users',
    who: 'holder',
    anyRole: administrators,
    status: 201,
    body: CreateUserBody,
    handle: async ({ body: { password, roleIds, ...account }, caller }) => {
      const id = await createUser.execute({ actor: caller, account, password, roleIds });
      return present(await users.find(id), 'user-not-found');
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id',
    who: 'logged-in',
    params: UserPath,
    handle: async ({ params: { id } }) => present(await users.find(id), 'user-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/users/:id',
    who: 'holder',
    anyRole: administrators,
    params: UserPath,
    body: UpdateUserBody,
    handle: async ({ params: { id }, body: { roleIds, ...change }, caller }) => {
      await updateUser.execute({ actor: caller, userId: id, change, roleIds });
      return present(await users.find(id), 'user-not-found');
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id',
    who: 'holder',
    anyRole: administrators,
    params: UserPath,
    handle: ({ params: { id }, caller }) => deleteUser.execute({ actor: caller, userId: id }),
  }),
  route({
    method: 'PUT',
    path: '/users/:id/roles',
    who: 'holder',
    anyRole: administrators,
    allPermissions: ['user.update'],
    limit: setUserRolesLimit,
    params: UserPath,
    body: SetUserRolesBody,
    handle: async ({ params: { id }, body, caller }) => {
      const roleIds = await setUserRoles.execute({ actor: caller, userId: id, roleIds: body.roleIds });
      return { userId: id, roleIds, message: 'The roles of the user were replaced.' };
    },
  }),
  route({
    method: 'PUT',
    path: '/users/:id/password',
    who: 'holder',
    anyRole: administrators,
    params: UserPath,
    body: SetPasswordBody,
    handle: ({ params: { id }, body: { password } }) => setUserPassword.execute({ userId: id, password }),
  }),
];
