import type { Grants } from '@portcullis/domain/internal/access/access';
import { reachOf } from '@portcullis/domain/internal/access/reach';
import { hasSession, type Caller } from '../checks/callers.ts';
import type { JsonSchema } from '../validation/json-schema.ts';
import { requestOf } from '../validation/request.ts';
import { PagePart } from './list-query.ts';
import { readBody, readParameters, type RequestSchema } from '../validation/validate.ts';
import type { RouteRequest } from './calls.ts';
import type { Endpoint, IdempotencyKeyUse } from './endpoint.ts';
import { nobody, type Access, type RouteSpec } from './route-spec.ts';

/** An endpoint that `mount` accepts. */
export type Route = Endpoint<unknown, unknown, unknown> &
  Access & {
    readonly idempotencyKey?: IdempotencyKeyUse;
    /** Whether the route was made with `read`. Default: false. */
    readonly reads?: boolean;
    /** The schema of the data that `handle` returns. */
    readonly data: JsonSchema;
    /**
     * Validates the parts of the request, calls the handler, and returns the data of the response.
     * @throws {HttpError} validation-failed, and the errors that the handler throws
     */
    readonly handle: (request: RouteRequest) => Promise<unknown>;
  };

/** Returns the whole path of a route, with parameters such as `:id`. */
export const fullPathOf = ({ base = '/api', path }: Pick<Route, 'base' | 'path'>): string => `${base}${path}`;

/** Returns true for all methods except GET. The body is read even if the route ignores it. */
export const readsBody = ({ method }: Route): boolean => method !== 'GET';

/** Returns true if the route reads a page of a list. */
export const isList = ({ method, query }: Pick<Route, 'method' | 'query'>): boolean =>
  method === 'GET' && query !== undefined && new query() instanceof PagePart;

/** Returns true if the route executes requests with the same `Idempotency-Key` only once. */
export const acceptsIdempotencyKey = ({ idempotencyKey = 'ignored' }: Route): boolean => idempotencyKey !== 'ignored';

/**
 * Creates a route. The compiler checks the handler against the request classes and the schema of its data.
 *
 * @example
 * const hello = route({
 *   method: 'GET',
 *   path: '/hello',
 *   operation: 'hello',
 *   summary: 'Say hello',
 *   access: 'public',
 *   data: schema.text,
 *   handle: async () => 'Hello',
 * });
 */
export function route<D, P = undefined, Q = undefined, B = undefined>(spec: RouteSpec<P, Q, B, D>): Route {
  const paramsOf = part(spec.params, (requestClass, sent: RouteRequest['params']) =>
    readParameters(requestClass, sent),
  );
  const queryOf = part(
    spec.query ?? (spec.hasStrictQuery && (NoQuery as RequestSchema<object> as RequestSchema<Q>)),
    readParameters,
  );
  const bodyOf = part(spec.body, (requestClass, input: unknown) => readBody(requestClass, input, spec.ruleErrors));
  const handle = async (request: RouteRequest): Promise<unknown> => {
    const { url, isStrict, client, ifMatch, session, reading, deciding, browser } = request;
    const params = paramsOf(request.params);
    const callerId = (reading ?? session)?.caller?.id;
    const query = queryOf(url.query, isStrict === true || spec.hasStrictQuery === true, callerId);
    const body = bodyOf(request.body);
    if ('read' in spec) {
      if (reading === undefined) throw unreachable(spec, 'views');
      const { caller, views, grants, etags } = reading;
      const isPrivileged = async (): Promise<boolean> => holdsAny(await grants());
      if (spec.access === 'optional') {
        const { roles, permissions } = spec.editors ?? nobody;
        const reader = reading.caller === undefined ? undefined : reading;
        const reach = async () => reachOf({ roles, permissions }, await grants(), caller?.id);
        return spec.read({ params, query, body, client, isEditor: isPrivileged, reach, etags, reading: reader }, views);
      }
      if (caller === undefined) throw unreachable(spec, 'a caller');
      const call = { params, query, body, client, caller, isPrivileged, grants };
      if (spec.access === 'authorized' || spec.acceptsKey) return spec.read(call, views);
      if (!hasSession(caller)) throw unreachable(spec, 'a session');
      return spec.read({ ...call, caller }, views);
    }
    if ('decide' in spec) {
      if (deciding === undefined) throw unreachable(spec, 'an access check');
      return spec.decide({ params, query, body, client, ...deciding });
    }
    if (spec.access === 'public') {
      if (browser === undefined) throw unreachable(spec, 'a browser');
      return spec.handle({ params, query, body, client, ...browser });
    }
    if (session === undefined) throw unreachable(spec, 'a session');
    const call = { params, query, body, client, ifMatch, ...session };
    if (spec.access === 'authorized' || spec.acceptsKey) return spec.handle(call);
    if (!hasSession(session.caller)) throw unreachable(spec, 'a session');
    return spec.handle({ ...call, caller: session.caller });
  };
  return { ...spec, reads: 'read' in spec, handle };
}

/**
 * Calls a use case and converts its result to the data of the response. A route that accepts an `Idempotency-Key` needs
 * it if the two differ, because the response is stored in the transaction of the use case.
 */
export async function viewed<Result, Data>(
  caller: Caller,
  act: (actor: Caller) => Promise<Result>,
  view: (result: Result) => Data,
): Promise<Data> {
  const { keyed } = caller;
  if (keyed === undefined) return view(await act(caller));
  const respond = (result: Result) => keyed.respond(view(result));
  return view(await act({ ...caller, keyed: { ...keyed, respond } }));
}

const holdsAny = ({ roles, permissions }: Grants): boolean => roles.length + permissions.length > 0;

/** The query of a route that refuses all parameters. */
const NoQuery = requestOf({});

/** Returns the reader of a part of a request. For a part without a request class, the reader returns undefined. */
function part<T, Input extends unknown[]>(
  requestClass: RequestSchema<T> | undefined,
  read: (requestClass: RequestSchema<T & object>, ...input: Input) => T,
): (...input: Input) => T {
  if (requestClass === undefined) return () => undefined as T;
  return (...input) => read(requestClass as RequestSchema<T & object>, ...input);
}

const unreachable = ({ method, path }: { readonly method: string; readonly path: string }, missing: string): Error =>
  new Error(`${method} ${path} was reached without ${missing}.`);
