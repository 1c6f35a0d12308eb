import type { MailTexts } from './mail-text.ts';

/** The built-in texts, which a folder of the installation may override. They explain what to do if the reader did not expect the mail. */
export const builtInTexts: MailTexts = {
  'password-reset': {
    en: {
      subject: 'Choose a new password',
      text: `Hello {{username}},

somebody asked for a new password for your account. If it was you, open this link and choose one:

{{link}}

The link works once and until {{expiresAt}}. If it was not you, ignore this mail: your password stays as it is.
`,
      html: `<!doctype html>
<html lang="en">
  <body>
    <p>Hello {{username}},</p>
    <p>somebody asked for a new password for your account. If it was you, open this link and choose one:</p>
    <p><a href="{{link}}">Choose a new password</a></p>
    <p>The link works once and until {{expiresAt}}. If it was not you, ignore this mail: your password stays as it is.</p>
  </body>
</html>
`,
    },
    zh: {
      subject: '设置新密码',
      text: `{{username}}，您好：

有人为您的账号请求设置新密码。如果是您本人，请打开以下链接并设置新密码：

{{link}}

该链接只能使用一次，有效期至 {{expiresAt}}。如果不是您本人，请忽略此邮件，您的密码不会改变。
`,
      html: `<!doctype html>
<html lang="zh">
  <body>
    <p>{{username}}，您好：</p>
    <p>有人为您的账号请求设置新密码。如果是您本人，请打开以下链接并设置新密码：</p>
    <p><a href="{{link}}">设置新密码</a></p>
    <p>该链接只能使用一次，有效期至 {{expiresAt}}。如果不是您本人，请忽略此邮件，您的密码不会改变。</p>
  </body>
</html>
`,
    },
  },
};
