import type { OptionsArgument, PathWith, PayloadOf, Schemas, Verb } from '@portcullis/client';
import { maxPageSize, toListQueries, type ListParams, type Records } from './lists.ts';
import { changedFields } from './values.ts';

interface Success<Data, Reply> {
  readonly data: Data;
  readonly error: null;
  readonly response: Reply;
}

interface Failed<Failure extends Error, Reply> {
  readonly data: null;
  readonly error: Failure;
  readonly response: Reply;
}

/** The part of an axios response that is used here. axios writes header names in lower case. */
export interface ResponseWithHeaders {
  readonly headers: object;
}

/** The result of a call in the front end: either `data` or `error` is null. */
export type Answer<Data, Failure extends Error = Error, Reply = unknown> =
  | Success<Data, Reply>
  | Failed<Failure, Reply>;

/** A type guard. The compiler cannot narrow `Answer` by `error`, because `Failure` is a type parameter. */
export const hasFailed = <Data, Failure extends Error, Reply>(
  answer: Answer<Data, Failure, Reply>,
): answer is Failed<Failure, Reply> => answer.error !== null;

/** The properties of an axios request that are used here. */
export interface RequestConfig {
  readonly url: string;
  readonly method?: 'post' | 'put' | 'patch' | 'delete';
  readonly params?: object;
  readonly data?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the service through the request instance of the front end. */
export type Request<Failure extends Error, Reply> = <Data>(
  config: RequestConfig,
) => Promise<Answer<Data, Failure, Reply>>;

type CallOptions = Pick<RequestConfig, 'headers'>;

/** Functions that call the operations of the service by method and path, with the types of the API document. */
type Operations<Failure extends Error, Reply> = {
  readonly [Method in Verb]: <Path extends PathWith<Method>>(
    path: Path,
    ...options: OptionsArgument<Path, Method, CallOptions>
  ) => Promise<Answer<PayloadOf<Path, Method>, Failure, Reply>>;
};

interface UntypedOptions extends CallOptions {
  readonly params?: { readonly path?: object; readonly query?: object };
  readonly body?: unknown;
}

/** Gives the request function of the front end the types of the API document. */
export function operationsOf<Failure extends Error, Reply>(
  request: Request<Failure, Reply>,
): Operations<Failure, Reply> {
  const call =
    (method: RequestConfig['method']) =>
    <Data>(path: string, ...[options = {}]: readonly (UntypedOptions | undefined)[]) => {
      const { params: { path: values = {}, query } = {}, body, headers } = options;
      return request<Data>({
        url: path.replace('/api', '').replace(/\{(\w+)\}/g, (_, name: string) => String(Reflect.get(values, name))),
        ...(method !== undefined && { method }),
        ...(query !== undefined && { params: query }),
        ...(typeof body === 'object' && body !== null && { data: body }),
        ...(headers !== undefined && { headers }),
      });
    };
  return {
    get: call(undefined),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  };
}

/** The result of a call whose data is not used. If the call fails, the front end has already shown the message. */
export interface CallResult<Failure> {
  readonly error: Failure | null;
}

/** The id of a row, and the version number that the row had when it was read. */
export interface RowVersion {
  readonly id: string;
  readonly version: number;
}

/** Returns a header with which the service refuses the request if the row has another version number. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

export async function mapData<Data, Result, Failure extends Error, Reply>(
  answer: Promise<Answer<Data, Failure, Reply>>,
  convert: (data: Data) => Result,
): Promise<Answer<Result, Failure, Reply>> {
  const result = await answer;
  return hasFailed(result) ? result : { ...result, data: convert(result.data) };
}

/** Creates the request functions that the modules of several resources share. */
export function callsOf<Failure extends Error, Reply>(request: Request<Failure, Reply>) {
  /**
   * Reads a page of a table. A page that is larger than the maximum of the service needs several requests.
   * @param readPage reads one page of the service, converted to rows
   * @param fields the filter of the service for each field of the search form
   */
  const list = async <Row>(
    readPage: (query: object) => Promise<Answer<Records<Row>, Failure, Reply>>,
    params: ListParams | undefined,
    fields: Readonly<Record<string, string>>,
  ): Promise<Answer<Records<Row>, Failure, Reply>> => {
    const queries = toListQueries(params, fields);
    const rows: Row[] = [];
    for (const [index, query] of queries.entries()) {
      const answer = await readPage(query);
      if (hasFailed(answer)) return answer;
      const { total, size, current, records } = answer.data;
      rows.push(...records);
      if (index === queries.length - 1 || current * size >= total) {
        const shown = { current: Number(params?.['current'] ?? 1), size: Number(params?.['size'] ?? size) };
        return { ...answer, data: { records: rows, total, ...shown } };
      }
    }
    throw new Error('A list has at least one page.');
  };

  const { get } = operationsOf(request);

  /** Reads all roles, page by page. If a role were missing, saving the user form would remove it from the user. */
  const allRoles = async (params: object = {}): Promise<Answer<Schemas['Role'][], Failure, Reply>> => {
    const roles: Schemas['Role'][] = [];
    for (let page = 1; ; page += 1) {
      const query = { ...params, page, pageSize: maxPageSize };
      const answer = await get('/api/roles', { params: { query } });
      if (hasFailed(answer)) return answer;
      roles.push(...answer.data.items);
      if (page * maxPageSize >= answer.data.total) return { ...answer, data: roles };
    }
  };

  const create = (url: string, data: object): Promise<CallResult<Failure>> =>
    request<unknown>({ url, method: 'post', data });

  /** Sends the fields that the form has changed. If there are none, no request is sent. */
  const change = async (url: string, after: object, before: object, version: number): Promise<CallResult<Failure>> => {
    const data = changedFields(after, before);
    if (Object.keys(data).length === 0) return { error: null };
    return request<unknown>({ url, method: 'patch', data, headers: ifMatch(version) });
  };

  const remove = (url: string, { id, version }: RowVersion): Promise<CallResult<Failure>> =>
    request<unknown>({ url: `${url}/${id}`, method: 'delete', headers: ifMatch(version) });

  return { list, allRoles, create, change, remove };
}
