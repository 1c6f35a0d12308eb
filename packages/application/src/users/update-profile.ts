import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { changedAttributes } from '@portcullis/domain/internal/conditions/attribute-values';
import { checkEmail, emailKey } from '@portcullis/domain/internal/names/email';
import { BusinessError, orNotFound, takenMessages } from '@portcullis/domain/internal/shared/errors';
import { mailLinkEvents, type MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import { userEvents, changedUser, isSameAddress, type User } from '@portcullis/domain/internal/accounts/user';
import type { VersionCondition } from '@portcullis/domain/internal/shared/version';
import { changeEntity } from '../changes.ts';
import type { IfMatchInput, CreateDependencies } from '../dependencies.ts';
import { queueMail } from '../mail/mails.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { MailService, MailThrottle } from '../ports/mail.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { Profile, UserViews } from '../ports/users.ts';
import { declarationsFor } from '../user-attributes/user-attributes.ts';
import type { AccountChange } from './users.ts';
import { removeMailLinks, sendMailLink, type MailLinkDependencies } from '../mail-links/send-mail-link.ts';

/** What `updateProfile` needs. */
export interface UpdateProfileInput extends IfMatchInput {
  readonly actor: Actor;
  readonly change: Pick<AccountChange, 'email' | 'nickName' | 'phone' | 'gender' | 'attributes'>;
  /** Language of the mails about the new e-mail address. */
  readonly language: MailLanguage;
  /**
   * Called before the e-mail address is changed. Throws if the caller has not proved to be the owner of the account.
   */
  readonly proveOwner?: () => Promise<void>;
}

interface Dependencies
  extends CreateDependencies<'users' | 'userAttributes' | 'mailLinks' | 'deliveries' | 'events'>,
    MailLinkDependencies {
  readonly users: Pick<UserViews, 'find' | 'taken'>;
  readonly mails: Pick<MailService, 'hasServer'>;
  readonly mailThrottle: Pick<MailThrottle, 'countEmailChange'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Changes the caller's own account. If a mail server is configured, a new e-mail address becomes effective when the
 * link in a mail to this address is used. A second mail goes to the current address as a notice. An earlier pending
 * address is discarded. Without a mail server, the address changes immediately.
 * @throws {BusinessError} user-not-found, version-changed, email-unacceptable, email-taken, attributes-unacceptable
 * @throws the errors of `proveOwner` and `MailThrottle.countEmailChange`
 */
export const updateProfile =
  (deps: Dependencies) =>
  async ({ actor, change, ifMatch, language, proveOwner }: UpdateProfileInput): Promise<Profile> => {
    const { work, users, mails, deliveryWakeUp, clock } = deps;
    const { attributes = {}, ...fields } = change;
    const { email, ...others } = fields;
    const changesAddress = (user: User): boolean => email !== undefined && !isSameAddress(email, user.email);
    /** Returns the address that has to be confirmed; undefined if the address stays the same or changes immediately. */
    const newAddress = (user: User): string | undefined =>
      changesAddress(user) && mails.hasServer() ? email : undefined;
    const account = orNotFound(await users.find(actor.id), 'user-not-found');
    checkEmail(email);
    const isProved = changesAddress(account);
    if (isProved) await proveOwner?.();
    const requested = newAddress(account);
    if (requested !== undefined) await checkRequest(deps, account, requested);
    const profile = await work.run(async (tx) => {
      const declarations = await declarationsFor(tx, attributes);
      const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
      // If another request has changed the address since it was read, this request does not change it back.
      const allowed = isProved || !changesAddress(user) ? fields : others;
      const address = isProved ? newAddress(user) : undefined;
      if (address !== undefined) await requestChange(tx, deps, { actor, ifMatch, user, email: address, language });
      const readProfile = async () =>
        orNotFound(await tx.users.profile(actor.id, actor.sessionId ?? undefined), 'user-not-found');
      if (address !== undefined && Object.keys({ ...others, ...attributes }).length === 0) return readProfile();
      await changeEntity(tx, deps, { event: userEvents.updated, actor, stored: user, ifMatch }, async (allow) => {
        const written = changedAttributes(declarations, user.attributes, attributes, 'self');
        const kept = address === undefined ? allowed : others;
        const changed = changedUser(user, { ...kept, attributes: written }, clock.now());
        await tx.users.save(allow(changed));
        if (!isSameAddress(changed.email, user.email)) await removeMailLinks(tx, user.id);
        return { before: user, after: changed };
      });
      return readProfile();
    });
    if (requested !== undefined) deliveryWakeUp.wake();
    return profile;
  };

/**
 * Limits how often the caller can request mails to new e-mail addresses, and refuses the address of another account. A
 * refusal reveals that the address has an account. Refused requests therefore count too, so that the caller can test
 * only a few addresses.
 */
async function checkRequest({ users, mailThrottle }: Dependencies, user: User, email: string): Promise<void> {
  await mailThrottle.countEmailChange(user.id);
  // The new address may be another spelling that counts as the same address.
  if (emailKey(email) === emailKey(user.email)) return;
  const taken = await users.taken({ email, username: user.username });
  if (taken.email) throw new BusinessError('email-taken', takenMessages['email-taken']);
}

interface RequestedChange extends Pick<UpdateProfileInput, 'actor' | 'language'> {
  readonly user: User;
  readonly ifMatch: VersionCondition | undefined;
  readonly email: string;
}

async function requestChange(
  tx: Uses<'mailLinks' | 'deliveries' | 'events'>,
  deps: Dependencies,
  { actor, user, ifMatch, email, language }: RequestedChange,
): Promise<void> {
  const recorded = { event: mailLinkEvents.emailChangeRequested, actor, stored: user, ifMatch };
  await changeEntity(tx, deps, recorded, async () => {
    const username = user.emailVerified ? user.username : null;
    const { link } = await sendMailLink(tx, deps, { purpose: 'email-change', user, email, language });
    const notice = { purpose: 'email-change-notice', token: null, to: user.email } as const;
    await queueMail(tx, deps, { ...notice, userId: user.id, expiresAt: link.expiresAt, username, language });
    return { after: link };
  });
}
