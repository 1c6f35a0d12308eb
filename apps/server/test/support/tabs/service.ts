import type { SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import {
  matchRefreshToken,
  openSession,
  rotateSession,
  type Session,
} from '@portcullis/domain/internal/accounts/session';

const lifetimes = { idleMs: 7 * 86_400_000, maxMs: 30 * 86_400_000 };
const accessMs = 15 * 60_000;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const success = (data: unknown): Reply => ({ status: 200, body: { code: 0, data, message: '', errors: null } });
const refusal = (code: number): Reply => ({ status: 401, body: { code, data: null, message: '', errors: null } });

/**
 * A service with one user, whose sessions follow the rules of the domain. Refresh tokens are `R.<session>.<number>` and
 * access tokens `A.<session>.<expiry>`.
 */
export class ModelService {
  now = Date.UTC(2026, 0, 1);
  /** Sessions that ended because a refresh token was used again after 10 seconds. */
  ended = 0;
  /** Refresh tokens that were used again within 10 seconds. */
  repeated = 0;
  /** The newest refresh token. */
  newest = '';
  readonly #sessions = new Map<string, Session>();
  #logins = 0;

  handle(method: string, path: string, authorization: string | null, body: string): Reply {
    if (path === '/api/auth/login') return this.#logIn();
    if (path === '/api/auth/refresh') return this.#refresh(JSON.parse(body).refreshToken);
    const [, id = '', expiry = ''] = /^Bearer A\.(\d+)\.(\d+)$/.exec(authorization ?? '') ?? [];
    if (id === '') return refusal(1001);
    if (!this.#sessions.has(id)) return refusal(1103);
    if (Number(expiry) <= this.now) return refusal(1102);
    if (method === 'POST') return success(null);
    if (path === '/api/auth/operations') return success([{ id: 'listUsers', when: 'always' }]);
    return success({ id: '1', username: 'model', email: '', nickName: null, roles: [], permissions: ['user.read'] });
  }

  #tokens({ id, refreshHash }: Session) {
    this.newest = refreshHash;
    return { accessToken: `A.${id}.${this.now + accessMs}`, refreshToken: refreshHash, expiresIn: '15m' };
  }

  #logIn(): Reply {
    this.#logins += 1;
    const id = String(this.#logins);
    const fields = {
      id: id as SessionId,
      userId: '1' as UserId,
      ipAddress: '',
      userAgent: '',
      hasFactor: false,
      passkeyId: null,
    };
    const session = openSession({ ...fields, refreshHash: `R.${id}.1` }, new Date(this.now), lifetimes);
    this.#sessions.set(id, session);
    return success({ user: { id: '1', username: 'model', roles: [] }, token: this.#tokens(session) });
  }

  #refresh(token: string): Reply {
    const [, id = '', number = ''] = token.split('.');
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(1103);
    const at = new Date(this.now);
    const match = matchRefreshToken(session, token, at);
    if (match === 'unknown') {
      this.ended += 1;
      this.#sessions.delete(id);
      return refusal(1103);
    }
    if (match === 'previous') {
      this.repeated += 1;
      return success({ token: this.#tokens(session) });
    }
    const rotated = rotateSession(session, `R.${id}.${Number(number) + 1}`, at, lifetimes);
    this.#sessions.set(id, rotated);
    return success({ token: this.#tokens(rotated) });
  }
}
