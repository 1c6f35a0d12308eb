import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { canUseCode } from '@portcullis/domain/internal/accounts/key-use';
import { mailLanguages, type MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import {
  isRegistrationOpen,
  registrationClosed,
  registrationModes,
  type RegistrationMode,
} from '@portcullis/domain/internal/accounts/new-account';
import { userLimits, type RequestedRoles } from '@portcullis/domain/internal/accounts/user';
import { networkOf } from '../../checks/client-address.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Like } from '../../validation/request.ts';
import { Flag, LongText, Optional, Text, When } from '../../validation/fields.ts';
import { CurrentPassword, DocumentedAs, MailLanguageName, NewPassword } from '../../validation/service-fields.ts';
import type { Limit } from '../../checks/rate-limit.ts';
import { loggedIn } from './logged-in.ts';
import { ownPassword } from './owner.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { withDescription, flag, listOf, nothing, object, oneOf, text, uuid } from '../../validation/schema.ts';
import { loggedInSchema, permissionCodes, profileSchema, tokenPairSchema } from '../schemas/auth.ts';
import { userFields, userWithGrantsSchema } from '../schemas/users.ts';
import { ProfileBody } from './user-requests.ts';

const oneRole = 'A requested role. A request for ADMIN is rejected; any other role is ignored.';
const someRoles = 'Requested roles. A request for ADMIN is rejected; other roles are ignored.';

class RegisterBody implements RequestedRoles {
  @Like(userFields) email!: string;
  @Like(userFields) username!: string;
  @NewPassword() password!: string;
  @DocumentedAs(text) @Describe(oneRole) role?: unknown;
  @DocumentedAs(listOf(text)) @Describe(someRoles) roles?: unknown;
  @DocumentedAs(listOf(text)) @Describe(someRoles) roleCodes?: unknown;
  @DocumentedAs(listOf(uuid())) @Describe(someRoles) roleIds?: unknown;
  @DocumentedAs(flag) @Describe('Whether the role ADMIN is requested. The value true is rejected.') isAdmin?: unknown;
}

const passwordFormat = { format: 'password' };

/** Both `username` and `email` may contain a user name or an e-mail address. */
class LogInBody {
  @When(({ email }: Partial<LogInBody>, value) => value !== undefined || email === undefined)
  @Text(userLimits.login)
  @Describe('The user name or e-mail address.')
  username?: string;

  @Optional()
  @Text(userLimits.login)
  @Describe('The user name or e-mail address, if `username` is missing.')
  email?: string;
  @LongText() @DocumentedAs(passwordFormat) @Describe('The password.') password!: string;
}

/** Accepts any value, so that an invalid refresh token has the same error as an expired refresh token. */
class RefreshBody {
  @DocumentedAs(text) @Describe('The `refreshToken` of the last login or refresh.') refreshToken?: unknown;
}

class LogOutBody {
  @Optional() @Flag() @Describe('Whether to end every session of the caller. Default: false.') all?: boolean;
}

class UpdateProfileBody extends ProfileBody {
  @Optional() @MailLanguageName() language?: MailLanguage;
  @CurrentPassword() currentPassword?: string;
}

class ChangePasswordBody {
  @LongText() @DocumentedAs(passwordFormat) @Describe('The current password.') currentPassword!: string;
  @NewPassword() newPassword!: string;
}

type AuthRouteDependencies = UseCases<
  'register' | 'logIn' | 'refreshSession' | 'logOut' | 'changePassword' | 'proveOwner' | 'updateProfile'
> & {
  readonly registration: RegistrationMode;
  readonly registerLimit: Limit;
};

/** The authentication routes (docs/interface.md §4.1). */
export const authRoutes = (deps: AuthRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/auth/registration',
    operation: 'getRegistration',
    summary: 'Find out whether people can register',
    description:
      'For login pages, which show a registration form only if `registration` is `open`. If it is not `open`, the API document omits `register`, and a first sign-in at a provider creates no account. Invitations work with every value.',
    access: 'public',
    data: object({
      registration: withDescription(
        oneOf(registrationModes),
        'Who can create an account. `open`: everybody. `invite`: people whom an administrator has invited. `off`: administrators.',
      ),
    }),
    handle: async () => ({ registration: deps.registration }),
  }),
  route({
    method: 'POST',
    path: '/auth/register',
    operation: 'register',
    summary: 'Register an account',
    description:
      'The new account has the role USER and status 1. A request for the role ADMIN in any of the fields is rejected, and so are `admin`, `administrator`, `root`, `system` and names that look like one of them, unless the name is already in use, which is another error; other requested roles are ignored. If registration is closed, every request is rejected before its body is read.',
    access: 'public',
    closedWith: isRegistrationOpen(deps.registration) ? undefined : registrationClosed,
    limit: deps.registerLimit,
    status: 201,
    waitsFor: 'password',
    body: RegisterBody,
    data: userWithGrantsSchema,
    refuses: [
      'registration-closed',
      'administrator-registration',
      'username-unacceptable',
      'email-unacceptable',
      'email-taken',
      'username-taken',
      'password-unacceptable',
    ],
    handle: async ({ body: { email, username, password, ...requestedRoles }, client, logUser }) => {
      const user = await deps.register({ client, email, username, password, requestedRoles });
      logUser(user.id);
      return user;
    },
  }),
  route({
    method: 'POST',
    path: '/auth/login',
    operation: 'login',
    summary: 'Log in',
    description:
      'Accepts a user name or an e-mail address in either field. After too many failed logins, further logins to the account are rejected for some time. A user has at most 50 live sessions; another login ends the session that has been unused for the longest time. If the account has a second factor, a correct password returns no tokens but code 1110 and a challenge for `POST /api/auth/login/factor`.',
    access: 'public',
    waitsFor: 'password',
    body: LogInBody,
    data: loggedInSchema,
    refuses: ['invalid-credentials', 'factor-required'],
    handle: (call) => {
      const { username, email, password } = call.body;
      return loggedIn(call, (from) => deps.logIn({ login: username ?? email ?? '', password, ...from }));
    },
  }),
  route({
    method: 'GET',
    path: '/auth/permissions',
    operation: 'getMyPermissions',
    summary: 'List the permissions of the caller',
    description:
      'The codes of the enabled permissions that the caller currently has through enabled roles. In a session without a second factor, roles with `requiresFactor` grant none. For an API key, the codes that the key lists and that its owner holds; for a `readOnly` key, those of them whose last part is `read` or begins with `read-`.',
    access: 'authenticated',
    acceptsKey: true,
    data: object({ permissions: permissionCodes }),
    read: async ({ caller: { id, sessionId, apiKey } }, views) => ({
      permissions:
        apiKey?.permissions.filter((code) => canUseCode(apiKey, code)) ??
        (await views.users.permissionsOf(id, sessionId ?? undefined)),
    }),
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
    description:
      'If an SMTP server is configured, a new `email` takes effect only when the user opens the link in a mail to the new address; without one, at once. Until then, for at most 24 hours, the new address is `pendingEmail`. The current address gets a notice. Both mails are in the `language` of the request. Another request replaces the pending address. An account can make 5 such requests an hour, also for addresses of other accounts, which are refused with 409, code 1106. The other fields need neither a recent authentication nor the password. `attributes` can contain those that are declared with `writableBy` `self`.',
    access: 'authenticated',
    stepUp: 'conditional',
    needsOwner: true,
    body: UpdateProfileBody,
    isConditional: true,
    data: profileSchema,
    refuses: ['email-unacceptable', 'email-taken', 'attributes-unacceptable', 'too-many-requests'],
    handle: async (call) => {
      const { body, caller, ifMatch } = call;
      const { language = mailLanguages[0], currentPassword: _, ...change } = body;
      const prove = () => deps.proveOwner(ownPassword(call));
      return deps.updateProfile({ actor: caller, ifMatch, change, language, proveOwner: prove });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/refresh',
    operation: 'refreshToken',
    summary: 'Exchange a refresh token for a new pair of tokens',
    description:
      'Each refresh token works once. For 10 seconds, the previous refresh token is accepted again and returns the same new refresh token. An older refresh token ends the session. Every failure is 401, code 1103.',
    access: 'public',
    body: RefreshBody,
    data: object({ token: withDescription(tokenPairSchema, 'The new tokens of the session.') }),
    refuses: ['session-ended'],
    handle: async ({ body: { refreshToken }, client }) => ({
      token: await deps.refreshSession({ client, token: refreshToken }),
    }),
  }),
  route({
    method: 'POST',
    path: '/auth/logout',
    operation: 'logout',
    idempotencyKey: 'ignored',
    summary: 'End this session or all sessions',
    description: 'The tokens stop working with the next request.',
    access: 'authenticated',
    body: LogOutBody,
    data: nothing,
    handle: ({ body: { all = false }, caller }) => deps.logOut({ actor: caller, sessionId: caller.sessionId, all }),
  }),
  route({
    method: 'PUT',
    path: '/auth/password',
    operation: 'changePassword',
    summary: 'Change the password of the caller',
    description: 'Also ends every other session of the caller. A wrong current password is 400, code 1005.',
    access: 'authenticated',
    waitsFor: 'password',
    body: ChangePasswordBody,
    data: nothing,
    refuses: ['wrong-current-password', 'password-unacceptable'],
    handle: ({ body, caller }) =>
      deps.changePassword({
        ...body,
        actor: caller,
        sessionId: caller.sessionId,
        network: networkOf(caller.ipAddress),
      }),
  }),
];
