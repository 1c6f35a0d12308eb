import type * as setUserRoles from '@portcullis/application/internal/roles/set-user-roles';
import type * as userCredentials from '@portcullis/application/internal/users/user-credentials';
import type * as userMails from '@portcullis/application/internal/users/user-mails';
import type * as users from '@portcullis/application/internal/users/users';
import type { CallerViews } from '@portcullis/application/internal/ports/access';
import { userSortFields, type UserSortField, type UserViews } from '@portcullis/application/internal/ports/users';
import {
  attributesOfFilter,
  readableAttributes,
  type AttributeChange,
  type AttributeFilter,
} from '@portcullis/domain/internal/attribute-values';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/errors';
import type { RoleId } from '@portcullis/domain/internal/ids';
import { mailLanguages, type MailLanguage } from '@portcullis/domain/internal/mail-link';
import { accountRuleErrors } from '@portcullis/domain/internal/new-account';
import type { PasswordPolicy } from '@portcullis/domain/internal/password';
import { roleLimits } from '@portcullis/domain/internal/role';
import type { Status } from '@portcullis/domain/internal/status';
import {
  userDetailsReaders,
  userKinds,
  userLimits,
  type Gender,
  type UserDetailsMode,
  type UserKind,
} from '@portcullis/domain/internal/user';
import { ValidateIf } from 'class-validator';
import { hasSession, type Caller } from '../checks/authenticator.ts';
import { administrators, rolesOfUserChange } from './access.ts';
import { Describe, DescribeAsChange } from '../validation/descriptions.ts';
import { Like, requestOf } from '../validation/request.ts';
import { AbsentWith, Flag, Ids, OneOf, Optional, Text, Timestamp } from '../validation/fields.ts';
import {
  AttributeValues,
  DottedParameters,
  IsStatus,
  MailLanguageName,
  NewPassword,
} from '../validation/service-fields.ts';
import { contains, dateOf, ListParameters, only, searchLimits, sorts } from './list-query.ts';
import type { Limit } from '../checks/rate-limit.ts';
import { WithVersion } from '../responses/response-data.ts';
import { declareOperation } from './endpoint.ts';
import { route, type Route } from './route.ts';
import type { UseCases } from './use-cases.ts';
import { withDescription, listOf, nothing, object, pageOf, text, uuid } from '../validation/schema.ts';
import { userFields, userSchema, userWithGrantsSchema, visibleUserSchema } from './schemas/users.ts';

const getUser = declareOperation('getUser');

class UserPath extends requestOf(userFields, 'id') {}

const newRoles = 'The ids of all roles that the user will have. An empty list removes all roles.';

class SetUserRolesBody {
  @Ids() @Describe(newRoles) roleIds!: RoleId[];
}

class UserListParameters extends ListParameters {
  @Optional() @OneOf(userKinds) @Describe('Only persons, or only service accounts.') kind?: UserKind;
  @Optional() @IsStatus() @Describe('Only users with this status. 1: enabled, 0: disabled.') status?: Status;
  @Optional() @Text(roleLimits.code) @Describe('Only users who have the role with this code.') roleCode?: string;
  @Optional() @Text(userLimits.genderText) @Describe(only('gender')) gender?: string;
  @Optional() @Text(searchLimits) @Describe(contains('user name')) username?: string;
  @Optional() @Text(searchLimits) @Describe(contains('e-mail address')) email?: string;
  @Optional() @Text(searchLimits) @Describe(contains('nickname')) nickName?: string;
  @Optional() @Text(searchLimits) @Describe(contains('phone number')) phone?: string;
  @Optional()
  @DottedParameters()
  @Describe(
    'Parameters such as `attributes.department=Sales`: only users whose attribute has this value, or, for an attribute with several texts, contains it. Each attribute can be sent once.',
  )
  attributes?: AttributeFilter;
  @Optional()
  @Flag()
  @Describe('Only users with an open invitation (true), or only users without one (false).')
  invited?: boolean;
  @Optional()
  @Flag()
  @Describe('Only users with a second factor (true), or only users without one (false). Only for administrators.')
  hasFactor?: boolean;
  @Optional()
  @Timestamp()
  @Describe('Only users who last logged in at this time or later. Only for administrators.')
  lastLoginFrom?: string;
  @Optional()
  @Timestamp()
  @Describe('Only users who last logged in at this time or earlier, or never. Only for administrators.')
  lastLoginTo?: string;
  @Optional()
  @Flag()
  @Describe(
    'Whether each user is returned with `lastLoginAt` and `hasFactor`. Only for administrators. Default: false.',
  )
  withLogIns?: boolean;
  @Optional() @OneOf(userSortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: UserSortField;
}

/** The fields of an account that its owner may change. */
export class ProfileBody extends requestOf(userFields, 'email?', 'nickName?', 'phone?', 'gender?') {
  @Optional()
  @AttributeValues()
  @Describe('New values of attributes by name. Null removes a value. Attributes that are not sent do not change.')
  attributes?: AttributeChange;
}

@DescribeAsChange()
class UpdateUserBody extends ProfileBody {
  @Optional() @Like(userFields) username?: string;
  @Optional() @Like(userFields) status?: Status;
  @Optional() @Ids() @Describe(newRoles) roleIds?: RoleId[];
}

class CreateUserBody {
  @Optional() @Like(userFields) kind?: UserKind;
  @Like(userFields) username!: string;
  @Like(userFields) email!: string;
  @ValidateIf(
    ({ invite, kind }: CreateUserBody, value) => value !== undefined || (invite !== true && kind !== 'SERVICE'),
  )
  @NewPassword()
  @AbsentWith('invite')
  @AbsentWith('kind', 'SERVICE')
  password?: string;

