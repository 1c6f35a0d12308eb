import { setTimeout as sleep } from 'node:timers/promises';
import { totpCodeOf } from '../../src/adapters/totp-codes.ts';
import type { Api, ApiResponse } from '../../test/support/api.ts';
import { unique } from '../../test/support/service.ts';
import { refresh, type Tokens } from '../../test/support/sessions.ts';

/** Counts of the responses that the clients of a test have received, and their faults. */
export interface Seen {
  requests: number;
  refreshes: number;
  /** Requests that were repeated with their key, and got the response to the first one. */
  replays: number;
  /** Logins with the code of an authenticator app. */
  codes: number;
  /** Sessions that ended because of their age. */
  aged: number;
  /** Requests that were sent again because their connection broke before there was a response. */
  broken: number;
  /** Everything that must not happen. */
  readonly faults: string[];
}

export const nothingSeen = (): Seen => ({
  requests: 0,
  refreshes: 0,
  replays: 0,
  codes: 0,
  aged: 0,
  broken: 0,
  faults: [],
});

type Account = Readonly<Record<'username' | 'password', string>>;

/** A reload of nginx closes every idle connection of a client, which then tries them one after another. */
const connections = 20;

/** Sends a request, and again if its connection broke. A response with an error is a fault. */
async function expectAnswer<Data>(
  seen: Seen,
  what: string,
  send: () => Promise<ApiResponse<Data>>,
): Promise<ApiResponse<Data> | undefined> {
  seen.requests += 1;
  const response = await onSomeConnection(seen, send);
  if (response.status < 400) return response;
  seen.faults.push(`${what}: ${response.status} ${response.code} ${response.message}`);
  return undefined;
}

async function onSomeConnection<Response>(seen: Seen, send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isBroken(error) || attempt === connections) throw error;
      seen.broken += 1;
    }
  }
}

/** Whether the connection broke before the response, as far as the client of Node reports it. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Refreshes access tokens long before they end. */
const refreshAfterMs = 4000;
const pauseMs = 50;
/** Repeats of keyed requests lie so far apart that processes are replaced between them. */
const repeatAfterMs = 8000;

/** Uses a session until `over`: reads, refreshes tokens, creates tags with keys and repeats these requests later. */
export async function useSession(
  api: Api,
  account: Account,
  { seen, over, maxAgeMs }: { readonly seen: Seen; readonly over: AbortSignal; readonly maxAgeMs: number },
): Promise<void> {
  const logIn = async (): Promise<Tokens | undefined> =>
    (await expectAnswer(seen, 'login', () => api.post<{ token: Tokens }>('/auth/login', account)))?.data.token;
  const waiting: { readonly at: number; readonly key: string; readonly name: string; readonly id: string }[] = [];
  let tokens = await logIn();
  let [begunAt, refreshedAt] = [Date.now(), Date.now()];
  while (!over.aborted && tokens !== undefined) {
    const { accessToken, refreshToken } = tokens;
    const own = api.as(accessToken);
    await expectAnswer(seen, 'profile', () => own.get('/auth/profile'));
    const due = waiting[0];
    if (due !== undefined && Date.now() - due.at > repeatAfterMs) {
      waiting.shift();
      const again = await expectAnswer(seen, 'repeated tag', () => addTag(own, due));
      if (again?.headers.get('Idempotency-Replayed') === 'true' && again.data.id === due.id) seen.replays += 1;
      else if (again !== undefined) seen.faults.push('A repeated request was executed again.');
    }
    if (waiting.length < 4) {
      const request = { key: unique('key-'), name: unique('rotation-') };
      const made = await expectAnswer(seen, 'tag', () => addTag(own, request));
      if (made !== undefined) waiting.push({ ...request, at: Date.now(), id: made.data.id });
    }
    if (Date.now() - begunAt > maxAgeMs - 2 * refreshAfterMs) {
      // The session would end by its age in the middle of a request.
      seen.aged += 1;
      tokens = await logIn();
      begunAt = Date.now();
      refreshedAt = begunAt;
    } else if (Date.now() - refreshedAt > refreshAfterMs) {
      tokens = (await expectAnswer(seen, 'refresh', () => refresh(api, refreshToken)))?.data.token;
      seen.refreshes += 1;
      refreshedAt = Date.now();
    }
    await sleep(pauseMs);
  }
}

const addTag = (api: Api, { key, name }: { readonly key: string; readonly name: string }) =>
  api.post<{ id: string }>('/tags', { name }, { 'Idempotency-Key': key });

const periodMs = 30_000;

/** Logs in with each code of an authenticator app until `over`. A code can be used once. */
export async function useCodes(
  api: Api,
  account: Account & { readonly secret: string },
  { seen, over }: { readonly seen: Seen; readonly over: AbortSignal },
): Promise<void> {
  const { secret, ...password } = account;
  let used = Math.floor(Date.now() / periodMs);
  while (!over.aborted) {
    const period = Math.floor(Date.now() / periodMs);
    if (period > used) {
      used = period;
      const { errors } = await onSomeConnection(seen, () => api.post('/auth/login', password));
      const challenge: unknown = Object(errors).challenge;
      const code = totpCodeOf(secret, period);
      await expectAnswer(seen, 'code', () => api.post('/auth/login/factor', { challenge, code }));
      seen.codes += 1;
    }
    await sleep(pauseMs);
  }
}
