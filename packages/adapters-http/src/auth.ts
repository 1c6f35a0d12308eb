import type { LogIn, Register, UpdateUser, UserViews } from '@portcullis/application';
import { present, userLimits, type RoleWish } from '@portcullis/domain';
import { Allow, ValidateIf } from 'class-validator';
import { Email, LongText, Text } from './fields.ts';
import type { Limit } from './rate-limit.ts';
import { route, type Route } from './route.ts';
import { ProfileBody } from './users.ts';

class RegisterBody implements RoleWish {
  @Email() email!: string;
  @Text(userLimits.username) username!: string;
  @LongText() password!: string;
  @Allow() role?: unknown;
  @Allow() roles?: unknown;
  @Allow() roleCodes?: unknown;
  @Allow() roleIds?: unknown;
  @Allow() isAdmin?: unknown;
}

/** Either field may hold a user name or an e-mail address. */
class LogInBody {
  @ValidateIf(({ email }: LogInBody, value) => value !== undefined || email === undefined)
  @Text(userLimits.email)
  username?: string;

  @ValidateIf((_body, value) => value !== undefined) @Text(userLimits.email) email?: string;
  @LongText() password!: string;
}

export interface AuthRoutes {
  readonly register: Register;
  readonly logIn: LogIn;
  readonly updateUser: UpdateUser;
  readonly users: UserViews;
  readonly registerLimit: Limit;
}

/** Specification, section 4.1. */
export const authRoutes = ({ register, logIn, updateUser, users, registerLimit }: AuthRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/register',
    who: 'anyone',
    limit: registerLimit,
    status: 201,
    body: RegisterBody,
    handle: async ({ body: { email, username, password, ...wish } }) => {
      const id = await register.execute({ email, username, password, wish });
      return present(await users.find(id), 'user-not-found');
    },
  }),
  route({
    method: 'POST',
    path: '/auth/login',
    who: 'anyone',
    body: LogInBody,
    handle: ({ body: { username, email, password }, client }) =>
      logIn.execute({ login: username ?? email ?? '', password, ...client }),
  }),
  route({
    method: 'GET',
    path: '/auth/permissions',
    who: 'logged-in',
    handle: async ({ caller }) => ({ permissions: await users.permissionsOf(caller.id) }),
  }),
  route({
    method: 'GET',
    path: '/auth/profile',
    who: 'logged-in',
    handle: async ({ caller }) => present(await users.profile(caller.id), 'user-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/auth/profile',
    who: 'logged-in',
    body: ProfileBody,
    handle: async ({ body, caller }) => {
      await updateUser.execute({ actor: caller, userId: caller.id, change: body });
      return present(await users.profile(caller.id), 'user-not-found');
    },
  }),
];
