import type {
  ChangePassword,
  LogIn,
  LogOut,
  RefreshSession,
  Register,
  UpdateProfile,
  UserViews,
} from '@portcullis/application';
import { mailLanguages, orNotFound, userLimits, type MailLanguage, type RequestedRoles } from '@portcullis/domain';
import { ValidateIf } from 'class-validator';
import { networkOf } from '../checks/client-address.ts';
import { Describe, DescribeLike } from '../validation/descriptions.ts';
import {
  Email,
  DocumentedAs,
  Flag,
  LongText,
  MailLanguageName,
  NewPassword,
  Optional,
  Text,
} from '../validation/fields.ts';
import type { Limit } from '../checks/rate-limit.ts';
import { route, type Route } from './route.ts';
import { withDescription, flag, listOf, nothing, object, text, uuid } from '../validation/schema.ts';
import { loggedInSchema, permissionCodes, profileSchema, tokenPairSchema } from './schemas/auth.ts';
import { userFields, userSchema } from './schemas/users.ts';
import { ProfileBody } from './users.ts';

const requestedRole = 'A requested role: ADMIN is refused, any other role is ignored.';

@DescribeLike(userFields)
class RegisterBody implements RequestedRoles {
  @Email() email!: string;
  @Text(userLimits.username) username!: string;
  @NewPassword() password!: string;
  @DocumentedAs(text) @Describe(requestedRole) role?: unknown;
  @DocumentedAs(listOf(text)) @Describe(requestedRole) roles?: unknown;
  @DocumentedAs(listOf(text)) @Describe(requestedRole) roleCodes?: unknown;
  @DocumentedAs(listOf(uuid())) @Describe(requestedRole) roleIds?: unknown;
  @DocumentedAs(flag) @Describe(requestedRole) isAdmin?: unknown;
}

const passwordFormat = { format: 'password' };

/** Each of the two fields may contain a user name or an e-mail address. */
class LogInBody {
  @ValidateIf(({ email }: LogInBody, value) => value !== undefined || email === undefined)
  @Text(userLimits.login)
  @Describe('The user name or e-mail address.')
  username?: string;

  @Optional() @Text(userLimits.login) @Describe('The same, if `username` is missing.') email?: string;
  @LongText() @DocumentedAs(passwordFormat) @Describe('The password.') password!: string;
}

/** Accepts any value: the error for an invalid refresh token is the same as for an expired one. */
class RefreshBody {
  @DocumentedAs(text) @Describe('The `refreshToken` of the last login or refresh.') refreshToken?: unknown;
}

class LogOutBody {
  @Optional() @Flag() @Describe('Whether to end every session of the caller (default false).') all?: boolean;
}

class UpdateProfileBody extends ProfileBody {
  @Optional() @MailLanguageName() language?: MailLanguage;
}

class ChangePasswordBody {
  @LongText() @DocumentedAs(passwordFormat) @Describe('The current password.') currentPassword!: string;
  @NewPassword() newPassword!: string;
}

export interface AuthRoutes {
  readonly register: Register;
  readonly logIn: LogIn;
  readonly refreshSession: RefreshSession;
  readonly logOut: LogOut;
  readonly changePassword: ChangePassword;
  readonly updateProfile: UpdateProfile;
  readonly users: UserViews;
  readonly registerLimit: Limit;
}