  @Optional()
  @Flag()
  @AbsentWith('kind', 'SERVICE')
  @Describe(
    'Whether to send the user a link for choosing a password. If true, `password` must be missing. Default: false.',
  )
  invite?: boolean;

  @Optional() @MailLanguageName() language?: MailLanguage;
  @Like(userFields) nickName?: string | null;
  @Like(userFields) phone?: string | null;
  @Like(userFields) gender?: Gender | null;
  @Optional() @AttributeValues() @Describe('Values of attributes by name.') attributes?: AttributeChange;
  @Optional() @Like(userFields) status?: Status;
  @Optional() @Ids() @Describe(newRoles) roleIds?: RoleId[];
}

class SetPasswordBody {
  @NewPassword() password!: string;
}

/** Whether the caller has the role ADMIN. API keys have no roles. */
async function isAdministrator(caller: Caller, { users }: Pick<CallerViews, 'users'>): Promise<boolean> {
  const identity = hasSession(caller) ? await users.identity(caller.id, caller.sessionId) : undefined;
  return identity?.roles.some((code) => administrators.includes(code)) === true;
}

type UserRouteDependencies = UseCases<
  typeof users & typeof userMails & typeof setUserRoles & typeof userCredentials,
  | 'createUser'
  | 'createServiceAccount'
  | 'inviteUser'
  | 'deleteUser'
  | 'updateUser'
  | 'setUserRoles'
  | 'setUserPassword'
> & {
  readonly users: UserViews;
  readonly policy: PasswordPolicy;
  readonly userDetails: UserDetailsMode;
  readonly setUserRolesLimit: Limit;
};

/** The user routes (docs/interface.md §4.4). */
export const userRoutes = ({
  createUser,
  createServiceAccount,
  inviteUser,
  updateUser,
  deleteUser,
  setUserRoles,
  setUserPassword,
  users,
  policy,
  userDetails,
  setUserRolesLimit,
}: UserRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/users',
    operation: 'listUsers',
    summary: 'List users',
    description:
      '`search` looks for the text in `username`, `email`, `nickName` and `phone`. The parameters `username`, `email`, `nickName` and `phone` each look only in the field with the same name. Items must match all filters. Other callers than administrators get 403 if they send a parameter that is only for administrators.',
    access: 'authorized',
    allPermissions: ['user.read'],
    query: UserListParameters,
    data: pageOf(userSchema),
    refuses: ['attributes-unacceptable', 'role-required'],
    read: async ({ query: { attributes: filter, lastLoginFrom, lastLoginTo, ...filters }, caller }, views) => {
      const asked = [lastLoginFrom, lastLoginTo, filters.hasFactor, filters.withLogIns];
      if (asked.some((parameter) => parameter !== undefined) && !(await isAdministrator(caller, views)))
        throw new BusinessError('role-required', 'Only administrators may see how users log in.');
      const query = {
        ...filters,
        ...(lastLoginFrom !== undefined && { lastLoginFrom: dateOf(lastLoginFrom) }),
        ...(lastLoginTo !== undefined && { lastLoginTo: dateOf(lastLoginTo) }),
      };
      if (filter === undefined) return views.users.list(query);
      const { attributes: declarations } = await views.userAttributes.find();
      return views.users.list({ ...query, attributes: attributesOfFilter(declarations, filter) });
    },
  }),
  route({
    method: 'POST',
    path: '/users',
    operation: 'createUser',
    idempotencyKey: { reread: getUser },
    summary: 'Create a user',
    description:
      'If `roleIds` is sent, the roles are set and audited in the same transaction. If `invite` is true, the user gets a mail with a link for choosing a password, in the `language` of the request; without a mail server, `POST /api/users/:id/invitation` returns a link. The link works once, for 7 days. Nobody can log in to the account before the password is chosen. The body contains either `invite` or `password`. With the kind SERVICE, it contains neither: a service account has no password and gets no mail with a link, and programs use it with API keys. One response reports all invalid values.',
    access: 'authorized',
    stepUp: true,
    anyRole: administrators,
    status: 201,
    waitsFor: 'password',
    body: CreateUserBody,
    ruleErrors: (body) => accountRuleErrors(policy, body),
    isVersioned: true,
    data: userWithGrantsSchema,
    refuses: [
      'username-unacceptable',
      'email-unacceptable',
      'password-unacceptable',
      'email-taken',
      'username-taken',
      'unknown-roles',
      'attributes-unacceptable',
      'too-many-requests',
      // A repeated request finds no user if the user was removed after the first request.
      'user-not-found',
    ],
    handle: async ({
      body: { kind = 'PERSON', password, invite = false, language = mailLanguages[0], roleIds, ...account },
      caller,
    }) => {
      const id =
        kind === 'SERVICE'
          ? await createServiceAccount({ actor: caller, account, roleIds })
          : invite || password === undefined
            ? await inviteUser({ actor: caller, account, roleIds, language })
            : await createUser({ actor: caller, account, password, roleIds });
      return orNotFound(await users.find(id), 'user-not-found');
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id',
    operation: getUser,
    summary: 'Read a user',
    description:
      'An installation with `USER_DETAILS=own` shows the details of a user only to this user, to administrators, and to callers with the permission `user.read`. For other callers, `email`, `phone`, `gender` and `roleGrants` are null, and `roles` contains only enabled roles. In every installation, administrators and callers with the permission `user.read` see all `attributes`, users see those of their own that are declared as readable by them, and others see none.',
    access: 'authenticated',
    privileged: userDetailsReaders,
    params: UserPath,
    isVersioned: true,
    data: visibleUserSchema,
    refuses: ['user-not-found'],
    read: async ({ params: { id }, caller, isPrivileged }, { users: current, userAttributes }) => {
      const seesDetails = userDetails === 'all' || id === caller.id || (await isPrivileged());
      const found = await (seesDetails ? current.find(id) : current.findWithoutDetails(id));
      const user = orNotFound(found, 'user-not-found');
      // Most users have no attributes. What the caller may see is then not asked.
      if (Object.keys(user.attributes).length === 0 || (await isPrivileged())) return user;
      if (id !== caller.id) return { ...user, attributes: {} };
      return {
        ...user,
        attributes: readableAttributes(user.attributes, (await userAttributes.find()).attributes),
      };
    },
  }),
  route({
    method: 'PATCH',
    path: '/users/:id',
    operation: 'updateUser',
    summary: 'Change a user',
    description:
      'If `roleIds` is sent, even as an empty list, the roles are replaced and an audit record is written. Otherwise, the roles do not change. If any part of the request is rejected, nothing changes.',
    access: 'authorized',
    stepUp: true,
    anyRole: administrators,
    params: UserPath,
    body: UpdateUserBody,
    isVersioned: true,
    isConditional: true,
    data: userWithGrantsSchema,
    refuses: [
      'user-not-found',
      'username-unacceptable',
      'email-unacceptable',
      'email-taken',
      'username-taken',
      'unknown-roles',
      'attributes-unacceptable',
      'last-administrator',
    ],
    handle: async ({ params: { id }, body: { roleIds, ...change }, caller, ifMatch }) => {
      await updateUser({ actor: caller, ifMatch, userId: id, change, roleIds });
      return orNotFound(await users.find(id), 'user-not-found');
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id',
    operation: 'deleteUser',
    summary: 'Delete a user',
    access: 'authorized',
    stepUp: true,
    anyRole: administrators,
    params: UserPath,
    isConditional: true,
    data: nothing,
    refuses: ['self-deletion', 'user-not-found', 'last-administrator'],
    handle: ({ params: { id }, caller, ifMatch }) => deleteUser({ actor: caller, ifMatch, userId: id }),
  }),
  route({
    method: 'PUT',
    path: '/users/:id/roles',
    operation: 'setUserRoles',
    summary: 'Replace the roles of a user',
    description:
      'The list replaces the roles of the user; an empty list removes all roles. An audit record with the roles before and after the change is written.',
    access: 'authorized',
    ...rolesOfUserChange,
    limit: setUserRolesLimit,
    params: UserPath,
    body: SetUserRolesBody,
    data: object({
      userId: withDescription(uuid(), 'The id of the user.'),
      roleIds: withDescription(listOf(uuid()), 'The ids of the roles of the user after the change.'),
      message: withDescription(text, 'A sentence to show to users.'),
    }),
    refuses: ['unknown-user', 'unknown-roles', 'last-administrator'],
    handle: async ({ params: { id }, body, caller, ifMatch }) => {
      const { after: roleIds, version } = await setUserRoles({
        actor: caller,
        ifMatch,
        userId: id,
        roleIds: body.roleIds,
      });
      const message = 'The roles of the user were replaced.';
      return new WithVersion({ userId: id, roleIds, message }, version);
    },
  }),
  route({
    method: 'PUT',
    path: '/users/:id/password',
    operation: 'setUserPassword',
    summary: 'Set the password of a user',
    description:
      "Ends every session of the user, and clears all counts of the user's failed logins. A service account has no password.",
    access: 'authorized',
    stepUp: true,
    anyRole: administrators,
    waitsFor: 'password',
    params: UserPath,
    body: SetPasswordBody,
    isConditional: true,
    data: nothing,
    refuses: ['password-unacceptable', 'user-not-found', 'service-account', 'too-many-requests'],
    handle: ({ params: { id }, body: { password }, caller, ifMatch }) =>
      setUserPassword({ actor: caller, ifMatch, userId: id, password }),
  }),
];
