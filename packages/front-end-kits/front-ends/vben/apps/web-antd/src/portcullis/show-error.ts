import type { FailedCall } from './error-text';

import { message } from 'ant-design-vue';

import { errorText } from './error-text';

/**
 * The codes of a refused login for which an error is shown: wrong name or password, and ended challenge. Any other 401,
 * except `factorRequired`, is shown as the end of the session.
 */
const refusedLogin = new Set<number | undefined>([1101, 1109]);

/**
 * The service's error code if a login needs a second factor. The login page then asks for the factor and shows no
 * error.
 */
const factorRequired = 1110;

/**
 * Shows an error. A message that is still on the screen is not shown a second time. If a session has ended, all failed
 * calls have the same message, so it appears only once.
 */
export function showError(text: string, error?: FailedCall) {
  // If a call fails when it is repeated after a token refresh, its error was already shown. This function is then
  // called again with the body of the response, in which `code` is a number.
  if (typeof error?.code === 'number') return;
  const { data, status } = error?.response ?? {};
  if (data?.code === factorRequired) return;
  const isSessionEnd = status === 401 && !refusedLogin.has(data?.code);
  const content = isSessionEnd ? text : errorText(data, text);
  message.error({ content, key: content });
}

/** Shows an error, unless a token refresh failed. The call that needed the refresh then shows the error. */
export function showErrorOfLogin(text: string, error?: FailedCall) {
  if (!error?.config?.url?.endsWith('/auth/refresh')) showError(text, error);
}
