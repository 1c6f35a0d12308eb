import type { Requirement } from '@portcullis/domain';
import type { Caller, Client } from './gate.ts';
import type { BodyLimits } from './json-body.ts';
import type { Limit } from './rate-limit.ts';
import { readBody, readParameters, type Shape } from './read.ts';

/** What a handler sees of a request; Koa stays behind this line. */
interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly client: Client;
}

interface CallerCall<Params, Query, Body> extends Call<Params, Query, Body> {
  readonly caller: Caller;
}

interface VisitorCall<Params, Query, Body> extends Call<Params, Query, Body> {
  /** Whether the visitor holds one of the route's `editors` roles. */
  readonly isEditor: boolean;
}

/** One row of the specification's endpoint tables, as data. */
interface Endpoint<Params, Query, Body> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  readonly path: string;
  readonly params?: Shape<Params>;
  readonly query?: Shape<Query>;
  readonly body?: Shape<Body>;
  /** Status of the success; 201 for what creates. */
  readonly status?: 200 | 201;
  readonly limit?: Limit;
  /** For a body larger than the usual one. */
  readonly bodyLimits?: BodyLimits;
}

/** No token is looked at, good or bad. */
interface Open<P, Q, B> extends Endpoint<P, Q, B> {
  readonly who: 'anyone';
  readonly handle: (call: Call<P, Q, B>) => Promise<unknown>;
}

/** Public; a token that is sent must be good, and holders of one of `editors` see more. */
interface Public<P, Q, B> extends Endpoint<P, Q, B> {
  readonly who: 'visitor';
  readonly editors: readonly string[];
  readonly handle: (call: VisitorCall<P, Q, B>) => Promise<unknown>;
}

/** Any logged-in user. */
interface LoggedIn<P, Q, B> extends Endpoint<P, Q, B> {
  readonly who: 'logged-in';
  readonly handle: (call: CallerCall<P, Q, B>) => Promise<unknown>;
}

/** A logged-in user with one of `anyRole` and all of `allPermissions`. */
interface Held<P, Q, B> extends Endpoint<P, Q, B>, Requirement {
  readonly who: 'holder';
  readonly handle: (call: CallerCall<P, Q, B>) => Promise<unknown>;
}

type Spec<P, Q, B> = Open<P, Q, B> | Public<P, Q, B> | LoggedIn<P, Q, B> | Held<P, Q, B>;

/** The parts of a request as they came. */
interface RawCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  readonly client: Client;
  readonly caller: Caller | undefined;
  readonly isEditor: boolean;
}

type Access =
  | Pick<Open<unknown, unknown, unknown>, 'who'>
  | Pick<Public<unknown, unknown, unknown>, 'who' | 'editors'>
  | Pick<LoggedIn<unknown, unknown, unknown>, 'who'>
  | ({ readonly who: 'holder' } & Requirement);

/** An endpoint ready to be mounted: `who` is never left out, so none is open by omission. */
export type Route = Endpoint<unknown, unknown, unknown> &
  Access & {
    /** Reads the parts by their shapes and answers `data`. Refuses: invalid-request, and what the handler refuses. */
    readonly answer: (call: RawCall) => Promise<unknown>;
  };

/** Ties a handler to the shapes it reads. */
export function route<P = undefined, Q = undefined, B = undefined>(spec: Spec<P, Q, B>): Route {
  const answer = async (raw: RawCall): Promise<unknown> => {
    const call = {
      params: part(spec.params, (shape) => readParameters(shape, raw.params)),
      query: part(spec.query, (shape) => readParameters(shape, raw.query)),
      body: part(spec.body, (shape) => readBody(shape, raw.body)),
      client: raw.client,
    };
    switch (spec.who) {
      case 'anyone':
        return spec.handle(call);
      case 'visitor':
        return spec.handle({ ...call, isEditor: raw.isEditor });
      default:
        if (raw.caller === undefined) throw new Error(`${spec.method} ${spec.path} was reached without a caller.`);
        return spec.handle({ ...call, caller: raw.caller });
    }
  };
  const { handle: _handle, ...endpoint } = spec;
  return { ...endpoint, answer };
}

/** A part whose shape is left out is `undefined`, as the type parameter's default says. */
function part<T>(shape: Shape<T> | undefined, read: (shape: Shape<T & object>) => T): T {
  return shape === undefined ? (undefined as T) : read(shape as Shape<T & object>);
}
