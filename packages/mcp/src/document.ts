import type { Verb } from '@portcullis/client';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema, as the API document contains it. */
export type JsonSchema = JsonObject;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** An operation of the API document. */
interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}

/** The parts of the API document that tools are derived from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Verb, DocumentOperation>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** An operation, and how a request for it is made. */
export interface Operation {
  readonly id: string;
  readonly verb: Verb;
  readonly path: string;
  readonly summary: string;
  /** The name of the parameter in the path; undefined if there is none. */
  readonly idName: string | undefined;
  readonly query: readonly Parameter[];
  /** Whether the request can name the version that the caller has seen. */
  readonly isConditional: boolean;
  /** The schema of the JSON body; undefined if the operation takes none. */
  readonly body: JsonSchema | undefined;
  readonly isUpload: boolean;
}

/** The API of a service. */
export interface Api {
  /** The collections with entries that can be listed and read, by the type of their entries. */
  readonly collections: ReadonlyMap<string, string>;
  /** Finds an operation by its method and path, such as `get /api/contents/{id}`. */
  readonly find: (endpoint: string) => Operation | undefined;
  readonly schemas: ApiDocument['components']['schemas'];
}

/** An assistant must not make credentials, and the logs are for people: these collections have no tools. */
const withoutTools = new Set(['apiKey', 'webhook', 'event', 'auditRecord']);

const pagingParameters = new Set(['page', 'pageSize', 'search', 'q', 'after', 'limit', 'fields', 'total']);

const verbs: readonly Verb[] = ['get', 'post', 'put', 'patch', 'delete'];

const refersTo = (name: string) => (parameter: object) =>
  '$ref' in parameter && parameter.$ref === `#/components/parameters/${name}`;

function operationOf(verb: Verb, path: string, operation: DocumentOperation): Operation {
  const { operationId, summary, parameters = [], requestBody } = operation;
  const content = requestBody?.content ?? {};
  return {
    id: operationId,
    verb,
    path,
    summary,
    idName: /\{(\w+)\}/.exec(path)?.[1],
    query: parameters.filter((each): each is Parameter => 'in' in each && each.in === 'query'),
    isConditional: parameters.some(refersTo('IfMatch')),
    body: content['application/json']?.schema,
    isUpload: 'multipart/form-data' in content,
  };
}

/** Returns the parameters of an operation that a caller chooses, without those of the page and of the search. */
export const choicesOf = ({ query }: Operation): readonly Parameter[] =>
  query.filter(({ name }) => !pagingParameters.has(name));

/** Returns the names of the fields of a request body. */
export function fieldsOf(body: JsonSchema, { schemas }: Pick<Api, 'schemas'>): readonly string[] {
  const schema = inlined(body, schemas);
  return isRecord(schema) && isRecord(schema['properties']) ? Object.keys(schema['properties']) : [];
}

/** Reads the API document of a service. */
export function readApi({ paths, components }: ApiDocument): Api {
  const operations = new Map<string, Operation>();
  const collections = new Map<string, string>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const verb of verbs) {
      const operation = methods[verb];
      if (operation === undefined) continue;
      operations.set(`${verb} ${path.replace(/\{\w+\}/, '{id}')}`, operationOf(verb, path, operation));
    }
    const collection = /^(\/api\/[^{}]+)\/\{(?:id|\w+Id)\}$/.exec(path)?.[1];
    const [, first = '', rest = ''] = /^get(.)(.*)$/.exec(methods.get?.operationId ?? '') ?? [];
    const type = first.toLowerCase() + rest;
    if (collection === undefined || type === '' || withoutTools.has(type)) continue;
    if (paths[collection]?.get !== undefined) collections.set(type, collection);
  }
  return { collections, find: (endpoint) => operations.get(endpoint), schemas: components.schemas };
}

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a schema in which the schemas of the document that it refers to are written out. Recursive ones become any
 * value, and patterns are left out, because not every client can compile those with classes of Unicode. The service
 * validates all values itself.
 */
export function inlined(schema: unknown, schemas: Api['schemas'], within: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inlined(each, schemas, within));
  if (!isRecord(schema)) return schema;
  const { $ref, pattern: _pattern, ...own } = schema;
  const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;
  const found = name === undefined || within.includes(name) ? {} : (schemas[name] ?? {});
  const inner = name === undefined ? within : [...within, name];
  return Object.fromEntries(
    Object.entries({ ...found, ...own }).flatMap(([key, value]) =>
      key === 'pattern' ? [] : [[key, inlined(value, schemas, inner)]],
    ),
  );
}
