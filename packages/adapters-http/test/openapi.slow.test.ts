import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { declareEvent, declareSubject, recordedFields } from '@portcullis/domain/internal/shared/declare-event';
import { eventTypes, subjectTypes } from '@portcullis/domain/internal/events/event-types';
import { openApiDocumentOf } from '../src/openapi/documentation.ts';
import { eventRoutes } from '../src/routes/events/events.ts';
import { fullPathOf } from '../src/routes/route.ts';
import { document } from './support/document.ts';
import { startService, type Service } from './support/service.ts';

/** Linter rules that the API document violates on purpose. */
const disabledRules = {
  // docs/interface.md §4.6 requires both GET /contents/slug/:slug and POST /contents/:id/publish.
  'no-ambiguous-paths': 'off',
  // A public route without parameters has no 4xx responses.
  'operation-4xx-response': 'off',
  // The two sign-in routes only redirect. A test in this file checks that every other operation has a 2xx response.
  'operation-2xx-response': 'off',
} as const;

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Matches descriptions that only repeat the rules of validators, and do not explain the meaning of the field. */
const derived = /^(?:At (?:most|least) )?[\d,]+ (?:to|characters|items)\b|^At (?:most|least) \d|^Must |^In ISO 8601/;

const lacksMeaning = (description = ''): boolean => description.trim() === '' || derived.test(description);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns all schemas in the document by their JSON pointers, including the schemas of properties, items, parameters,
 * bodies and components.
 */
function schemasIn(
  value: unknown,
  at = '',
  isSchema = false,
): readonly { readonly at: string; readonly schema: Schema }[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => schemasIn(each, `${at}/${index}`, isSchema));
  if (!isObject(value)) return [];
  const below = Object.entries(value).flatMap(([key, inner]) => {
    if (['example', 'examples', 'enum', 'const', 'required'].includes(key)) return [];
    const isOne = ['schema', 'items', 'additionalProperties', 'anyOf', 'allOf'].includes(key);
    const holdsSome = ['properties', 'schemas'].includes(key);
    const places = holdsSome && isObject(inner) ? Object.entries(inner) : [];
    return holdsSome
      ? places.flatMap(([name, schema]) => schemasIn(schema, `${at}/${key}/${name}`, true))
      : schemasIn(inner, `${at}/${key}`, isOne);
  });
  return isSchema ? [{ at, schema: value }, ...below] : below;
}

/**
 * Returns true if the API reference page can show the type of a schema. The page shows "any" for a list without
 * `items`.
 */
function hasType(schema: Schema): boolean {
  if (['$ref', 'anyOf', 'allOf'].some((key) => key in schema)) return true;
  return schema.type !== undefined && (![schema.type].flat().includes('array') || 'items' in schema);
}

describe('The API document', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('is valid OpenAPI 3.1 without linter errors or warnings', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: disabledRules });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`)).to.deep.equal(
      [],
    );
  });

  it('describes a successful response or a redirect for each operation', () => {
    const successes = service.routes.map(({ status = 200 }) => status);
    expect(successes.filter((status) => status !== 303 && !(status >= 200 && status < 300))).to.deep.equal([]);
    expect(successes.filter((status) => status === 303)).to.have.length(2);
  });

  it('is public, and is revalidated with status 304', async () => {
    const { api } = service;
    const first = await api.get<string>('/openapi.json');
    expect(JSON.parse(first.data)).to.have.all.keys(Object.keys(document)).and.include({ openapi: '3.1.1' });
    expect(first.headers.get('Content-Type')).to.equal('application/json; charset=utf-8');
    expect(first.headers.get('Cache-Control')).to.equal('no-cache');
    const etag = first.headers.get('ETag') ?? '';
    expect(await api.get('/openapi.json', { 'If-None-Match': etag })).to.include({ status: 304 });
  });

  it('contains every route, with a unique operationId', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([verb, { operationId }]) => `${verb} ${path} ${operationId}`),
    );
    const mounted = service.routes.map(
      (route) => `${route.method.toLowerCase()} ${fullPathOf(route).replace(/:(\w+)/g, '{$1}')} ${route.operation}`,
    );
    expect(documented).to.have.members(mounted);
    expect(new Set(service.routes.map(({ operation }) => operation)).size).to.equal(service.routes.length);
  });

  it('describes every parameter and property', () => {
    const parameters = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ operationId, parameters: own = [] }) => own.map((parameter) => ({ operationId, ...parameter })))
      .filter(({ name }) => name !== undefined);
    expect(parameters.length).to.be.above(100);
    const undescribed = parameters.filter(({ description }) => lacksMeaning(description));
    expect(undescribed.map(({ operationId, name }) => `${operationId} ${name}`)).to.deep.equal([]);

    const properties = schemasIn(document).flatMap(({ at, schema }) =>
      Object.entries(schema.properties ?? {}).map(([name, property]) => ({ at: `${at}/${name}`, ...property })),
    );
    expect(properties.length).to.be.above(300);
    expect(properties.filter(({ description }) => lacksMeaning(description)).map(({ at }) => at)).to.deep.equal([]);
  });

  it('says of the lists with `fields` that items then lack others', () => {
    const chosen = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .filter(({ responses }) => responses['200']?.description?.includes('With `fields`'));
    expect(chosen.map(({ operationId }) => operationId)).to.have.members(['listUsers', 'listContents', 'listEvents']);
  });

  it('has a type for every value, so that the API reference page never shows "any"', () => {
    const untyped = schemasIn(document).filter(({ schema }) => !hasType(schema));
    expect(untyped.map(({ at }) => at)).to.deep.equal([]);
  });

  it('has short names for its components, such as Success, Page and Error', () => {
    expect(document.components.schemas).to.include.all.keys('Success', 'Page', 'Error');
    const names = [...Object.keys(document.components.schemas), ...Object.keys(document.components.responses)];
    expect(names.filter((name) => name.length > 32)).to.deep.equal([]);
  });

  it('has examples of lists without filters, so that a first call returns all items', () => {
    const lists = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).filter(({ parameters = [] }) =>
        parameters.some(({ name }) => name === 'pageSize' || name === 'limit'),
      ),
    );
    expect(lists.length).to.be.above(8);
    const filtered = lists.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
        .map(({ name }) => `${operationId} ${name}`),
    );
    // `q` is the only required filter, because a search without a text is rejected.
    expect(filtered).to.deep.equal(['searchContents q']);
  });

  it('has a unique name for every request class', () => {
    const requestClasses = [...new Set(service.routes.flatMap(({ body }) => body ?? []))];
    expect(new Set(requestClasses.map(({ name }) => name)).size).to.equal(requestClasses.length);
  });

  it('contains the events that other packages declare', async () => {
    const label = declareSubject('label', () => null);
    const created = declareEvent(label, 'label.created', recordedFields<{ readonly name: string }>()('name'));
    const text = JSON.stringify(await openApiDocumentOf(eventRoutes({ ownEvents: [created] })));
    expect(text).to.include(`"${eventTypes.at(-1)}","label.created"]`);
    expect(text.split(`"${subjectTypes.at(-1)}","label"]`)).to.have.length(4);
  });
});
