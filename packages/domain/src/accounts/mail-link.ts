import { builtInEvent, recordedFields } from '../shared/declare-event.ts';
import { userSubject } from '../shared/subjects.ts';
import { BusinessError } from '../shared/errors.ts';
import type { UserId } from '../shared/ids.ts';
import { later } from '../shared/later.ts';

/** The action that a link in a mail permits. */
export type MailLinkPurpose = 'password-reset' | 'invitation' | 'email-change';

/**
 * The mails that the service sends. The mail `email-change-notice` goes to the current e-mail address of an account
 * before another e-mail address replaces it. This mail has no link.
 */
export const mailPurposes = ['password-reset', 'invitation', 'email-change', 'email-change-notice'] as const;
/** What the link in a mail is for. */
export type MailPurpose = (typeof mailPurposes)[number];

/** The languages of the built-in texts of mails. The first language is the default. */
export const mailLanguages = ['en', 'zh'] as const;
/** A language of the built-in texts of mails. */
export type MailLanguage = (typeof mailLanguages)[number];

/**
 * A link for a mail. A link with the purpose `email-change` is sent to the new address of an account, other links to its
 * current address. If a password reset is requested for an account that may not get a link, for example an unknown
 * account, the link is stored but not sent.
 */
export interface MailLink {
  /** SHA-256 of the token in the link. The token itself is not stored in clear text. */
  readonly tokenHash: string;
  readonly purpose: MailLinkPurpose;
  /** The account of the link. If no mail was sent, this is a new id that no user has. */
  readonly userId: UserId;
  /** The e-mail address that received the link; null if no mail was sent. */
  readonly email: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** How long a link in a mail is valid, in milliseconds. */
const lifetimesMs: Readonly<Record<MailLinkPurpose, number>> = {
  'password-reset': 30 * 60_000,
  invitation: 7 * 24 * 3_600_000,
  'email-change': 24 * 3_600_000,
};

type NewMailLink = Pick<MailLink, 'tokenHash' | 'purpose' | 'userId'> & Partial<Pick<MailLink, 'email'>>;

/** Makes a link for a mail, whose lifetime depends on its purpose. */
export const newMailLink = (link: NewMailLink, at: Date): MailLink => ({
  email: null,
  ...link,
  createdAt: at,
  expiresAt: later(at, lifetimesMs[link.purpose]),
});

/**
 * Returns the link if it exists, has the given purpose and has not expired.
 * @throws {BusinessError} mail-link-invalid, mail-link-expired
 */
export function requireOpenMailLink(link: MailLink | undefined, purpose: MailLinkPurpose, at: Date): MailLink {
  if (link?.purpose !== purpose) {
    throw new BusinessError('mail-link-invalid', 'This link is not valid or has been used.');
  }
  if (at < link.expiresAt) return link;
  throw new BusinessError('mail-link-expired', 'This link has expired. Please request another one.');
}

/** The events of links in mails. */
export const mailLinkEvents = {
  passwordResetRequested: builtInEvent(
    userSubject,
    'user.passwordReset.requested',
    recordedFields<MailLink>()('expiresAt'),
  ),
  emailChangeRequested: builtInEvent(
    userSubject,
    'user.emailChange.requested',
    recordedFields<MailLink>()('email', 'expiresAt'),
  ),
};
