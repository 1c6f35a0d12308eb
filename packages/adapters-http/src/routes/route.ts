import type { CallerViews } from '@portcullis/application';
import type { Requirement, UserId } from '@portcullis/domain';
import { LRUCache } from 'lru-cache';
import type { Reason } from '../answers/error-table.ts';
import type { Caller, Client } from '../checks/gate.ts';
import type { BodyLimits } from '../body/json-body.ts';
import type { Limit } from '../checks/rate-limit.ts';
import { readBody, readParameters, type Shape } from '../validation/read.ts';
import type { JsonSchema, Schema } from '../validation/schema.ts';
import type { Versioned } from '../answers/versioned.ts';

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
  /** Versions of the answer that the visitor has; `undefined` for one with a token, whose answers are not kept. */
  readonly known: readonly string[] | undefined;
  /** Whether the visitor holds one of the route's `editors` roles. */
  readonly isEditor: boolean;
}

/** One row of the specification's endpoint tables, as data. */
interface Endpoint<Params, Query, Body> {
  /** Names it in the API document, and so in clients generated from that. */
  readonly operation: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What a caller should know beside that. */
  readonly description?: string;
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
  /** What the request waits for besides the store: the hash of a password, or the conversion of a document. */
  readonly takesLong?: 'password' | 'document';
  /** Media type of an answer that goes without the envelope, as a `Verbatim`. */
  readonly media?: string;
  /** How its use case can refuse, beside what the checks before it refuse. */
  readonly refuses?: readonly Reason[];
}

interface StrangerCall<Params, Query, Body> extends Call<Params, Query, Body> {
  /** Tells the log whom the stranger turned out to be. */
  readonly introduce: (userId: UserId) => void;
}

/** What an endpoint answers, and the handler that is held to it. */
interface Handled<Called, Data, Answered = Data> {
  readonly data: Schema<Data>;
  readonly handle: (call: Called) => Promise<NoInfer<Answered>>;
}

/** No token is looked at, good or bad. */
interface Open<P, Q, B, D> extends Endpoint<P, Q, B>, Handled<StrangerCall<P, Q, B>, D> {
  readonly who: 'anyone';
}

/** Public; a token that is sent must be good, and holders of one of `editors` see more. */
interface Public<P, Q, B, D> extends Endpoint<P, Q, B>, Handled<VisitorCall<P, Q, B>, D, D | Versioned<D>> {
  readonly who: 'visitor';
  readonly editors: readonly string[];
}

/** Answers what it reads, and changes nothing: the access check is asked along with its first question to `views`. */
interface Reading<Called, Data> {
  /** Calls are counted after the check; what is read has been asked by then. */
  readonly limit?: never;
  readonly data: Schema<Data>;
  readonly read: (call: Called, views: CallerViews) => Promise<NoInfer<Data>>;
}

type ForCallers<P, Q, B, D> = Endpoint<P, Q, B> & (Handled<CallerCall<P, Q, B>, D> | Reading<CallerCall<P, Q, B>, D>);

/** Any logged-in user. */
type LoggedIn<P, Q, B, D> = ForCallers<P, Q, B, D> & { readonly who: 'logged-in' };

/** A logged-in user with one of `anyRole` and all of `allPermissions`. */
type Held<P, Q, B, D> = ForCallers<P, Q, B, D> & Requirement & { readonly who: 'holder' };

type Spec<P, Q, B, D> = Open<P, Q, B, D> | Public<P, Q, B, D> | LoggedIn<P, Q, B, D> | Held<P, Q, B, D>;

/** What stands behind the question mark: its text, and the parameters in that. */
interface RawQuery {
  readonly text: string;
  readonly parameters: () => Readonly<Record<string, string | string[] | undefined>>;
}

/** The parts of a request as they came. */
interface RawCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: RawQuery;
  readonly body: unknown;
  readonly client: Client;
  readonly caller: Caller | undefined;
  readonly isEditor: boolean;
  readonly known: readonly string[] | undefined;
  /** Of a route that reads. */
  readonly views: CallerViews | undefined;
  readonly introduce: (userId: UserId) => void;
}

type Access =
  | { readonly who: 'anyone' | 'logged-in' }
  | { readonly who: 'visitor'; readonly editors: readonly string[] }
  | ({ readonly who: 'holder' } & Requirement);

/** An endpoint ready to be mounted: `who` is never left out, so none is open by omission. */
export type Route = Endpoint<unknown, unknown, unknown> &
  Access & {
    /** Of a route that reads: what the access check asks, along with the first question to the views. */
    readonly reading?: Requirement;
    /** Schema of what `answer` answers. */
    readonly data: JsonSchema;
    /** Reads the parts by their shapes and answers `data`. Refuses: validation-failed, and what the handler refuses. */
    readonly answer: (call: RawCall) => Promise<unknown>;
  };

/** Every request but a GET may have a body, whether or not its route looks at it. */
export const readsBody = ({ method }: Route): boolean => method !== 'GET';

/** Ties a handler to the shapes it reads and the schema of what it answers. */
export function route<D, P = undefined, Q = undefined, B = undefined>(spec: Spec<P, Q, B, D>): Route {
  const queryOf = queryReader(spec.query);
  const answer = async (raw: RawCall): Promise<unknown> => {
    const call = {
      params: part(spec.params, (shape) => readParameters(shape, raw.params)),
      query: queryOf(raw.query),
      body: part(spec.body, (shape) => readBody(shape, raw.body)),
      client: raw.client,
    };
    // Spread last, as the parts are.
    switch (spec.who) {
      case 'anyone':
        return spec.handle({ introduce: raw.introduce, ...call });
      case 'visitor':
        return spec.handle({ isEditor: raw.isEditor, known: raw.known, ...call });
      default: {
        const { caller, views } = raw;
        if (caller === undefined) throw new Error(`${spec.method} ${spec.path} was reached without a caller.`);
        if (!('read' in spec)) return spec.handle({ caller, ...call });
        if (views === undefined) throw new Error(`${spec.method} ${spec.path} was reached without views.`);
        return spec.read({ caller, ...call }, views);
      }
    }
  };
  return { ...spec, ...('read' in spec && { reading: spec.who === 'holder' ? spec : {} }), answer };
}

/** Good queries are remembered by their text: most clients ask for the same few pages, and each is read by eight rules or more. */
const rememberedQueries = { max: 50, maxLength: 100 };

function queryReader<T>(shape: Shape<T> | undefined): (query: RawQuery) => T {
  const remembered = new LRUCache<string, T & object>({ max: rememberedQueries.max });
  const readWith =
    ({ text, parameters }: RawQuery) =>
    (asked: Shape<T & object>): T => {
      const known = remembered.get(text);
      if (known !== undefined) return known;
      const query = Object.freeze(readParameters(asked, parameters()));
      if (text.length <= rememberedQueries.maxLength) remembered.set(text, query);
      return query;
    };
  return (query) => part(shape, readWith(query));
}

/** A part whose shape is left out is `undefined`, as the type parameter's default says. */
function part<T>(shape: Shape<T> | undefined, read: (shape: Shape<T & object>) => T): T {
  return shape === undefined ? (undefined as T) : read(shape as Shape<T & object>);
}
