import type { Client, ClientPathsWithMethod, HeadersOptions, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { paths } from './openapi.ts';

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Options of every request. */
export interface RequestOptions {
  readonly headers?: HeadersOptions;
  readonly signal?: AbortSignal;
  /** The `Idempotency-Key` of the request. Default: a random key, if the operation accepts one. */
  readonly idempotencyKey?: string;
}

/**
 * Options of an operation: `params` (with `path`, `query` and `header`) and `body`, if the operation has them, and the
 * options of every request.
 */
type OptionsOf<Operation> = ParamsOption<Operation> & RequestBodyOption<Operation> & RequestOptions;

interface Success {
  readonly content: { readonly 'application/json': unknown };
}

/** The type of `data` in the envelope, or of the whole response if it has no envelope. */
type PayloadOf<Operation> = Operation extends {
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
export type Call<Method extends Verb> = <Path extends ClientPathsWithMethod<Client<paths>, Method>>(
  path: Path,
  ...options: RequestOptions extends OptionsOf<paths[Path][Method]>
    ? [options?: OptionsOf<paths[Path][Method]>]
    : [options: OptionsOf<paths[Path][Method]>]
) => Promise<PayloadOf<paths[Path][Method]>>;

/** Gives an untyped call the types of the API document. The response itself is not validated. */
export const withOperationTypes = <Method extends Verb>(
  call: (path: string, options?: RequestOptions) => Promise<unknown>,
): Call<Method> => call as Call<Method>;
