import { HttpError } from '../answers/http-error.ts';

/**
 * Returns the normalized URL to which a browser may be redirected. Only listed origins are allowed, because any other
 * URL would be an open redirect.
 * @param origins the origins of the pages that may begin a sign-in
 * @throws {HttpError} validation-failed
 */
export function allowedReturnUrl(text: string, origins: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url !== undefined && isWeb && url.username === '' && url.password === '' && origins.includes(url.origin)) {
    return url.href;
  }
  const message = 'return_to must be an address of this service or of an origin in CORS_ORIGINS';
  throw new HttpError('validation-failed', 'Some of the values sent are not valid.', {
    errors: [{ field: 'return_to', message }],
  });
}

/** Returns a URL whose query has this parameter. A parameter with the same name is replaced. */
export function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
