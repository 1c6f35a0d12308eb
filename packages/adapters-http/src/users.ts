import type { SetUserRoles, UpdateUser, UserViews } from '@portcullis/application';
import { present, statuses, userLimits, type Gender, type RoleId, type Status, type UserId } from '@portcullis/domain';
import { ValidateBy } from 'class-validator';
import { administrators } from './access.ts';
import { Email, Ids, Nullable, OneOf, Optional, Text, Uuid } from './fields.ts';
import type { Limit } from './rate-limit.ts';
import { route, type Route } from './route.ts';

class UserPath {
  @Uuid() id!: UserId;
}

class SetUserRolesBody {
  @Ids() roleIds!: RoleId[];
}

const { genderText, genderNumber } = userLimits;

/** Clients of this family send texts or numbers; each is answered as it was sent. */
const IsGender = (): PropertyDecorator =>
  ValidateBy({
    name: 'isGender',
    validator: {
      validate: (value) =>
        typeof value === 'string'
          ? [...value].length <= genderText.max && value.isWellFormed() && !value.includes('\0')
          : Number.isInteger(value) && value >= genderNumber.min && value <= genderNumber.max,
      defaultMessage: () =>
        `gender must be a text of at most ${genderText.max} characters or an integer from ${genderNumber.min} to ${genderNumber.max}`,
    },
  });

class UpdateUserBody {
  @Optional() @Text(userLimits.username) username?: string;
  @Optional() @Email() email?: string;
  @Nullable() @Text(userLimits.nickName) nickName?: string | null;
  @Nullable() @Text(userLimits.phone) phone?: string | null;
  @Nullable() @IsGender() gender?: Gender | null;
  @Optional() @OneOf(statuses) status?: Status;
  @Optional() @Ids() roleIds?: RoleId[];
}

export interface UserRoutes {
  readonly updateUser: UpdateUser;
  readonly setUserRoles: SetUserRoles;
  readonly users: UserViews;
  readonly setUserRolesLimit: Limit;
}

/** Specification, section 4.4. */
export const userRoutes = ({ updateUser, setUserRoles, users, setUserRolesLimit }: UserRoutes): readonly Route[] => [
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
];
