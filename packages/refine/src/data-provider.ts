import type { AnyRequestOptions, Client, Verb } from '@portcullis/client';
import type { BaseKey, DataProvider, GetListResponse, GetManyResponse, MetaQuery, Pagination } from '@refinedev/core';
import { listQueryOf, maxPageSize } from './list-query.ts';
import { orProviderError } from './provider-error.ts';
import { pathOf } from './resource-names.ts';

interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
}

/** The fields that every resource has, and that no request contains. */
const readOnly: readonly string[] = ['id', 'version', 'createdAt', 'updatedAt'];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the values that a request contains. Forms of refine also return the read-only fields of a record. */
const bodyOf = (values: unknown): unknown =>
  isRecord(values) ? Object.fromEntries(Object.entries(values).filter(([name]) => !readOnly.includes(name))) : values;

/** Returns the header under which the service refuses a change of a version other than the one that the user has seen. */
function ifMatch(values: unknown, meta: MetaQuery | undefined): { header?: { 'If-Match': string } } {
  const version: unknown = meta?.['version'] ?? (isRecord(values) ? values['version'] : undefined);
  return typeof version === 'number' ? { header: { 'If-Match': `"${version}"` } } : {};
}

/** Returns the path of a resource, which `meta.path` can replace. */
function pathIn(resource: string, meta: MetaQuery | undefined): string {
  const path: unknown = meta?.['path'];
  return typeof path === 'string' ? path : pathOf(resource);
}

const verbs: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'] satisfies readonly Verb[];
const isVerb = (method: string): method is Verb => verbs.includes(method);

/**
 * The data provider of refine. A resource is the path below `/api` with dots, such as `roles` or `acme.projects`.
 * `meta.path` is another path. A change sends the `version` of the values, or of `meta`, in `If-Match`, so that it is
 * refused if somebody else has changed the record.
 * @throws {ProviderError} if the service returns an error
 * @example
 * const portcullis = createClient({ baseUrl: 'http://127.0.0.1:3000' });
 * const provider = dataProvider(portcullis);
 * const { data, total } = await provider.getList({ resource: 'acme.projects', pagination: { pageSize: 20 } });
 */
export function dataProvider(client: Pick<Client, 'request'>): Required<Omit<DataProvider, ManyChanges>> {
  const request = <Data>(verb: Verb, path: string, options?: AnyRequestOptions): Promise<Data> =>
    orProviderError(client.request<Data>(verb, path, options));
  const readOne = async <Data>(resource: string, id: BaseKey, meta: MetaQuery | undefined): Promise<Data> =>
    request<Data>('get', `${pathIn(resource, meta)}/{id}`, { params: { path: { id: String(id) } } });

  return {
    getApiUrl: () => '/api',
    getList: async <Data>({ resource, pagination, meta, ...rest }: ListParameters): Promise<GetListResponse<Data>> => {
      const path = pathIn(resource, meta);
      const query = listQueryOf(rest);
      const read = (page: number, pageSize: number) =>
        request<Page<Data>>('get', path, { params: { query: { ...query, page, pageSize } } });
      if (isOnePage(pagination)) {
        const { items, total } = await read(pagination?.currentPage ?? 1, pagination?.pageSize ?? 10);
        return { data: items, total };
      }
      const first = await read(1, maxPageSize);
      const data = [...first.items];
      for (let page = 2; data.length < first.total; page += 1) {
        const { items } = await read(page, maxPageSize);
        if (items.length === 0) break;
        data.push(...items);
      }
      return { data, total: data.length };
    },
    getOne: async ({ resource, id, meta }) => ({ data: await readOne(resource, id, meta) }),
    getMany: async <Data>({ resource, ids, meta }: ManyParameters): Promise<GetManyResponse<Data>> => {
      const unique = [...new Set(ids.map(String))];
      const path = pathIn(resource, meta);
      const data: Data[] = [];
      for (let first = 0; first < unique.length; first += maxPageSize) {
        const query = { ids: unique.slice(first, first + maxPageSize), pageSize: maxPageSize };
        data.push(...(await request<Page<Data>>('get', path, { params: { query } })).items);
      }
      return { data };
    },
    create: async ({ resource, variables, meta }) => ({
      data: await request('post', pathIn(resource, meta), { body: bodyOf(variables) }),
    }),
    update: async ({ resource, id, variables, meta }) => ({
      data: await request('patch', `${pathIn(resource, meta)}/{id}`, {
        params: { path: { id: String(id) }, ...ifMatch(variables, meta) },
        body: bodyOf(variables),
      }),
    }),
    deleteOne: async ({ resource, id, variables, meta }) => ({
      data: await request('delete', `${pathIn(resource, meta)}/{id}`, {
        params: { path: { id: String(id) }, ...ifMatch(variables, meta) },
      }),
    }),
    custom: async ({ url, method, payload, query, headers = {} }) => {
      if (!isVerb(method)) throw new TypeError(`The service has no operation with the method ${method}.`);
      const params = isRecord(query) ? { params: { query } } : {};
      return {
        data: await request(method, url, { ...params, headers, ...(payload !== undefined && { body: payload }) }),
      };
    },
  };
}

/** refine calls the functions for one record for each of several records. */
type ManyChanges = 'createMany' | 'updateMany' | 'deleteMany';

type ListParameters = Parameters<DataProvider['getList']>[0];
type ManyParameters = Parameters<NonNullable<DataProvider['getMany']>>[0];

/** Whether a list is read page by page. Otherwise, refine divides it, or shows all of it. */
const isOnePage = (pagination: Pagination | undefined): boolean => (pagination?.mode ?? 'server') === 'server';
