import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { checkEmail } from '@portcullis/domain/internal/names/email';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import {
  newUser,
  userEvents,
  requireInvited,
  requirePerson,
  type User,
} from '@portcullis/domain/internal/accounts/user';
import { checkUsername } from '@portcullis/domain/internal/names/username';
import {
  sendMailLink,
  sendResetLink,
  type CreatedMailLink,
  type MailLinkDependencies,
} from '../mail-links/send-mail-link.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { MailService } from '../ports/mail.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { UserWithGrants } from '../ports/users.ts';
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
  readonly mails: Pick<MailService, 'hasServer' | 'isAvailable'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

type InvitationDependencies = Omit<MailDependencies, 'work'> &
  CreateDependencies<'users' | 'userAttributes' | 'mailLinks' | 'roles' | 'deliveries' | 'audit' | 'events'> & {
    readonly hasher: PasswordHasher;
  };

/**
 * Creates an account on behalf of an administrator, and sends the new user a link for choosing a password. If no mails
 * can be sent, the administrator gets a link from `sendInvitation`. Until the
 * user chooses a password, the account has the hash of a random password that is not stored anywhere. A login therefore
 * fails in the same way and after the same time as a login with a wrong password.
 * @throws {BusinessError} username-unacceptable, email-unacceptable, email-taken, username-taken, unknown-roles,
 * attributes-unacceptable
 */
export const inviteUser =
  (deps: InvitationDependencies) =>
  async ({ actor, account, roleIds, language }: InviteUserInput): Promise<UserWithGrants> => {
    const { work, hasher, linkTokens, mails, clock, ids, deliveryWakeUp } = deps;
    const isMailed = mails.isAvailable();
    checkUsername(account.username);
    checkEmail(account.email);
    const id = ids.next<'User'>();
    const passwordHash = await hasher.hash(linkTokens.create().token);
    const invited = await work.run(
      async (tx) => {
        const { attributes, ...fields } = account;
        const { email, username } = fields;
        const about = { purpose: 'invitation', user: { id, username }, email, language, isMailed } as const;
        const { link } = await sendMailLink(tx, deps, about);
        const user = newUser({ ...fields, id, invitedUntil: link.expiresAt, at: clock.now() });
        return addUser(tx, deps, { actor, user, attributes, passwordHash, roleIds });
      },
      { keyed: actor.keyed },
    );
    deliveryWakeUp.wake();
    return invited;
  };

/** The link that an administrator has requested for a user. */
export interface RequestedUserLink {
  /** Null if a mail server has got the link for the user. Otherwise, the administrator hands the link on. */
  readonly token: string | null;
  readonly expiresAt: Date;
}

/** Who sends a mail to which user, and in which language. */
export interface SendMailInput {
  readonly actor: Actor;
  readonly userId: UserId;
  readonly language: MailLanguage;
}

/**
 * Sends an invited user another mail with a link for choosing a password, on behalf of an administrator. The earlier
 * link becomes invalid.
 * @returns the link, with its token if there is no mail server
 * @throws {BusinessError} user-not-found, account-confirmed
 */
export const sendInvitation = (deps: MailDependencies) =>
  sending(deps, async (tx, user, { actor, language, isMailed }) => {
    requireInvited(user);
    const change = { event: userEvents.updated, actor, stored: user, ifMatch: 'any' } as const;
    const about = { purpose: 'invitation', user, email: user.email, language, isMailed } as const;
    const created = await sendMailLink(tx, deps, about);
    await changeEntity(tx, deps, change, async (allow) => {
      const invited = { ...user, invitedUntil: created.link.expiresAt, updatedAt: created.link.createdAt };
      await tx.users.save(allow(invited));
      return { before: user, after: invited };
    });
    return created;
  });

/**
 * Sends a user a link for choosing a new password, on behalf of an administrator. The administrator does not see the
 * password.
 * @returns the link, with its token if there is no mail server
 * @throws {BusinessError} user-not-found, service-account
 */
export const sendPasswordReset = (deps: MailDependencies) =>
  sending(deps, async (tx, user, { actor, language, isMailed }) => {
    requirePerson(user);
    return sendResetLink(tx, deps, { actor, user, language, isMailed });
  });

type MailTransaction = Uses<'users' | 'mailLinks' | 'apiKeys' | 'deliveries' | 'events'>;

interface LinkRequest extends SendMailInput {
  readonly isMailed: boolean;
}

/** Returns a use case that locks a user, stores a link, and queues the mail with the link if mails can be sent. */
const sending =
  (
    { work, mails, deliveryWakeUp }: MailDependencies,
    create: (tx: MailTransaction, user: User, input: LinkRequest) => Promise<CreatedMailLink>,
  ) =>
  async (input: SendMailInput): Promise<RequestedUserLink> => {
    const isMailed = mails.isAvailable();
    const { link, token } = await work.run(async (tx) =>
      create(tx, orNotFound(await tx.users.lock(input.userId), 'user-not-found'), { ...input, isMailed }),
    );
    deliveryWakeUp.wake();
    return { token: mails.hasServer() ? null : token, expiresAt: link.expiresAt };
  };
