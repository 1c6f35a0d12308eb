/** A code of the second factor is needed. */
const factorRequired = 1110;

/** The code is wrong, or its challenge has ended. Only the first one names the field. */
const wrongCode = 1109;

/** The properties of a failed log-in that are used here. `code` is a number if this is the body of a refusal. */
interface FailedLogin {
  code?: number | string;
  errors?: null | { challenge?: string };
}

/**
 * @returns the challenge for a code of the second factor after a failed step of a log-in: a new one, or the present one
 * while it can be used again; empty if the log-in begins again
 */
export function challengeAfter(error: FailedLogin, present: string): string {
  const { code, errors } = error;
  if (code === factorRequired) return errors?.challenge ?? '';
  return typeof code !== 'number' || (code === wrongCode && errors)
    ? present
    : '';
}
