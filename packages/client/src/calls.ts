import type { Client, ClientPathsWithMethod, HeadersOptions, ParamsOption, RequestBodyOption } from 'openapi-fetch';
import type { paths } from './openapi.ts';

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What any request takes. */
export interface RequestOptions {
  readonly headers?: HeadersOptions;
  readonly signal?: AbortSignal;
}

/** What an operation takes: `params` (`path`, `query`) and `body`, as far as it has them. */
type OptionsOf<Operation> = ParamsOption<Operation> & RequestBodyOption<Operation> & RequestOptions;

interface Success {
  readonly content: { readonly 'application/json': unknown };
}

/** `data` of a success's envelope, or all of what comes without one. */
type PayloadOf<Operation> = Operation extends {
  responses: { 200: infer Answer extends Success } | { 201: infer Answer extends Success };
}
  ? Answer['content']['application/json'] extends { code: 0; data: infer Data }
    ? Data
    : Answer['content']['application/json']
  : never;

/**
 * Calls an operation and answers the `data` of its envelope.
 * Throws a PortcullisError where that is refused, and what `fetch` throws where nothing answers.
 */
export type Call<Method extends Verb> = <Path extends ClientPathsWithMethod<Client<paths>, Method>>(
  path: Path,
  ...options: RequestOptions extends OptionsOf<paths[Path][Method]>
    ? [options?: OptionsOf<paths[Path][Method]>]
    : [options: OptionsOf<paths[Path][Method]>]
) => Promise<PayloadOf<paths[Path][Method]>>;

/** Gives an untyped call the types of its verb: what comes from the service is taken at the word of the API document. */
export const typed = <Method extends Verb>(
  call: (path: string, options?: RequestOptions) => Promise<unknown>,
): Call<Method> => call as Call<Method>;
