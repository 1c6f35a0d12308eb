import type { FailedCall } from './error-text';

import { message } from 'ant-design-vue';

import { errorText } from './error-text';

/** The codes of a refused log-in: a wrong user name or password, and a challenge that has ended. Any other 401 is a session that has ended. */
const refusedLogin = new Set<number | undefined>([1101, 1109]);

/** The code of a log-in that needs a code of the second factor, for which the page asks. */
const factorRequired = 1110;

/** Shows an error. Equal messages, and those of one ended session, are shown once. */
export function showError(text: string, error?: FailedCall) {
  // A call that is repeated after a refresh shows its own error and throws the body, which arrives here once more.
  if (typeof error?.code === 'number') return;
  const { data, status } = error?.response ?? {};
  if (data?.code === factorRequired) return;
  const isSessionEnd = status === 401 && !refusedLogin.has(data?.code);
  const content = isSessionEnd ? text : errorText(data, text);
  message.error({ content, key: content });
}

/** Shows an error, unless it is that of a refresh, which the call that needed it shows. */
export function showErrorOfLogin(text: string, error?: FailedCall) {
  if (!error?.config?.url?.endsWith('/auth/refresh')) showError(text, error);
}
