import { InMemoryWorld } from '@portcullis/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import { openApiDocumentOf } from '../../src/openapi/documentation.ts';
import type { TestResponse } from '../../src/testing.ts';
import { routesOn } from './routes.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, Media>>;

interface Parameter {
  readonly in?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly description?: string;
  readonly example?: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

/** A response in the API document. It has either `$ref` or `content`, but the status 304 has neither. */
interface DocumentedResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly schemas: Readonly<Record<string, unknown>>;
  };
}

/** The API document of all routes. */
export const document: Document = JSON.parse(JSON.stringify(await openApiDocumentOf(routesOn(InMemoryWorld.seeded()))));

// Most schemas validate few responses, so that they are compiled fast matters more than that they are fast.
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, inlineRefs: false, code: { optimize: false } });
formats.default(ajv);
// The service accepts e-mail addresses whose host has no dot, but ajv's own format rejects them.
ajv.addFormat('email', /^[^@]+@[^@]+$/);
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, 'openapi', undefined, false);

const validators = new WeakMap<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known =
    validators.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
  validators.set(schema, known);
  return known;
}

/**
 * Validates a value against a schema of the API document. Returns the paths of the errors. A missing property counts as
 * an error at its own path.
 */
export function errorPathsOf(schema: object, value: unknown): readonly string[] {
  const validate = validatorOf(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, params }) =>
    'missingProperty' in params ? `${instancePath}/${params['missingProperty']}` : instancePath,
  );
}

const addresses = Object.entries(document.paths).map(([path, operations]) => ({
  operations,
  form: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
}));

/**
 * Expects that the API document lists the status of a response, and that the schema for this status accepts the body.
 * If the document does not contain the operation, the status must be 204, 404 or 405. The document describes whole items,
 * so the items of a request with `fields` may lack fields.
 */
export function expectDocumented(method: string, url: string, { status, headers, text }: TestResponse): void {
  const { pathname, searchParams } = new URL(url);
  const verb = method.toLowerCase();
  const about = `${method} ${pathname}: ${status} ${text.slice(0, 300)}`;
  const address = addresses.find(({ form, operations }) => verb in operations && form.test(pathname));
  if (address === undefined) {
    expect(status, `It is not documented. ${about}`).to.be.oneOf([204, 404, 405]);
    return;
  }
  const response = address.operations[verb]?.responses[status] ?? expect.fail(`The status is not documented. ${about}`);
  const { content } = document.components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;
  const [type, media] = Object.entries(content ?? {})[0] ?? [''];
  expect(headers.get('Content-Type') ?? '', about).to.satisfy((sent: string) => sent.startsWith(type.replace('*', '')));
  if (type === 'application/json' && media !== undefined) {
    const isChosen = (path: string): boolean => searchParams.has('fields') && /^\/data\/items\/\d+\/\w+$/.test(path);
    const paths = errorPathsOf(media.schema, JSON.parse(text)).filter((path) => !isChosen(path));
    expect(paths, about).to.deep.equal([]);
  }
}
