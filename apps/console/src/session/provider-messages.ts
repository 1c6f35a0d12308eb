import { PortcullisError } from '@portcullis/client';
import { defineMessages } from '../language/messages.ts';
import { messageOf } from '../parts/errors.ts';

export const providerMessages = defineMessages({
  signInWith: (name: string) => [`Sign in with ${name}`, `使用 ${name} 登录`],
  linked: ['The sign-in was linked to your account.', '此登录方式已关联到您的账号。'],
  confirmed: ['You have confirmed your identity. Please repeat your change.', '身份已确认，请重新执行此更改。'],
  'access-denied': [
    'The provider did not sign you in, or you cancelled the sign-in.',
    '提供方未完成登录，或您已取消登录。',
  ],
  expired: ['The sign-in took too long. Please begin again.', '登录用时过长，请重新开始。'],
  'provider-failed': [
    'The provider could not sign you in. Try again later, or ask an administrator.',
    '提供方无法完成登录。请稍后再试，或联系管理员。',
  ],
  'sign-in-invalid': [
    'This sign-in has expired, has been used, or was not started in this tab. Please begin again.',
    '此次登录已过期、已使用或不是从此标签页开始的，请重新开始。',
  ],
  'link-required': [
    'An account has the e-mail address of this sign-in. Log in with your password, and link the sign-in under “Own account”.',
    '已有账号使用此登录方式的电子邮箱。请使用密码登录，然后在“我的账号”中关联此登录方式。',
  ],
  'account-missing': [
    'There is no account for this sign-in, and the service does not create one. Ask an administrator for an account. If you have one, log in with your password, and link the sign-in under “Own account”.',
    '此登录方式没有对应的账号，也不会自动创建账号。请联系管理员。如果您已有账号，请使用密码登录，然后在“我的账号”中关联此登录方式。',
  ],
  'invalid-credentials': ['This sign-in belongs to an account that is disabled.', '此登录方式的账号已停用。'],
});

/**
 * Returns the text for a failed sign-in.
 * @param problem the error of `readSignInResult`, or a thrown error
 */
export function textOfProblem(problem: unknown): string {
  const texts: Readonly<Record<string, unknown>> = providerMessages();
  const text = texts[String(problem instanceof PortcullisError ? problem.reason : problem)];
  return typeof text === 'string' ? text : messageOf(problem);
}
