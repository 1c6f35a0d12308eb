import { openApiDocumentOf } from '@portcullis/adapters-http/internal/openapi/documentation';
import { fullPathOf } from '@portcullis/adapters-http/internal/routes/route';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import { describedRoutesOf } from '../../src/wiring/routes.ts';
import type { ResourceModule } from '../../src/wiring/resource-module.ts';

/** The part of an OpenAPI document that tests use. */
interface Document {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** An operation of the API document. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

/** A parameter, or a reference to one. */
interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly description?: string;
  readonly example?: unknown;
}

/** A response, or a reference to one. */
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, Media>>;

/** The keywords of a JSON Schema that tests read. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A response and its request, with only the parts that the API document describes. */
interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** The routes with their descriptions. The handlers have no adapters behind them, so they must not be called. */
export const describedRoutes = describedRoutesOf();

/** Returns a pattern that matches the URL paths of a route. Parameters in `path` are written `:name` or `{name}`. */
const formOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replace(/:\w+|\{\w+\}/g, '[^/]+')}/?$`, 'i');

const verbatim = describedRoutes
  .filter((route) => route.media !== undefined && fullPathOf(route).startsWith('/api/'))
  .map(({ path }) => formOf(path));
const standard = describedRoutes.filter(({ standard: form }) => form !== undefined);

/** Returns whether a successful response has the envelope. `address` is the path of the request without `/api`. */
export const isEnveloped = (address: string): boolean => !verbatim.some((form) => form.test(address));

/** Returns whether another standard defines the bodies of the route at `path`, which is then not below `/api`. */
export const isStandard = (path: string): boolean =>
  standard.some((route) => formOf(fullPathOf(route)).test(path.split('?', 1).join()));

const documentOf = async (routes: typeof describedRoutes): Promise<Document> =>
  JSON.parse(JSON.stringify(await openApiDocumentOf(routes)));

/** The API document, which GET /api/openapi.json returns. */
export const document: Document = await documentOf(describedRoutes);

/** An API document, with the functions that validate responses against it. */
interface Contract {
  readonly of: Document;
  /** The paths of the document in the order of the routes, because the first route that matches handles a request. */
  readonly addresses: readonly { readonly operations: Readonly<Record<string, Operation>>; readonly form: RegExp }[];
  /** Returns the validator for a schema in the document. Each schema is compiled once. */
  readonly validatorOf: (schema: object) => ValidateFunction;
}

function contractOf(of: Document): Contract {
  // Most schemas validate few responses, so that they are compiled fast matters more than that they are fast.
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, inlineRefs: false, code: { optimize: false } });
  formats.default(ajv);
  // The service accepts e-mail addresses at local hosts, but the predefined format `email` does not.
  ajv.addFormat('email', /^[^@]+@[^@]+$/);
  ajv.addVocabulary(Object.keys(of));
  ajv.addSchema(of, 'openapi', undefined, false);
  const validators = new WeakMap<object, ValidateFunction>();
  return {
    of,
    addresses: Object.entries(of.paths).map(([path, operations]) => ({ operations, form: formOf(path) })),
    validatorOf: (schema) => {
      const known =
        validators.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
      validators.set(schema, known);
      return known;
    },
  };
}

const builtIn = contractOf(document);

/** The contracts of services with modules of their own, by the origins of these services. */
const extended = new Map<string, Contract>();

/** Makes `expectDocumented` validate the responses of a service against the API document with these modules. */
export async function documentModules(url: string, modules: readonly ResourceModule[]): Promise<void> {
  extended.set(new URL(url).origin, contractOf(await documentOf(describedRoutesOf(modules))));
}

/** Makes `expectDocumented` validate the responses of a service against the API document that this service returns. */
export async function documentServed(url: string): Promise<void> {
  const served: Document = JSON.parse(await (await fetch(`${url}/api/openapi.json`)).text());
  extended.set(new URL(url).origin, contractOf(served));
}

/**
 * Expects that the API document describes the status and the media type of a response. A JSON body must also conform to
 * the documented schema. The response to a request that is not documented must have the status 204, 404 or 405.
 */
export function expectDocumented({ method, url, status, contentType, text }: Exchange): void {
  const { pathname, origin, searchParams } = new URL(url);
  const { of, addresses, validatorOf } = extended.get(origin) ?? builtIn;
  const verb = method.toLowerCase();
  const about = `${method} ${pathname}: ${status} ${text.slice(0, 300)}`;
  const address = addresses.find(({ form, operations }) => verb in operations && form.test(pathname));
  if (address === undefined) {
    expect(status, `Not documented, but the status is another one. ${about}`).to.be.oneOf([204, 404, 405]);
    return;
  }
  const response = address.operations[verb]?.responses[status] ?? expect.fail(`No such status is documented. ${about}`);
  const { content } = of.components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;
  if (content === undefined) {
    expect(text, about).to.equal('');
    return;
  }
  const [range, media] = Object.entries(content)[0] ?? expect.fail(about);
  expect(contentType?.startsWith(range.replace('*', '')), `${contentType}: ${about}`).to.equal(true);
  // The document describes whole items, of which a request with `fields` gets a part.
  if (range !== 'application/json' || (searchParams.has('fields') && status === 200)) return;
  const validate = validatorOf(media.schema);
  if (!validate(JSON.parse(text))) expect.fail(`${about}\n${JSON.stringify(validate.errors)}`);
}
