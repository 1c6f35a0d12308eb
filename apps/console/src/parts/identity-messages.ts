import { defineMessages } from '../language/messages.ts';

export const identityMessages = defineMessages(
  {
    title: 'Sign-in with other accounts',
    none: 'You log in with your password. You can also sign in with an account at a provider, if you link it here.',
    lastUsed: 'last used',
    link: (name: string) => `Link ${name}`,
    unlink: 'Unlink',
    unlinkLabel: (name: string) => `Unlink ${name}`,
    unlinkTitle: (name: string) => `Unlink ${name}?`,
    unlinkConsequence: 'Signing in with it does not work any more. Open sessions continue.',
    unlinked: 'The sign-in was unlinked.',
  },
  {
    title: '其他登录方式',
    none: '您使用密码登录。在此关联提供方的账号后，也可使用该账号登录。',
    lastUsed: '上次使用',
    link: (name) => `关联 ${name}`,
    unlink: '取消关联',
    unlinkLabel: (name) => `取消关联 ${name}`,
    unlinkTitle: (name) => `取消关联 ${name}？`,
    unlinkConsequence: '之后将无法使用此方式登录。已打开的会话不受影响。',
    unlinked: '已取消关联。',
  },
);
