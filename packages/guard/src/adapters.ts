import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from './ask.ts';
import { createGuard, type Check, type GuardOptions, type Outcome } from './guard.ts';

/** Returns guards whose checks have the form of a framework. */
const guardsWith =
  <Middleware>(adapt: (check: Check) => Middleware) =>
  (options: GuardOptions) => {
    const { requirePermission, requireOperation } = createGuard(options);
    return {
      requirePermission: (code: string): Middleware => adapt(requirePermission(code)),
      requireOperation: (id: string): Middleware => adapt(requireOperation(id)),
    };
  };

const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.[0];

const checkNode = (check: Check, { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>) =>
  check({ method, authorization: headers.authorization, requestId: first(headers['x-request-id']) });

type Refused = Exclude<Outcome, { readonly isAllowed: true }>;

/** A timeout of the service may have sent a response while the guard was waiting for Portcullis. */
function respond(response: ServerResponse, { status, headers, body }: Refused): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...headers });
  response.end(body);
}

/**
 * For `node:http`. A check returns the caller, or undefined after it has sent the response.
 * @example
 * import { createServer } from 'node:http';
 *
 * const mayRead = nodeGuard({ url: 'https://id.example.com' }).requirePermission('project.read');
 * createServer(async (request, response) => {
 *   const caller = await mayRead(request, response);
 *   if (caller !== undefined) response.end('[]');
 * });
 */
export const nodeGuard = guardsWith(
  (check) =>
    async (request: IncomingMessage, response: ServerResponse): Promise<Caller | undefined> => {
      const outcome = await checkNode(check, request);
      if (outcome.isAllowed) return outcome.caller;
      respond(response, outcome);
      return undefined;
    },
);

/** A request of Express. After a check, `portcullis` contains the caller. */
type ExpressRequest = IncomingMessage & { portcullis?: Caller };

/**
 * For Express. The caller is in `request.portcullis`.
 * @example
 * const { requirePermission } = expressGuard({ url: 'https://id.example.com' });
 * const mayRead = requirePermission('project.read'); // app.get('/projects', mayRead, listProjects);
 */
export const expressGuard = guardsWith(
  (check) =>
    async (request: ExpressRequest, response: ServerResponse, next: () => void): Promise<void> => {
      const outcome = await checkNode(check, request);
      if (!outcome.isAllowed) {
        respond(response, outcome);
        return;
      }
      request.portcullis = outcome.caller;
      next();
    },
);

/** The part of a context of Koa that the guard uses. */
interface KoaContext {
  readonly req: IncomingMessage;
  readonly state: Record<string, unknown>;
  status: number;
  body: unknown;
  readonly set: (headers: Record<string, string>) => void;
}

/**
 * For Koa. The caller is in `ctx.state.portcullis`.
 * @example
 * const { requirePermission } = koaGuard({ url: 'https://id.example.com' });
 * const mayRead = requirePermission('project.read'); // router.get('/projects', mayRead, listProjects);
 */
export const koaGuard = guardsWith((check) => async (ctx: KoaContext, next: () => Promise<unknown>): Promise<void> => {
  const outcome = await checkNode(check, ctx.req);
  if (outcome.isAllowed) {
    ctx.state['portcullis'] = outcome.caller;
    await next();
    return;
  }
  ctx.status = outcome.status;
  ctx.set({ ...outcome.headers });
  ctx.body = outcome.body;
});

/** The parts of a request and a reply of Fastify that the guard uses. */
interface FastifyRequest {
  readonly raw: IncomingMessage;
  portcullis?: Caller;
}
interface FastifyReply {
  readonly code: (status: number) => FastifyReply;
  readonly headers: (headers: Record<string, string>) => FastifyReply;
  readonly send: (body: string) => FastifyReply;
}

/**
 * For Fastify, as a `preHandler` or `onRequest` hook. The caller is in `request.portcullis`.
 * @example
 * const { requirePermission } = fastifyGuard({ url: 'https://id.example.com' });
 * const onRequest = requirePermission('project.read'); // app.get('/projects', { onRequest }, listProjects);
 */
export const fastifyGuard = guardsWith(
  (check) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const outcome = await checkNode(check, request.raw);
      if (!outcome.isAllowed)
        return reply
          .code(outcome.status)
          .headers({ ...outcome.headers })
          .send(outcome.body);
      request.portcullis = outcome.caller;
      return undefined;
    },
);

/** The part of a context of Hono that the guard uses. */
interface HonoContext {
  readonly req: { readonly method: string; readonly header: (name: string) => string | undefined };
  readonly set: (name: 'portcullis', caller: Caller) => void;
}

/**
 * For Hono. The caller is in `c.get('portcullis')`.
 * @example
 * const { requirePermission } = honoGuard({ url: 'https://id.example.com' });
 * const mayRead = requirePermission('project.read'); // app.get('/projects', mayRead, listProjects);
 */
export const honoGuard = guardsWith(
  (check) =>
    async (c: HonoContext, next: () => Promise<void>): Promise<Response | undefined> => {
      const outcome = await check({
        method: c.req.method,
        authorization: c.req.header('Authorization'),
        requestId: c.req.header('X-Request-Id'),
      });
      if (!outcome.isAllowed) {
        const { status, headers, body } = outcome;
        return new Response(body, { status, headers });
      }
      c.set('portcullis', outcome.caller);
      await next();
      return undefined;
    },
);
