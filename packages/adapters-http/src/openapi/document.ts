import { compareText } from '@portcullis/domain/internal/shared/tree';
import { fullPathOf, type Route } from '../routes/route.ts';
import { definition, isReference, type JsonSchema } from '../validation/json-schema.ts';
import { introduction, sectionsOf } from './introduction.ts';
import { errorSchema } from './envelopes.ts';
import type { Example } from './examples.ts';
import { operationOf } from './operation.ts';
import { reasonsOf, reasonsWithoutRoute } from './reasons.ts';

/**
 * Creates the OpenAPI 3.1 document of routes. The server is created from the same routes, so the document always
 * describes the running server. It omits operations that the server does not offer.
 */
export function openApiDocument(all: readonly Route[], examples: readonly Example[]): JsonSchema {
  const routes = all.filter(({ closedWith }) => closedWith === undefined);
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const path = fullPathOf(route).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, routes, examples) };
  }
  const reasons = [...new Set([...reasonsWithoutRoute, ...routes.flatMap(reasonsOf)])];
  const { responses, schemas } = collect(paths, { responses: new Map(), schemas: new Map() });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Portcullis',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    tags: sectionsOf(routes),
    paths,
    components: {
      securitySchemes: { accessToken },
      parameters: { IdempotencyKey: idempotencyKey, IfMatch: ifMatch, IfNoneMatch: ifNoneMatch },
      headers,
      responses: sorted(responses),
      schemas: sorted(schemas.set('Error', errorSchema(reasons))),
    },
  };
}

const accessToken = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'The `accessToken` that `POST /api/auth/login` returns.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A random value that the client chooses for the request. If the request is repeated with the same key and body within 24 hours, it is not executed again, and gets the response to the first request. With another body, the status is 422. While the first request is still running, it is 409. After a failed request, a repetition is executed.',
  schema: { type: 'string', pattern: '^[!-~]{1,64}$' },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    'The versions on which the request is based: ETags such as `"7"`, separated by commas, or `*` for any version. If the resource has another version, the status is 412. An installation can require the header for PATCH and DELETE.',
  schema: { type: 'string' },
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The `ETag` of an earlier response. The status is 304 if the response has not changed since then. If a token is sent, only lists compare it.',
  schema: { type: 'string' },
};

const header = (description: string, schema: JsonSchema = { type: 'string' }): JsonSchema => ({ description, schema });

const headers = {
  ETag: header('The version of the response.'),
  'Idempotency-Replayed': header('Present if the response is that of an earlier request with the same key.', {
    type: 'string',
    enum: ['true'],
  }),
  'Retry-After': header('Seconds to wait before the next call.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header(
    'Present if the user must authenticate again. Contains the maximum age of an authentication, in seconds (RFC 9470).',
  ),
  RateLimit: header(
    'The name of the limit, the number of remaining calls (`r`) and the seconds until the limit is reset (`t`).',
  ),
  'RateLimit-Policy': header('The name of the limit, its number of calls (`q`) and its window in seconds (`w`).'),
};

type Parts = Readonly<Record<'responses' | 'schemas', Map<string, JsonSchema>>>;

/** Adds all components that a value references, directly or through other components, to `parts`. */
function collect(value: unknown, parts: Parts): Parts {
  if (typeof value !== 'object' || value === null) return parts;
  if (isReference(value)) {
    const { kind, name, of } = value[definition];
    if (!parts[kind].has(name)) {
      const part = of();
      parts[kind].set(name, part);
      collect(part, parts);
    }
  }
  for (const inner of Object.values(value)) collect(inner, parts);
  return parts;
}

const sorted = (parts: ReadonlyMap<string, JsonSchema>): JsonSchema =>
  Object.fromEntries([...parts].toSorted(([a], [b]) => compareText(a, b)));
