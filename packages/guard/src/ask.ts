import { LimitReached, Unavailable } from './circuit-breaker.ts';

/** Who the caller of a request is. */
export interface Caller {
  /** The id of the user, or of the owner of the API key. */
  readonly userId: string | undefined;
  /** Undefined after `requireOperation`. */
  readonly username: string | undefined;
  /** Codes of the roles. Empty for an API key, and after `requireOperation`. */
  readonly roles: readonly string[];
}

/** The answer of Portcullis to a question. */
export type Answer =
  | { readonly status: 200; readonly caller: Caller }
  | { readonly status: 401 | 403; readonly challenge: string | undefined };

/** What a request must be allowed to do. */
export type Question = { readonly permission: string } | { readonly operation: string };

export interface AskOptions {
  /** The address of Portcullis, without a slash at the end. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

export interface AskedRequest {
  /** The token or the API key of the caller. */
  readonly token: string;
  readonly method: string;
  readonly requestId: string;
}

const maxBodyBytes = 256 * 1024;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const pathOf = (question: Question): string =>
  'permission' in question
    ? `/api/access/forward?permission=${encodeURIComponent(question.permission)}`
    : `/api/auth/operations?ids=${encodeURIComponent(question.operation)}`;

/**
 * Asks Portcullis with the token of the caller. Only the exact answers of Portcullis count. Everything else, such as the
 * page of a proxy or a redirect, is a failure.
 * @throws {Unavailable} if the answer is not one of Portcullis
 * @throws {LimitReached} if the caller has reached a limit, which says nothing about other callers
 */
export async function ask(
  { url, timeoutMs, fetch: send }: AskOptions,
  question: Question,
  { token, method, requestId }: AskedRequest,
): Promise<Answer> {
  const response = await send(url + pathOf(question), {
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json',
      'X-Request-Id': requestId,
      'X-Forwarded-Method': method,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { status, headers } = response;
  if (status === 429) {
    await response.body?.cancel();
    throw new LimitReached('Too many requests.', { retryAfter: Number(headers.get('Retry-After')) || 1 });
  }
  if (status === 200) {
    if ('operation' in question) return operationAnswer(question.operation, await jsonOf(response));
    await response.body?.cancel();
    return { status, caller: callerIn(headers) };
  }
  if (status !== 401 && status !== 403) {
    await response.body?.cancel();
    throw new Unavailable(`Portcullis responded with the unexpected status ${status}.`);
  }
  const body = await jsonOf(response);
  if (memberOf(body, 'success') !== false || memberOf(body, 'statusCode') !== status) throw nonsense();
  return { status, challenge: headers.get('WWW-Authenticate') ?? undefined };
}

const nonsense = (): Unavailable => new Unavailable('The response is not one of Portcullis.');

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Reads a JSON body of limited size. */
async function jsonOf(response: Response): Promise<unknown> {
  if (response.headers.get('Content-Type')?.startsWith('application/json') !== true) {
    await response.body?.cancel();
    throw nonsense();
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    const chunk: Uint8Array = part;
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw nonsense();
    text += decoder.decode(chunk, { stream: true });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw nonsense();
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw nonsense();
  }
}

function callerIn(headers: Headers): Caller {
  const userId = headers.get('X-Portcullis-User') ?? '';
  if (!uuid.test(userId)) throw nonsense();
  const username = headers.get('X-Portcullis-Username') ?? undefined;
  const roles = headers.get('X-Portcullis-Roles') ?? '';
  return {
    userId,
    username: username === undefined ? undefined : decoded(username),
    roles: roles === '' ? [] : roles.split(',').map(decoded),
  };
}

/** An operation whose answer depends on a condition counts as refused. */
function operationAnswer(operation: string, body: unknown): Answer {
  const data = memberOf(body, 'data');
  if (memberOf(body, 'success') !== true || !Array.isArray(data)) throw nonsense();
  const isAllowed = data.some(
    (each: unknown) => memberOf(each, 'id') === operation && memberOf(each, 'when') === 'always',
  );
  if (!isAllowed) return { status: 403, challenge: undefined };
  return { status: 200, caller: { userId: undefined, username: undefined, roles: [] } };
}
