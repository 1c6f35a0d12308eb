/** The service's error code if a second factor is required. */
const factorRequired = 1110;

/**
 * The service's error code if the entered code is wrong or the challenge has ended. `errors` is set only for a wrong
 * code.
 */
const wrongCode = 1109;

/** The error of a failed login. `code` is a number if the service refused the login. */
interface FailedLogin {
  code?: number | string;
  errors?: null | { challenge?: string };
}

/**
 * Returns the challenge for the next attempt after a failed step of a login. This is a new challenge, or the current
 * challenge if it is still valid. Returns an empty text if the user must begin the login again.
 */
export function challengeAfter(error: FailedLogin, present: string): string {
  const { code, errors } = error;
  if (code === factorRequired) return errors?.challenge ?? '';
  return typeof code !== 'number' || (code === wrongCode && errors)
    ? present
    : '';
}
