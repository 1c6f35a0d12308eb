import type { Limit } from '../checks/rate-limit.ts';
import { Describe } from '../validation/descriptions.ts';
import { LinkToken } from '../validation/fields.ts';
import { nothing } from '../validation/schema.ts';
import { route, type Route } from './route.ts';
import type { UseCases } from './use-cases.ts';

class ConfirmEmailChangeBody {
  @LinkToken() @Describe('The token that follows `#email-change=` in the link.') token!: string;
}

type EmailChangeRouteDependencies = UseCases<'confirmEmailChange'> & {
  /** The rate limit on attempts to use a link from a mail. */
  readonly linkLimit: Limit;
};

/** The route that confirms a new e-mail address (docs/interface.md §4.1). `PATCH /auth/profile` requests the change. */
export const emailChangeRoutes = ({
  confirmEmailChange,
  linkLimit,
}: EmailChangeRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/email-changes/confirm',
    operation: 'confirmEmailChange',
    summary: 'Confirm a new e-mail address with the link in a mail',
    description:
      'The new address replaces the address of the account and is verified. Password reset links that were sent to the earlier address stop working.',
    access: 'public',
    limit: linkLimit,
    body: ConfirmEmailChangeBody,
    data: nothing,
    refuses: ['mail-link-invalid', 'mail-link-expired', 'email-taken', 'too-many-requests'],
    handle: async ({ body, client, logUser }) => logUser(await confirmEmailChange({ ...body, client })),
  }),
];
