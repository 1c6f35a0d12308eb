import { BusinessError } from '@portcullis/domain';
import { RawResponse } from '../answers/raw-response.ts';
import { withParameter } from '../checks/return-address.ts';

const page = `<!doctype html>
<html lang="en">
<title>Sign-in</title>
<p>This sign-in has expired, has been used, or was not started in this browser. Please begin again.</p>
<p lang="zh-CN">此次登录已过期、已使用或不是从此浏览器开始的，请重新开始。</p>
</html>
`;

/**
 * Returns the response for a person whose browser comes back from a provider without the cookie of the sign-in, for example
 * because the browser removes cookies or the person went back in the history.
 * @param logInPage the log-in page of the console; without one, the person gets a small page
 * @throws the error, if it is another one than `sign-in-invalid`
 */
export function unknownSignIn(error: unknown, logInPage: string | undefined): RawResponse {
  if (!(error instanceof BusinessError) || error.refusal !== 'sign-in-invalid') throw error;
  if (logInPage === undefined) {
    return new RawResponse(Buffer.from(page), { 'Content-Type': 'text/html; charset=utf-8' }, 400);
  }
  const headers = { Location: withParameter(logInPage, 'error', error.refusal) };
  return new RawResponse(Buffer.from('See other.'), { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
}
