import { BusinessError } from '@portcullis/domain';
import { validationFailed } from '../../responses/http-error.ts';
import { RawResponse } from '../../responses/response-data.ts';

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
  throw validationFailed([{ field: 'return_to', message }]);
}

/** Returns a URL whose query has this parameter. A parameter with the same name is replaced. */
export function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

const page = `<!doctype html>
<html lang="en">
<title>Sign-in</title>
<p>This sign-in has expired, has been used, or was not started in this browser. Please begin again.</p>
<p lang="zh-CN">此次登录已过期、已使用或不是从此浏览器开始的，请重新开始。</p>
</html>
`;

/**
 * Returns the response for a browser that comes back from a provider without the cookie of the sign-in. This happens,
 * for example, if the browser removes cookies or the user goes back in the browser history.
 * @param logInPage the login page of the console; if undefined, a small page is returned
 * @throws `error`, unless it is a `sign-in-invalid` error
 */
export function unknownSignIn(error: unknown, logInPage: string | undefined): RawResponse {
  if (!(error instanceof BusinessError) || error.refusal !== 'sign-in-invalid') throw error;
  if (logInPage === undefined) {
    return new RawResponse(Buffer.from(page), { 'Content-Type': 'text/html; charset=utf-8' }, 400);
  }
  const headers = { Location: withParameter(logInPage, 'error', error.refusal) };
  return new RawResponse(Buffer.from('See other.'), { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
}
