import type { FailedCall } from './error-text';

import { message } from 'ant-design-vue';

import { errorText } from './error-text';

/** The code for a wrong user name or password. Any other 401 is a session that has ended. */
const wrongPassword = 1101;

/** Shows an error. Equal messages, and those of one ended session, are shown once. */
export function showError(text: string, error?: FailedCall) {
  // A call that is repeated after a refresh shows its own error and throws the body, which arrives here once more.
  if (typeof error?.code === 'number') return;
  const { data, status } = error?.response ?? {};
  const isSessionEnd = status === 401 && data?.code !== wrongPassword;
  const content = isSessionEnd ? text : errorText(data, text);
  message.error({ content, key: content });
}

/** Shows an error, unless it is that of a refresh, which the call that needed it shows. */
export function showErrorOfLogin(text: string, error?: FailedCall) {
  if (!error?.config?.url?.endsWith('/auth/refresh')) showError(text, error);
}
