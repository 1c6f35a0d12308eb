import type { AccessViews, CallerViews, StandingQuery } from '@portcullis/application';
import { requireAccess, type Actor, type Requirement, type SessionId, type Standing } from '@portcullis/domain';
import type { Context } from 'koa';
import { invalidToken, type AccessTokenService } from './access-tokens.ts';
import { EdgeRefusal } from '../answers/edge-refusal.ts';

/** Who sent a request, as far as the connection tells. */
export interface Client {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** A logged-in user and the session it speaks through. */
export interface Caller extends Actor {
  readonly sessionId: SessionId;
}

export interface Identified {
  readonly caller: Caller;
  /** Of the codes the route asks about, those the caller holds at this moment. */
  readonly standing: Standing;
}

const bearer = /^Bearer +(\S+) *$/i;
const maxUserAgent = 512;
const ipv4InIpv6 = /^::ffff:(?=\d+\.)/;

export const clientOf = (ctx: Context): Client => ({
  ipAddress: ctx.ip.replace(ipv4InIpv6, ''),
  userAgent: ctx.get('User-Agent').slice(0, maxUserAgent),
});

/** The one place where a request becomes somebody's (specification, section 5). */
export class Gate {
  readonly #tokens: AccessTokenService;
  readonly #access: AccessViews;

  constructor(tokens: AccessTokenService, access: AccessViews) {
    this.#tokens = tokens;
    this.#access = access;
  }

  /** The logged-in check, with everything the later checks need. Refuses: token-missing, token-invalid, token-expired. */
  async identify(ctx: Context, requirement: Requirement): Promise<Identified> {
    const caller = await this.#callerOf(ctx);
    const standing = live(await this.#access.standing(questionOf(caller, requirement)));
    return { caller, standing };
  }

  /** For a route that anyone may use and some see more of: nobody without a token, refused with a bad one. */
  identifyVisitor(ctx: Context, editors: readonly string[]): Promise<Identified> | undefined {
    return ctx.get('Authorization') === '' ? undefined : this.identify(ctx, { anyRole: editors });
  }

  /**
   * Every check of a route that only reads, asked along with the first thing that `read` asks of its views.
   * Refuses: as `identify`, role-required, permission-required, and what `read` refuses.
   */
  async admit<T>(
    ctx: Context,
    requirement: Requirement,
    read: (caller: Caller, views: CallerViews) => Promise<T>,
  ): Promise<T> {
    const caller = await this.#callerOf(ctx);
    return this.#access.admitting(
      questionOf(caller, requirement),
      (standing) => requireAccess(requirement, live(standing)),
      (views) => read(caller, views),
    );
  }

  /** Whom the token names; whether that still holds is asked of the store. */
  async #callerOf(ctx: Context): Promise<Caller> {
    const header = ctx.get('Authorization');
    if (header === '') throw new EdgeRefusal('token-missing', 'Please log in.');
    const token = bearer.exec(header)?.[1];
    if (token === undefined) throw invalidToken();
    const { userId, sessionId } = await this.#tokens.verify(token);
    return { id: userId, sessionId, ...clientOf(ctx) };
  }
}

const questionOf = ({ id, sessionId }: Caller, { anyRole = [], allPermissions = [] }: Requirement): StandingQuery => ({
  userId: id,
  sessionId,
  roles: anyRole,
  permissions: allPermissions,
});

function live(standing: Standing | undefined): Standing {
  if (standing === undefined) throw invalidToken();
  return standing;
}
