/** The service's error code if a second factor is required. */
const factorRequired = 1110;

/** The service's error code if the code is wrong or the challenge has ended. Only for a wrong code, `errors` is set. */
const wrongCode = 1109;

/** The error of a failed login. `code` is a number if the service refused the login. */
interface FailedLogin {
  code?: number | string;
  errors?: null | { challenge?: string };
}

/**
 * Returns the challenge for the next attempt after a failed step of a login: a new challenge, or the current challenge
 * if it is still valid. Returns an empty text if the user must begin the login again.
 */
export function challengeAfter(error: FailedLogin, present: string): string {
  const { code, errors } = error;
  if (code === factorRequired) return errors?.challenge ?? '';
  return typeof code !== 'number' || (code === wrongCode && errors)
    ? present
    : '';
}
