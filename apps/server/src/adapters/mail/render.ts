import type { Mail } from '@portcullis/application/internal/ports/mail';
import type { MailLanguage, MailLinkPurpose } from '@portcullis/domain/internal/accounts/mail-link';
import { escapeHtml } from '../../process/escape-html.ts';
import type { MailText, MailTexts } from './built-in-texts.ts';

/**
 * For each purpose of a link, the name of the parameter in the fragment of the link. The parameter contains the token.
 * The console selects the page by the name of the parameter.
 */
const fragments: Readonly<Record<MailLinkPurpose, string>> = {
  'password-reset': 'reset',
  invitation: 'invitation',
  'email-change': 'email-change',
};

/**
 * Replaces the placeholders `{{greeting}}`, `{{username}}`, `{{link}}`, `{{token}}`, `{{publicUrl}}`, `{{apiKeys}}` and
 * `{{expiresAt}}`. The mail `email-change-notice` has no token, so `{{link}}` opens the console.
 * @param publicUrl the base URL of the link, without a trailing slash
 */
export function renderMail(texts: MailTexts, mail: Mail, publicUrl: string): MailText {
  const { purpose, language, username, token, apiKeys, expiresAt } = mail;
  const page = `${publicUrl}/admin/`;
  const values = new Map([
    ['greeting', greetings[language](username)],
    ['username', username ?? ''],
    ['link', purpose === 'email-change-notice' ? page : `${page}#${fragments[purpose]}=${token ?? ''}`],
    ['token', token ?? ''],
    ['publicUrl', publicUrl],
    ['apiKeys', apiKeys.length > 0 ? apiKeys.join(', ') : none[language]],
    ['expiresAt', `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ]);
  const fill = (text: string, escape: (value: string) => string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => escape(values.get(name) ?? placeholder));
  const { subject, text, html } = texts[purpose][language];
  return { subject: fill(subject, unchanged), text: fill(text, unchanged), html: fill(html, escapeHtml) };
}

/** The first line of a mail, with the user name unless it is null. */
const greetings: Readonly<Record<MailLanguage, (username: string | null) => string>> = {
  en: (username) => (username === null ? 'Hello,' : `Hello ${username},`),
  zh: (username) => (username === null ? '您好：' : `${username}，您好：`),
};

/** The text of a mail in place of a list of API keys, if the account has none. */
const none: Readonly<Record<MailLanguage, string>> = { en: 'none', zh: '无' };

const unchanged = (text: string): string => text;
