import { createHash, randomUUID } from 'node:crypto';
import { ask, type Answer, type Caller, type Question } from './ask.ts';
import { circuitBreaker, Unavailable } from './circuit-breaker.ts';
import { tokenVerifier, type VerifiedToken } from './tokens.ts';

/** The address of Portcullis, and how long the guard waits for it. */
export interface GuardOptions {
  /** The address of Portcullis, such as `https://id.example.com`. */
  readonly url: string;
  /**
   * For how many seconds an answer for an access token may be used again. Default: 0, so that every request is asked.
   * Answers for API keys and their tokens are never used again.
   */
  readonly maxAge?: number;
  /** How long Portcullis may take to answer, in milliseconds. Default: 2,000. */
  readonly timeoutMs?: number;
  /** The issuers of accepted tokens. Default: `portcullis` and `url`. */
  readonly issuers?: readonly string[];
  /** Number of failures in a row after which Portcullis is not asked for `openMs`. Default: 5. */
  readonly failures?: number;
  /** Default: 5,000 milliseconds. */
  readonly openMs?: number;
  /** The largest number of requests that wait for Portcullis at the same time. Default: 200. */
  readonly maxPending?: number;
  /** Sends requests to Portcullis. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Returns the current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A request to a protected service. */
interface GuardedRequest {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly requestId: string | undefined;
}

/** Whether a request may proceed. If not, the service must send the response. */
export type Outcome =
  | { readonly isAllowed: true; readonly caller: Caller }
  | {
      readonly isAllowed: false;
      readonly status: 401 | 403 | 503;
      readonly headers: Readonly<Record<string, string>>;
      /** The JSON body. */
      readonly body: string;
    };

/** Decides about one request. It never rejects: if Portcullis does not respond, the outcome is a 503. */
export type Check = (request: GuardedRequest) => Promise<Outcome>;

/** Makes the checks of routes. */
export interface Guard {
  /** Returns the check that the caller holds a permission. */
  readonly requirePermission: (code: string) => Check;
  /** Returns the check that the caller may call an operation of Portcullis. */
  readonly requireOperation: (id: string) => Check;
}

const bearer = /^Bearer +(\S+) *$/i;
const apiKey = /^ptc_[\dA-Za-z]{22}_[\dA-Za-z]{49}$/;
const requestIdForm = /^[A-Za-z0-9_-]{1,64}$/;
const maxTokenLength = 4096;
const maxRemembered = 10_000;

const messages = {
  401: ['unauthenticated', 'Please log in.'],
  403: ['forbidden', 'Your permissions do not allow this.'],
  503: ['authorization-unavailable', 'The service that decides about access is not available. Please try again.'],
} as const;

function refusal(status: 401 | 403 | 503, requestId: string, headers: Readonly<Record<string, string>> = {}): Outcome {
  const [error, message] = messages[status];
  return {
    isAllowed: false,
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...headers,
    },
    body: JSON.stringify({ error, message, requestId }),
  };
}

interface Remembered {
  readonly answer: Answer;
  readonly until: number;
}

/**
 * Creates a guard. It verifies the signature of access tokens itself, and asks Portcullis what the caller may do, with
 * the token of the caller. Without an answer, it refuses the request.
 * @example
 * const { requirePermission } = createGuard({ url: 'https://id.example.com' });
 * const mayRead = requirePermission('project.read');
 * const outcome = await mayRead({ method: 'GET', authorization: undefined, requestId: undefined });
 * console.log(outcome.isAllowed); // false
 */
export function createGuard({
  url: address,
  maxAge = 0,
  timeoutMs = 2000,
  failures = 5,
  openMs = 5000,
  maxPending = 200,
  fetch: send = fetch,
  now = Date.now,
  ...options
}: GuardOptions): Guard {
  const url = address.replace(/\/+$/, '');
  const { issuers = ['portcullis', url] } = options;
  const verify = tokenVerifier({ url, timeoutMs, fetch: send, issuers });
  // The keys are usually remembered, so a success there says nothing about the decisions.
  const breaker = { failures, openMs, maxPending, now };
  const [readKeys, call] = [circuitBreaker(breaker), circuitBreaker(breaker)];
  const remembered = new Map<string, Remembered>();

  const remember = (key: string, answer: Answer, { expiresAt }: VerifiedToken): void => {
    const [oldest] = remembered.keys();
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, { answer, until: Math.min(now() + maxAge * 1000, expiresAt * 1000) });
  };

  const answerOf = async (
    question: Question,
    { method }: GuardedRequest,
    { token, verified, requestId }: { token: string; verified: VerifiedToken | undefined; requestId: string },
  ): Promise<Answer> => {
    // Only a hash of the token is kept.
    const key = `${createHash('sha256').update(token).digest('base64url')} ${JSON.stringify(question)}`;
    const known = remembered.get(key);
    if (known !== undefined && known.until > now()) return known.answer;
    remembered.delete(key);
    const answer = await call(() => ask({ url, timeoutMs, fetch: send }, question, { token, method, requestId }));
    const user = verified?.userId;
    if (answer.status === 200 && user !== undefined && (answer.caller.userId ?? user) !== user)
      throw new Unavailable('The response is about another user.');
    // What a key may do can depend on the method of the request, so answers for keys are not remembered.
    if (maxAge > 0 && verified !== undefined && user !== undefined && answer.status !== 401)
      remember(key, answer, verified);
    return answer;
  };

  const check =
    (question: Question): Check =>
    async (request) => {
      const requestId = requestIdForm.test(request.requestId ?? '') ? `${request.requestId}` : randomUUID();
      if (request.authorization === undefined) return refusal(401, requestId, { 'WWW-Authenticate': 'Bearer' });
      const invalid = () => refusal(401, requestId, { 'WWW-Authenticate': 'Bearer error="invalid_token"' });
      const token = bearer.exec(request.authorization)?.[1];
      if (token === undefined || token.length > maxTokenLength) return invalid();
      try {
        const isKey = token.startsWith('ptc_');
        const verified = isKey ? undefined : await readKeys(() => verify(token));
        if (isKey ? !apiKey.test(token) : verified === undefined) return invalid();
        const answer = await answerOf(question, request, { token, verified, requestId });
        if (answer.status !== 200) return answer.status === 401 ? invalid() : refusal(403, requestId);
        const { caller } = answer;
        return { isAllowed: true, caller: { ...caller, userId: caller.userId ?? verified?.userId } };
      } catch (error) {
        const retryAfter = error instanceof Unavailable ? error.retryAfter : 1;
        return refusal(503, requestId, { 'Retry-After': String(retryAfter) });
      }
    };

  return {
    requirePermission: (permission) => check({ permission }),
    requireOperation: (operation) => check({ operation }),
  };
}
