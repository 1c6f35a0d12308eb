import { defineMessages } from '../language/messages.ts';

export const identityMessages = defineMessages({
  title: ['Sign-in with other accounts', '其他登录方式'],
  none: [
    'You log in with your password. You can also sign in with an account at a provider, if you link it here.',
    '您使用密码登录。在此关联提供方的账号后，也可使用该账号登录。',
  ],
  lastUsed: ['last used', '上次使用'],
  link: (name: string) => [`Link ${name}`, `关联 ${name}`],
  unlink: ['Unlink', '取消关联'],
  unlinkLabel: (name: string) => [`Unlink ${name}`, `取消关联 ${name}`],
  unlinkTitle: (name: string) => [`Unlink ${name}?`, `取消关联 ${name}？`],
  unlinkConsequence: [
    'Signing in with it does not work any more. Open sessions continue.',
    '之后将无法使用此方式登录。已打开的会话不受影响。',
  ],
  unlinked: ['The sign-in was unlinked.', '已取消关联。'],
});
