import {
  PortcullisError,
  readSignInResult,
  startSignIn,
  type ReturnedSignIn,
  type SignInIntent,
} from '@portcullis/client';
import { signal } from '@preact/signals';
import { defineMessages } from '../language/messages.ts';
import { notify } from '../parts/actions.tsx';
import { messageOf } from '../parts/load.tsx';
import { api, logInWithTicket, restoreSession, sessionState, type FactorChallenge } from './session.ts';

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

/**
 * A sign-in at a provider after which the person is not logged in. Either the account has a second factor, which the
 * log-in page asks for, or an error occurred, which the log-in page shows.
 */
type UnfinishedSignIn =
  | { readonly challenge: FactorChallenge }
  | { readonly challenge?: undefined; readonly problem: unknown };

/**
 * The number of identities that were linked since the page was loaded. Lists of identities load again when it changes.
 */
export const linkCount = signal(0);

export const unfinishedSignIn = signal<UnfinishedSignIn | undefined>(undefined);

/** Opens the sign-in page of an identity provider. Afterwards, the browser returns to the current screen. */
export async function goToProvider(provider: string, intent: SignInIntent): Promise<void> {
  const returnTo = window.location.href;
  window.location.assign(await startSignIn({ provider, intent, returnTo, storage: window.sessionStorage }));
}

/**
 * Reads the result of a sign-in at a provider from the URL, and removes it from the URL.
 * @returns undefined if the URL contains no result
 */
export function takeReturnedSignIn(): ReturnedSignIn | undefined {
  const returned = readSignInResult(window.location.href, window.sessionStorage);
  if (returned !== undefined) window.history.replaceState(undefined, '', returned.url);
  return returned;
}

/**
 * Logs in with the result of a sign-in, links the provider's account to the account that is logged in, or authenticates
 * the person again. Shows the error if that fails.
 */
export async function finishSignIn(returned: ReturnedSignIn): Promise<void> {
  if (returned.error === undefined && returned.intent === 'log-in') return logIn(returned.proof);
  await restoreSession();
  if (sessionState.value === 'out') {
    unfinishedSignIn.value = { problem: returned.error ?? 'sign-in-invalid' };
  } else if (returned.error !== undefined) {
    notify(textOfProblem(returned.error), 'error');
  } else {
    const { intent, provider, proof } = returned;
    try {
      if (intent === 'link') {
        await api.post('/api/auth/identities/{provider}/link', { params: { path: { provider } }, body: proof });
        linkCount.value += 1;
        notify(providerMessages().linked);
      } else {
        await api.post('/api/auth/step-up', { body: proof });
        notify(providerMessages().confirmed);
      }
    } catch (error) {
      notify(textOfProblem(error), 'error');
    }
  }
}

async function logIn(proof: { readonly ticket: string; readonly verifier: string }): Promise<void> {
  try {
    const challenge = await logInWithTicket(proof);
    if (challenge !== undefined) unfinishedSignIn.value = { challenge };
  } catch (problem) {
    unfinishedSignIn.value = { problem };
  }
  if (sessionState.value === 'starting') sessionState.value = 'out';
}
