import { mailLanguages, type MailLanguage, type User } from '@portcullis/domain';
import type { Limit } from '../checks/rate-limit.ts';
import { Describe } from '../validation/descriptions.ts';
import { requestOf } from '../validation/request.ts';
import { LinkToken, MailLanguageName, NewPassword, Optional } from '../validation/fields.ts';
import { nothing, object } from '../validation/schema.ts';
import { administrators } from './access.ts';
import { route, type Route } from './route.ts';
import type { UseCases } from './use-cases.ts';
import { userFields } from './schemas/users.ts';

class UserPath extends requestOf(userFields, 'id') {}

class SendInvitationBody {
  @Optional() @MailLanguageName() language?: MailLanguage;
}

class ConfirmInvitationBody {
  @LinkToken() @Describe('The token that follows `#invitation=` in the link.') token!: string;
  @NewPassword() password!: string;
}

type InvitationRouteDependencies = UseCases<'sendInvitation' | 'confirmInvitation'> & {
  /** The rate limit on attempts to use a link from a mail. */
  readonly linkLimit: Limit;
};

/** The routes for invitations by mail (docs/interface.md §4.1 and §4.4). `POST /users` creates an invited account. */
export const invitationRoutes = ({
  sendInvitation,
  confirmInvitation,
  linkLimit,
}: InvitationRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/invitations/confirm',
    operation: 'confirmInvitation',
    summary: 'Choose the first password with the link in an invitation',
    description:
      'The user can log in from then on, and the e-mail address of the account is verified. This operation does not create a session.',
    access: 'public',
    limit: linkLimit,
    waitsFor: 'password',
    body: ConfirmInvitationBody,
    data: object<Pick<User, 'username'>>({ username: userFields.username }),
    refuses: ['mail-link-invalid', 'mail-link-expired', 'password-unacceptable', 'too-many-requests'],
    handle: async ({ body, client, logUser }) => {
      const { id, username } = await confirmInvitation({ ...body, client });
      logUser(id);
      return { username };
    },
  }),
  route({
    method: 'POST',
    path: '/users/:id/invitation',
    operation: 'sendInvitation',
    idempotencyKey: 'accepted',
    summary: 'Send another link to an invited user',
    description: 'The user gets a mail with a link that works once, for 7 days. The earlier link stops working.',
    access: 'authorized',
    stepUp: true,
    anyRole: administrators,
    status: 202,
    params: UserPath,
    body: SendInvitationBody,
    data: nothing,
    refuses: ['user-not-found', 'account-confirmed'],
    handle: ({ params: { id }, body: { language = mailLanguages[0] }, caller }) =>
      sendInvitation({ actor: caller, userId: id, language }),
  }),
];
