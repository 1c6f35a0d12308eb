import type { Client } from '@portcullis/domain/internal/shared/actor';
import type { MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { caseKey } from '@portcullis/domain/internal/names/text';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { MailService, MailThrottle } from '../ports/mail.ts';
import type { UserViews } from '../ports/users.ts';
import { type MailLinkDependencies, sendResetLink } from './send-mail-link.ts';

/** What `requestPasswordReset` needs. */
export interface RequestPasswordResetInput {
  readonly client: Client;
  /** A user name or an e-mail address. */
  readonly login: string;
  readonly language: MailLanguage;
}

interface Dependencies
  extends CreateDependencies<'users' | 'mailLinks' | 'apiKeys' | 'deliveries' | 'events'>,
    MailLinkDependencies {
  readonly users: UserViews;
  readonly mails: Pick<MailService, 'requireAvailable'>;
  readonly mailThrottle: MailThrottle;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Sends a link for a new password to the e-mail address of an account. No mail is sent if the account is unknown,
 * disabled or invited, or is a service account, or after too many requests for the same account. The same work is done in all cases, so that a
 * client cannot find out which accounts exist.
 * @throws the errors of `MailService.requireAvailable`
 */
export const requestPasswordReset =
  (deps: Dependencies) =>
  async ({ client, login, language }: RequestPasswordResetInput): Promise<void> => {
    const { work, users, ids, mails, mailThrottle, deliveryWakeUp } = deps;
    mails.requireAvailable();
    const account = await users.credentials(login);
    const isAllowed = await mailThrottle.allows(account?.userId ?? caseKey(login));
    const actor = { ...client, type: 'user', id: null, name: null, sessionId: null } as const;
    await work.run(async (tx) => {
      const stored = await tx.users.lock(account?.userId ?? ids.next<'User'>());
      const canReset = stored?.status === enabled && stored.invitedUntil === null && stored.kind === 'PERSON';
      const user = isAllowed && canReset ? stored : undefined;
      await sendResetLink(tx, deps, { actor, user, language });
    });
    deliveryWakeUp.wake();
  };
