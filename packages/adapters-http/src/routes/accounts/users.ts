import type { CallerViews } from '@portcullis/application/internal/ports/access';
import { attributesOfFilter, readableAttributes } from '@portcullis/domain/internal/conditions/attribute-values';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import { mailLanguages } from '@portcullis/domain/internal/accounts/mail-link';
import { accountRuleErrors } from '@portcullis/domain/internal/accounts/new-account';
import type { PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import { userDetailsReaders, type UserDetailsMode } from '@portcullis/domain/internal/accounts/user';
import { hasSession, type Caller } from '../../checks/callers.ts';
import { dateOf } from '../../validation/checks.ts';
import { nothing, pageOf } from '../../validation/schema.ts';
import { administrators, administratorsChange } from '../access/access.ts';
import { declareOperation } from '../endpoint.ts';
import { entriesOf, holds, shapedItems } from '../expand.ts';
import { route, type Route } from '../route.ts';
import { userSchema, userWithGrantsSchema, visibleUserSchema } from '../schemas/users.ts';
import type { UseCases } from '../use-cases.ts';
import { CreateUserBody, SetPasswordBody, UpdateUserBody, UserListParameters, UserPath } from './user-requests.ts';

const getUser = declareOperation('getUser');

/** Whether the caller has the role ADMIN. API keys have no roles. */
async function isAdministrator(caller: Caller, { users }: Pick<CallerViews, 'users'>): Promise<boolean> {
  const identity = hasSession(caller) ? await users.identity(caller.id, caller.sessionId) : undefined;
  return identity?.roles.some((code) => administrators.includes(code)) === true;
}

type UserRouteDependencies = UseCases<
  'createUser' | 'createServiceAccount' | 'inviteUser' | 'deleteUser' | 'updateUser' | 'setUserPassword'
> & {
  readonly policy: PasswordPolicy;
  readonly userDetails: UserDetailsMode;
};

/** The user routes (docs/interface.md §4.4). */
export const userRoutes = (deps: UserRouteDependencies): readonly Route[] => [
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
    read: async ({ query: { fields, expand, attributes, lastLoginFrom, lastLoginTo, ...filters }, caller }, views) => {
      const asked = [lastLoginFrom, lastLoginTo, filters.hasFactor, filters.withLogIns];
      if (asked.some((parameter) => parameter !== undefined) && !(await isAdministrator(caller, views)))
        throw new BusinessError('role-required', 'Only administrators may see how users log in.');
      const query = {
        ...filters,
        ...(lastLoginFrom !== undefined && { lastLoginFrom: dateOf(lastLoginFrom) }),
        ...(lastLoginTo !== undefined && { lastLoginTo: dateOf(lastLoginTo) }),
      };
      const wanted = attributes && attributesOfFilter((await views.userAttributes.find()).attributes, attributes);
      const page = await views.users.list({ ...query, ...(wanted && { attributes: wanted }) });
      const items = await shapedItems(page.items, { expand, fields }, () => ({
        roles: {
          idsOf: ({ roles }) => roles.map(({ id }) => id),
          read: async (ids) => ((await holds({ caller, views }, 'role.read')) ? entriesOf(views.roles, ids) : []),
        },
      }));
      return { ...page, items };
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
    ...administratorsChange,
    status: 201,
    waitsFor: 'password',
    body: CreateUserBody,
    ruleErrors: (body) => accountRuleErrors(deps.policy, body),
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
      // A repeated request finds no user if the user was removed after the first request.
      'user-not-found',
    ],
    handle: async ({
      body: { kind = 'PERSON', password, invite = false, language = mailLanguages[0], roleIds, ...account },
      caller,
    }) => {
      if (kind === 'SERVICE') return deps.createServiceAccount({ actor: caller, account, roleIds });
      return invite || password === undefined
        ? deps.inviteUser({ actor: caller, account, roleIds, language })
        : deps.createUser({ actor: caller, account, password, roleIds });
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
      const seesDetails = deps.userDetails === 'all' || id === caller.id || (await isPrivileged());
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
    ...administratorsChange,
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
      return deps.updateUser({ actor: caller, ifMatch, userId: id, change, roleIds });
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id',
    operation: 'deleteUser',
    summary: 'Delete a user',
    access: 'authorized',
    ...administratorsChange,
    params: UserPath,
    isConditional: true,
    data: nothing,
    refuses: ['self-deletion', 'user-not-found', 'last-administrator'],
    handle: ({ params: { id }, caller, ifMatch }) => deps.deleteUser({ actor: caller, ifMatch, userId: id }),
  }),
  route({
    method: 'PUT',
    path: '/users/:id/password',
    operation: 'setUserPassword',
    summary: 'Set the password of a user',
    description:
      "Ends every session of the user, and clears all counts of the user's failed logins. A service account has no password.",
    access: 'authorized',
    ...administratorsChange,
    waitsFor: 'password',
    params: UserPath,
    body: SetPasswordBody,
    isConditional: true,
    data: nothing,
    refuses: ['password-unacceptable', 'user-not-found', 'service-account'],
    handle: ({ params: { id }, body: { password }, caller, ifMatch }) =>
      deps.setUserPassword({ actor: caller, ifMatch, userId: id, password }),
  }),
];
