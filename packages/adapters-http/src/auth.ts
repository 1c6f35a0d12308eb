import type {
  ChangePassword,
  EndSession,
  LogIn,
  LogOut,
  RefreshSession,
  Register,
  SessionViews,
  UpdateUser,
  UserViews,
} from '@portcullis/application';
import { present, userLimits, type RoleWish, type SessionId } from '@portcullis/domain';
import { Allow, ValidateIf } from 'class-validator';
import { Email, Flag, LongText, Optional, Text, Uuid } from './fields.ts';
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

  @Optional() @Text(userLimits.email) email?: string;
  @LongText() password!: string;
}

/** Anything: what is no refresh token is refused like one that has ended. */
class RefreshBody {
  @Allow() refreshToken?: unknown;
}

class LogOutBody {
  @Optional() @Flag() all?: boolean;
}

class ChangePasswordBody {
  @LongText() currentPassword!: string;
  @LongText() newPassword!: string;
}

class SessionPath {
  @Uuid() id!: SessionId;
}

export interface AuthRoutes {
  readonly register: Register;
  readonly logIn: LogIn;
  readonly refreshSession: RefreshSession;
  readonly logOut: LogOut;
  readonly changePassword: ChangePassword;
  readonly endSession: EndSession;
  readonly sessions: SessionViews;
  readonly updateUser: UpdateUser;
  readonly users: UserViews;
  readonly registerLimit: Limit;
}

/** Specification, section 4.1. */
export const authRoutes = ({
  register,
  logIn,
  refreshSession,
  logOut,
  changePassword,
  endSession,
  updateUser,
  sessions,
  users,
  registerLimit,
}: AuthRoutes): readonly Route[] => [
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
  route({
    method: 'POST',
    path: '/auth/refresh',
    who: 'anyone',
    body: RefreshBody,
    handle: async ({ body: { refreshToken } }) => ({ token: await refreshSession.execute(refreshToken) }),
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    who: 'logged-in',
    body: LogOutBody,
    handle: ({ body: { all = false }, caller }) =>
      logOut.execute({ userId: caller.id, sessionId: caller.sessionId, all }),
  }),
  route({
    method: 'PUT',
    path: '/auth/password',
    who: 'logged-in',
    body: ChangePasswordBody,
    handle: ({ body, caller: { id, sessionId, ipAddress } }) =>
      changePassword.execute({ userId: id, sessionId, ipAddress, ...body }),
  }),
  route({
    method: 'GET',
    path: '/auth/sessions',
    who: 'logged-in',
    handle: async ({ caller }) =>
      (await sessions.ofUser(caller.id)).map((session) => ({ ...session, current: session.id === caller.sessionId })),
  }),
  route({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    who: 'logged-in',
    params: SessionPath,
    handle: ({ params: { id }, caller }) => endSession.execute({ userId: caller.id, sessionId: id }),
  }),
];
