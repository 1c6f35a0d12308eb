import type { RequestedUserLink } from '@portcullis/application/internal/users/user-mails';
import { mailLanguages, type MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import { userLimits, type User } from '@portcullis/domain/internal/accounts/user';
import type { Limit } from '../../checks/rate-limit.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Optional, Text } from '../../validation/fields.ts';
import { LinkToken, MailLanguageName, NewPassword } from '../../validation/service-fields.ts';
import { namedObject, nothing, nullable, object, text, timestamp, withDescription } from '../../validation/schema.ts';
import { administratorsChange } from '../access/access.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { UserPath } from './user-requests.ts';
import { userFields } from '../schemas/users.ts';

class SendPasswordResetBody {
  @Optional() @MailLanguageName() language?: MailLanguage;
}

class RequestPasswordResetBody extends SendPasswordResetBody {
  @Text(userLimits.login) @Describe('The user name or e-mail address.') login!: string;
}

const requestedLinkSchema = namedObject<RequestedUserLink>('RequestedUserLink', {
  token: withDescription(
    nullable(text),
    'The token of the link, if the installation has no mail server. Only this response contains it. The link is `/admin/#invitation=` or `/admin/#reset=` with the token. Null if the user gets the link by mail.',
  ),
  expiresAt: withDescription(timestamp, 'When the link stops working, in UTC.'),
});

class ConfirmPasswordResetBody {
  @LinkToken() @Describe('The token that follows `#reset=` in the link.') token!: string;
  @NewPassword() newPassword!: string;
}

class SendInvitationBody {
  @Optional() @MailLanguageName() language?: MailLanguage;
}

class ConfirmInvitationBody {
  @LinkToken() @Describe('The token that follows `#invitation=` in the link.') token!: string;
  @NewPassword() password!: string;
}

class ConfirmEmailChangeBody {
  @LinkToken() @Describe('The token that follows `#email-change=` in the link.') token!: string;
}

type MailLinkRouteDependencies = UseCases<
  | 'requestPasswordReset'
  | 'confirmPasswordReset'
  | 'sendPasswordReset'
  | 'sendInvitation'
  | 'confirmInvitation'
  | 'confirmEmailChange'
> & {
  /** The rate limit on requests for a mail with a password reset link. */
  readonly resetLimit: Limit;
  /** The rate limit on attempts to use a link from a mail. */
  readonly linkLimit: Limit;
};

/**
 * The routes for the links in mails: for resetting a password, for invitations, and for a new e-mail address
 * (docs/interface.md §4.1 and §4.4). `POST /users` creates an invited account, and `PATCH /auth/profile` requests the
 * change of an address.
 */
export const mailLinkRoutes = (deps: MailLinkRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/password-resets',
    operation: 'requestPasswordReset',
    summary: 'Request a password reset link by mail',
    description:
      'If the account exists, is enabled and does not wait for its user to accept an invitation, it gets a mail with a link that works once, for 30 minutes. An account gets at most 5 such mails in an hour. The response does not depend on any of this.',
    access: 'public',
    status: 202,
    limit: deps.resetLimit,
    body: RequestPasswordResetBody,
    data: nothing,
    handle: ({ body: { login, language = mailLanguages[0] }, client }) =>
      deps.requestPasswordReset({ client, login, language }),
  }),
  route({
    method: 'POST',
    path: '/auth/password-resets/confirm',
    operation: 'confirmPasswordReset',
    summary: 'Choose a new password with the link in a mail',
    description:
      'Ends every session of the user. All other password reset links of the user stop working. This operation does not create a session.',
    access: 'public',
    limit: deps.linkLimit,
    waitsFor: 'password',
    body: ConfirmPasswordResetBody,
    data: nothing,
    refuses: ['mail-link-invalid', 'mail-link-expired', 'password-unacceptable'],
    handle: async ({ body, client, logUser }) => logUser(await deps.confirmPasswordReset({ ...body, client })),
  }),
  route({
    method: 'POST',
    path: '/users/:id/password-reset',
    operation: 'sendPasswordReset',
    idempotencyKey: 'ignored',
    summary: 'Send a password reset link to a user',
    description:
      'The user gets a mail with a link that works once, for 30 minutes, in the `language` of the request. The limits of `POST /api/auth/password-resets` do not apply. The current password stays valid. Without a mail server, the response contains the token of the link.',
    access: 'authorized',
    ...administratorsChange,
    status: 202,
    params: UserPath,
    body: SendPasswordResetBody,
    data: requestedLinkSchema,
    refuses: ['user-not-found', 'service-account'],
    handle: ({ params: { id }, body: { language = mailLanguages[0] }, caller }) =>
      deps.sendPasswordReset({ actor: caller, userId: id, language }),
  }),
  route({
    method: 'POST',
    path: '/auth/invitations/confirm',
    operation: 'confirmInvitation',
    summary: 'Choose the first password with the link in an invitation',
    description:
      'The user can log in from then on. If the link came by mail, the e-mail address of the account is verified. The token works once, for 7 days. This operation does not create a session.',
    access: 'public',
    limit: deps.linkLimit,
    waitsFor: 'password',
    body: ConfirmInvitationBody,
    data: object<Pick<User, 'username'>>({ username: userFields.username }),
    refuses: ['mail-link-invalid', 'mail-link-expired', 'password-unacceptable'],
    handle: async ({ body, client, logUser }) => {
      const { id, username } = await deps.confirmInvitation({ ...body, client });
      logUser(id);
      return { username };
    },
  }),
  route({
    method: 'POST',
    path: '/users/:id/invitation',
    operation: 'sendInvitation',
    idempotencyKey: 'ignored',
    summary: 'Send another link to an invited user',
    description:
      'The user gets a mail with a link that works once, for 7 days. The earlier link stops working. Without a mail server, the response contains the token of the link, which then does not verify the e-mail address.',
    access: 'authorized',
    ...administratorsChange,
    status: 202,
    params: UserPath,
    body: SendInvitationBody,
    data: requestedLinkSchema,
    refuses: ['user-not-found', 'account-confirmed'],
    handle: ({ params: { id }, body: { language = mailLanguages[0] }, caller }) =>
      deps.sendInvitation({ actor: caller, userId: id, language }),
  }),
  route({
    method: 'POST',
    path: '/auth/email-changes/confirm',
    operation: 'confirmEmailChange',
    summary: 'Confirm a new e-mail address with the link in a mail',
    description:
      'The new address replaces the address of the account and is verified. Password reset links that were sent to the earlier address stop working. The pending address is discarded if the password or the address is changed in another way, if all sessions of the user are ended together, or if the account is disabled. If the address now belongs to another account, the response is 409, code 1106.',
    access: 'public',
    limit: deps.linkLimit,
    body: ConfirmEmailChangeBody,
    data: nothing,
    refuses: ['mail-link-invalid', 'mail-link-expired', 'email-taken'],
    handle: async ({ body, client, logUser }) => logUser(await deps.confirmEmailChange({ ...body, client })),
  }),
];
