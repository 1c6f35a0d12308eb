import type { Client, ClientPathsWithMethod, HeadersOptions, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { paths } from './openapi.ts';

/** The methods of the operations. */
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Options of every request. */
export interface RequestOptions {
  readonly headers?: HeadersOptions;
  readonly signal?: AbortSignal;
  /** The `Idempotency-Key` of the request. Default: a random key, if the operation accepts one. */
  readonly idempotencyKey?: string;
}

/** Options of a request to a path that is not known at compile time. */
export interface AnyRequestOptions extends RequestOptions {
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly header?: Readonly<Record<string, string>>;
  };
  readonly body?: unknown;
}

/** The paths of the operations with a method. */
export type PathWith<Method extends Verb, Api extends object = paths> = ClientPathsWithMethod<Client<Api>, Method>;

type OperationOf<Api, Path extends keyof Api, Method> = Method extends keyof Api[Path] ? Api[Path][Method] : never;

/**
 * The last argument of a call: `params` (with `path`, `query` and `header`) and `body`, if the operation has them, and
 * the options of every request. It can be omitted if the operation requires no parameter and no body.
 */
export type OptionsArgument<Path extends keyof Api, Method extends Verb, Common, Api extends object = paths> =
  Common extends OptionsOf<OperationOf<Api, Path, Method>, Common>
    ? [options?: OptionsOf<OperationOf<Api, Path, Method>, Common>]
    : [options: OptionsOf<OperationOf<Api, Path, Method>, Common>];

type OptionsOf<Operation, Common> = ParamsOption<Operation> & RequestBodyOption<Operation> & Common;

interface Success {
  readonly content: { readonly 'application/json': unknown };
}

/** The type of `data` in the envelope, or of the whole response if it has no envelope. */
export type PayloadOf<Path extends keyof Api, Method extends Verb, Api extends object = paths> =
  OperationOf<Api, Path, Method> extends {
    responses: { 200: infer Response extends Success } | { 201: infer Response extends Success };
  }
    ? Response['content']['application/json'] extends { code: 0; data: infer Data }
      ? Data
      : Response['content']['application/json']
    : never;

/**
 * Calls an operation and returns the `data` of the envelope, or the whole response if it has no envelope.
 * @throws {PortcullisError} if the service returns an error
 * @throws {TypeError} from `fetch`, if there is no response
 */
export type Call<Method extends Verb, Api extends object = paths> = <Path extends PathWith<Method, Api>>(
  path: Path,
  ...options: OptionsArgument<Path, Method, RequestOptions, Api>
) => Promise<PayloadOf<Path, Method, Api>>;

/** Gives an untyped call the types of the API document. The response itself is not validated. */
export const withOperationTypes = <Method extends Verb, Api extends object = paths>(
  call: (path: string, options?: RequestOptions) => Promise<unknown>,
): Call<Method, Api> => call as Call<Method, Api>;

/** Calls an operation whose path is not known at compile time. `Data` is what the caller expects. */
export type AnyCall = <Data = unknown>(verb: Verb, path: string, options?: AnyRequestOptions) => Promise<Data>;

/** Gives an untyped call the types that its callers expect. The response itself is not validated. */
export const withExpectedTypes = (
  call: (verb: Verb, path: string, options?: AnyRequestOptions) => Promise<unknown>,
): AnyCall => call as AnyCall;
