import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import { readBytes, receiveBody, type BodyLimits } from '../body/receive-body.ts';
import type { Authenticator } from '../checks/authenticator.ts';
import { clientOf } from '../checks/request-head.ts';
import type { Limit, RateLimits } from '../checks/rate-limit.ts';
import { HttpError, notReady } from '../responses/http-error.ts';
import { localFetch, type LocalFetch } from './local-fetch.ts';
import type { Admit } from './admission.ts';

/** A request of an assistant, and a function that sends requests of the same caller to this service. */
interface AgentRequest {
  readonly request: Request;
  readonly fetch: LocalFetch;
}

/** What the endpoint for assistants needs. */
export interface AgentOptions {
  /** Speaks the protocol of assistants. */
  readonly serve: (call: AgentRequest) => Promise<Response>;
  readonly authenticator: Authenticator;
  readonly admit: Admit;
  readonly limits: RateLimits;
  /** Limit on the requests of one caller. */
  readonly limit: Limit;
  readonly bodyLimits: BodyLimits;
  /** Maximum number of requests of one caller that are served at once. */
  readonly atOnce: number;
  /** The origins whose pages may call the endpoint. */
  readonly corsOrigins: readonly string[];
  readonly state: { readonly isServing: boolean };
  /** Returns the server of the service, which serves the requests of the tools too. */
  readonly server: () => Server;
}

const agentPath = '/mcp';
const methods = new Set(['GET', 'POST', 'DELETE']);

/**
 * Serves the endpoint for assistants. Each of its tools sends a request to the service itself, so the service decides
 * about it as about every other request of the caller.
 */
export function serveAgents(options: AgentOptions): Middleware {
  const { serve, authenticator, admit, limits, limit, bodyLimits, atOnce, corsOrigins, state, server } = options;
  const served = new Map<string, number>();
  return async (ctx, next) => {
    if (ctx.path !== agentPath || !methods.has(ctx.method)) {
      await next();
      return;
    }
    ctx['_matchedRoute'] = agentPath;
    if (!state.isServing) throw notReady();
    // A page of another site must not use the network position of its visitor.
    const origin = ctx.get('Origin');
    if (origin !== '' && !corsOrigins.includes(origin)) {
      ctx.status = 403;
      ctx.body = { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'This origin is not in CORS_ORIGINS.' } };
      return;
    }
    ctx.set('WWW-Authenticate', 'Bearer');
    const client = clientOf(ctx);
    const { caller } = await admit('reads', () => authenticator.authenticate(ctx, client, { keyUse: 'reads' }));
    ctx.remove('WWW-Authenticate');
    ctx.state['userId'] = caller.id;
    const callerId = caller.apiKey?.id ?? caller.id;
    ctx.set((await limits.count(limit, callerId)).headers);
    const count = served.get(callerId) ?? 0;
    if (count >= atOnce) throw tooManyAtOnce(limit, atOnce);
    served.set(callerId, count + 1);
    ctx.res.once('close', () => {
      const left = (served.get(callerId) ?? 1) - 1;
      if (left > 0) served.set(callerId, left);
      else served.delete(callerId);
    });
    const request = await requestOf(ctx, bodyLimits);
    const fetch = localFetch(server, client, {
      Authorization: ctx.get('Authorization'),
      'X-Request-Id': client.requestId ?? '',
      'User-Agent': client.userAgent,
    });
    await respond(ctx, await serve({ request, fetch }));
  };
}

const tooManyAtOnce = ({ name }: Limit, atOnce: number): HttpError =>
  new HttpError('too-many-requests', `At most ${atOnce} requests are served at once.`, {
    headers: { 'Retry-After': '1' },
    limit: name,
  });

const unreadable = (): HttpError => new HttpError('malformed-body', 'The body could not be read.');

/** @throws {HttpError} body-too-large, body-too-slow, malformed-body */
async function requestOf(ctx: Context, limits: BodyLimits): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(ctx.headers)) if (typeof value === 'string') headers.set(name, value);
  const url = `http://localhost${agentPath}`;
  if (ctx.method !== 'POST') return new Request(url, { method: ctx.method, headers });
  const body = await receiveBody(ctx, limits, {
    refuseOtherTypes: () => undefined,
    read: async (length) => (await readBytes(ctx.req, length, limits.maxBytes, unreadable)).toString(),
  });
  return new Request(url, { method: ctx.method, headers, body: typeof body === 'string' ? body : '' });
}

async function respond(ctx: Context, { status, headers, body }: Response): Promise<void> {
  ctx.status = status;
  ctx.set(Object.fromEntries(headers));
  ctx.set('Cache-Control', 'no-store');
  ctx.body = body === null ? null : Readable.fromWeb(body);
}