/** The authentication routes (docs/interface.md §4.1). */
export const authRoutes = ({
  register,
  logIn,
  refreshSession,
  logOut,
  changePassword,
  updateProfile,
  users,
  registerLimit,
}: AuthRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/register',
    operation: 'register',
    summary: 'Register an account',
    description:
      'The account has the role USER. Asking for ADMIN, in whatever form, is refused; other role requests are ignored.',
    access: 'public',
    limit: registerLimit,
    status: 201,
    waitsFor: 'password',
    body: RegisterBody,
    data: userSchema,
    refuses: [
      'administrator-registration',
      'username-unacceptable',
      'email-taken',
      'username-taken',
      'password-unacceptable',
      'too-many-requests',
    ],
    handle: async ({ body: { email, username, password, ...requestedRoles }, client, logUser }) => {
      const id = await register({ client, email, username, password, requestedRoles });
      logUser(id);
      return orNotFound(await users.find(id), 'user-not-found');
    },
  }),
  route({
    method: 'POST',
    path: '/auth/login',
    operation: 'login',
    summary: 'Log in',
    description:
      'Takes a user name or an e-mail address, in either field. After too many failures logins of the account are refused for a while. A user has at most 50 live sessions: a login beyond that ends the one that was unused for longest. If the account has a second factor, a right password gets code 1110 with a challenge for `POST /api/auth/login/factor`, and no token.',
    access: 'public',
    waitsFor: 'password',
    body: LogInBody,
    data: loggedInSchema,
    refuses: ['invalid-credentials', 'factor-required', 'too-many-requests'],
    handle: async ({ body: { username, email, password }, client, logUser }) => {
      const network = networkOf(client.ipAddress);
      const opened = await logIn({ login: username ?? email ?? '', password, ...client, network });
      logUser(opened.user.id);
      return opened;
    },
  }),
  route({
    method: 'GET',
    path: '/auth/permissions',
    operation: 'getMyPermissions',
    summary: 'List the permissions of the caller',
    description: 'Codes of the enabled permissions that the caller holds through enabled roles at this time.',
    access: 'authenticated',
    data: object({ permissions: permissionCodes }),
    read: async ({ caller }, views) => ({ permissions: await views.users.permissionsOf(caller.id, caller.sessionId) }),
  }),
  route({
    method: 'GET',
    path: '/auth/profile',
    operation: 'getProfile',
    summary: 'Read the account of the caller',
    access: 'authenticated',
    data: profileSchema,
    read: async ({ caller }, views) =>
      orNotFound(await views.users.profile(caller.id, caller.sessionId), 'user-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/auth/profile',
    operation: 'updateProfile',
    summary: 'Change the account of the caller',
    access: 'authenticated',
    description:
      'If mails are sent to a server, another `email` is not set at once: it is `pendingEmail` until the link in a mail to it is used, for 24 hours, and the present address gets a notice. A change of the password voids it. With `STEP_UP_MAX_AGE`, another `email` needs a recent authentication of the session.',
    stepUp: 'conditional',
    body: UpdateProfileBody,
    isConditional: true,
    data: profileSchema,
    refuses: ['email-taken', 'too-many-requests'],
    handle: async ({ body: { language = mailLanguages[0], ...change }, caller, ifMatch, requireRecent }) => {
      await updateProfile({ actor: caller, ifMatch, change, language, requireRecent });
      return orNotFound(await users.profile(caller.id, caller.sessionId), 'user-not-found');
    },
  }),
  route({
    method: 'POST',
    path: '/auth/refresh',
    operation: 'refreshToken',
    summary: 'Exchange a refresh token for a new pair',
    description:
      'Each refresh token works once. The previous one is accepted again for 10 seconds and returns the same new pair; an older one ends the session.',
    access: 'public',
    body: RefreshBody,
    data: object({ token: withDescription(tokenPairSchema, 'The new tokens of the session.') }),
    refuses: ['session-ended'],
    handle: async ({ body: { refreshToken }, client }) => ({
      token: await refreshSession({ client, token: refreshToken }),
    }),
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    operation: 'logout',
    summary: 'End this session or all sessions',
    description: 'The tokens stop working with the next request.',
    access: 'authenticated',
    body: LogOutBody,
    data: nothing,
    handle: ({ body: { all = false }, caller }) => logOut({ actor: caller, sessionId: caller.sessionId, all }),
  }),
  route({
    method: 'PUT',
    path: '/auth/password',
    operation: 'changePassword',
    summary: 'Change the password of the caller',
    description: 'Ends every other session of the caller.',
    access: 'authenticated',
    waitsFor: 'password',
    body: ChangePasswordBody,
    data: nothing,
    refuses: ['wrong-current-password', 'password-unacceptable', 'too-many-requests'],
    handle: ({ body, caller }) =>
      changePassword({ ...body, actor: caller, sessionId: caller.sessionId, network: networkOf(caller.ipAddress) }),
  }),
];
