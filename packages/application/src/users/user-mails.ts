import {
  checkEmail,
  checkUsername,
  newUser,
  type MailLanguage,
  type UserId,
  userEvents,
  orNotFound,
  requireInvited,
  requirePerson,
  type Actor,
  type User,
} from '@portcullis/domain/internal';
import { sendMailLink, sendResetLink, type MailLinkDependencies } from '../mail-links/send-mail-link.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { MailService } from '../ports/mail.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { addUser, type CreateUserInput } from './users.ts';
import { changeEntity } from '../changes.ts';

/** What `inviteUser` needs. */
export interface InviteUserInput extends Omit<CreateUserInput, 'password'> {
  /** The language of the mail. */
  readonly language: MailLanguage;
}

interface MailDependencies
  extends CreateDependencies<'users' | 'mailLinks' | 'apiKeys' | 'deliveries' | 'events'>,
    MailLinkDependencies {
  readonly mails: Pick<MailService, 'requireAvailable'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

type InvitationDependencies = Omit<MailDependencies, 'work'> &
  CreateDependencies<'users' | 'userAttributes' | 'mailLinks' | 'roles' | 'deliveries' | 'audit' | 'events'> & {
    readonly hasher: PasswordHasher;
  };

/**
 * Creates an account on behalf of an administrator, and sends the new user a link for choosing a password. Until the
 * user chooses a password, the account has the hash of a random password that is not stored anywhere. A login therefore
 * fails in the same way and after the same time as a login with a wrong password.
 * @throws {BusinessError} username-unacceptable, email-unacceptable, email-taken, username-taken, unknown-roles,
 * attributes-unacceptable
 * @throws the errors of `MailService.requireAvailable`
 */
export const inviteUser =
  (deps: InvitationDependencies) =>
  async ({ actor, account, roleIds, language }: InviteUserInput): Promise<UserId> => {
    const { work, hasher, linkTokens, mails, clock, ids, deliveryWakeUp } = deps;
    mails.requireAvailable();
    checkUsername(account.username);
    checkEmail(account.email);
    const id = ids.next<'User'>();
    const passwordHash = await hasher.hash(linkTokens.create().token);
    await work.run(async (tx) => {
      const { attributes, ...fields } = account;
      const { email, username } = fields;
      const link = await sendMailLink(tx, deps, { purpose: 'invitation', user: { id, username }, email, language });
      const user = newUser({ ...fields, id, invitedUntil: link.expiresAt, at: clock.now() });
      await addUser(tx, deps, { actor, user, attributes, passwordHash, roleIds });
    });
    deliveryWakeUp.wake();
    return id;
  };

/** Who sends a mail to which user, and in which language. */
export interface SendMailInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly language: MailLanguage;
}

/**
 * Sends an invited user another mail with a link for choosing a password, on behalf of an administrator. The earlier
 * link becomes invalid.
 * @throws {BusinessError} user-not-found, account-confirmed
 * @throws the errors of `MailService.requireAvailable`
 */
export const sendInvitation = (deps: MailDependencies) =>
  sending(deps, async (tx, user, { actor, language }) => {
    requireInvited(user);
    const change = { event: userEvents.updated, actor, stored: user, ifMatch: 'any' } as const;
    await changeEntity(tx, deps, change, async (allow) => {
      const link = await sendMailLink(tx, deps, { purpose: 'invitation', user, email: user.email, language });
      const invited = { ...user, invitedUntil: link.expiresAt, updatedAt: link.createdAt };
      await tx.users.save(allow(invited));
      return { before: user, after: invited };
    });
  });

/**
 * Sends a user a link for choosing a new password, on behalf of an administrator. The administrator does not see the
 * password.
 * @throws {BusinessError} user-not-found, service-account
 * @throws the errors of `MailService.requireAvailable`
 */
export const sendPasswordReset = (deps: MailDependencies) =>
  sending(deps, async (tx, user, { actor, language }) => {
    requirePerson(user);
    await sendResetLink(tx, deps, { actor, user, language });
  });

type MailTransaction = Uses<'users' | 'mailLinks' | 'apiKeys' | 'deliveries' | 'events'>;

/** Returns a use case that locks a user and queues a mail to the user. */
const sending =
  (
    { work, mails, deliveryWakeUp }: MailDependencies,
    queue: (tx: MailTransaction, user: User, input: SendMailInput) => Promise<void>,
  ) =>
  async (input: SendMailInput): Promise<void> => {
    mails.requireAvailable();
    await work.run(async (tx) => queue(tx, orNotFound(await tx.users.lock(input.userId), 'user-not-found'), input));
    deliveryWakeUp.wake();
  };
