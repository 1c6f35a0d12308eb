import type { MailLanguage, MailPurpose } from '@portcullis/domain/internal/accounts/mail-link';

/** The texts of a mail in one language, with placeholders such as `{{link}}`. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type MailTexts = Readonly<Record<MailPurpose, Readonly<Record<MailLanguage, MailText>>>>;

interface PlainMail extends Pick<MailText, 'subject' | 'text'> {
  /** The text of the link in the HTML. It is missing if the mail has no link. */
  readonly link?: string;
}

/** Returns a mail whose HTML has the paragraphs of its text. */
function mail(language: MailLanguage, { subject, text, link = '' }: PlainMail): MailText {
  const paragraphs = text
    .trim()
    .split('\n\n')
    .map((paragraph) => (paragraph === '{{link}}' ? `<a href="{{link}}">${link}</a>` : paragraph))
    .map((paragraph) => `    <p>${paragraph}</p>\n`);
  const html = `<!doctype html>\n<html lang="${language}">\n  <body>\n${paragraphs.join('')}  </body>\n</html>\n`;
  return { subject, text, html };
}

/**
 * The built-in mail texts, which files of the operator can override. Each text says what to do if the mail is
 * unexpected.
 */
export const builtInTexts: MailTexts = {
  'password-reset': {
    en: mail('en', {
      subject: 'Choose a new password',
      link: 'Choose a new password',
      text: `{{greeting}}

somebody asked for a new password for your account. If it was you, open this link and choose one:

{{link}}

The link works once and until {{expiresAt}}. If it was not you, ignore this mail: your password stays as it is.

API keys of the account: {{apiKeys}}. A new password ends those whose secret was created in the last 30 days.
`,
    }),
    zh: mail('zh', {
      subject: '设置新密码',
      link: '设置新密码',
      text: `{{greeting}}

有人为您的账号请求设置新密码。如果是您本人，请打开以下链接并设置新密码：

{{link}}

该链接只能使用一次，有效期至 {{expiresAt}}。如果不是您本人，请忽略此邮件，您的密码不会改变。

该账号的 API 密钥：{{apiKeys}}。设置新密码会使最近 30 天内创建的密钥失效。
`,
    }),
  },
  invitation: {
    en: mail('en', {
      subject: 'Your new account',
      link: 'Choose a password',
      text: `{{greeting}}

an administrator has created an account for you. Your user name is {{username}}. Open this link and choose a password:

{{link}}

The link works once and until {{expiresAt}}. After that, ask the administrator for another one. If you did not expect an account, ignore this mail: nobody can log in to the account without the link.
`,
    }),
    zh: mail('zh', {
      subject: '您的新账号',
      link: '设置密码',
      text: `{{greeting}}

管理员为您创建了账号，您的用户名是 {{username}}。请打开以下链接并设置密码：

{{link}}

该链接只能使用一次，有效期至 {{expiresAt}}。过期后请联系管理员重新发送。如果您不需要此账号，请忽略此邮件：没有该链接，任何人都无法登录此账号。
`,
    }),
  },
  'email-change': {
    en: mail('en', {
      subject: 'Confirm your e-mail address',
      link: 'Confirm the address',
      text: `{{greeting}}

somebody asked to use this e-mail address for your account. If it was you, open this link and confirm the address:

{{link}}

The link works once and until {{expiresAt}}. If it was not you, ignore this mail: the account keeps its address.
`,
    }),
    zh: mail('zh', {
      subject: '确认您的电子邮箱',
      link: '确认地址',
      text: `{{greeting}}

有人请求将此电子邮箱用于您的账号。如果是您本人，请打开以下链接并确认该地址：

{{link}}

该链接只能使用一次，有效期至 {{expiresAt}}。如果不是您本人，请忽略此邮件，账号的电子邮箱不会改变。
`,
    }),
  },
  'email-change-notice': {
    en: mail('en', {
      subject: 'The e-mail address of your account is about to change',
      text: `{{greeting}}

somebody who is logged in to your account asked for another e-mail address. It replaces this one when the link in a mail to the new address is used, until {{expiresAt}} at the latest.

If it was not you, change your password: this voids the change and ends the other sessions. If you cannot log in any more, ask an administrator.
`,
    }),
    zh: mail('zh', {
      subject: '您账号的电子邮箱即将更改',
      text: `{{greeting}}

有人登录您的账号并请求更换电子邮箱。新地址收到的邮件中的链接被使用后（最迟 {{expiresAt}}），新地址将取代此地址。

如果不是您本人，请修改密码：这会使更改失效，并结束其他会话。如果您无法登录，请联系管理员。
`,
    }),
  },
};
