import { readFile } from 'node:fs/promises';
import { Describe } from '../validation/descriptions.ts';
import { OneOf } from '../validation/fields.ts';
import { route, type Route } from '../routes/route.ts';
import type { Schema } from '../validation/schema.ts';
import type { JsonSchema } from '../validation/json-schema.ts';
import { RawResponse } from '../responses/response-data.ts';
import { readExamples } from './document-file.ts';

/**
 * Creates the OpenAPI document of routes, with the examples in `examplesFile`. The modules that build the document are
 * loaded on the first call.
 */
export async function openApiDocumentOf(routes: readonly Route[]): Promise<JsonSchema> {
  const { openApiDocument } = await import('./document.ts');
  return openApiDocument(routes, await readExamples());
}

/**
 * The Content Security Policy of the API reference page. The page may load files only from this server, and images also
 * from `data:` URLs. Other pages cannot frame it.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = new URL('../../../docs-page/', import.meta.url);

/** The files that the API reference page loads, by name. */
const assets = {
  'page.js': { type: 'text/javascript', file: new URL('page.js', page) },
  'session.js': { type: 'text/javascript', file: new URL('session.js', page) },
  'page.css': { type: 'text/css', file: new URL('page.css', page) },
  'swagger-ui.css': { type: 'text/css', file: new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css')) },
  'swagger-ui-bundle.js': {
    type: 'text/javascript',
    file: new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
};

class AssetPath {
  @OneOf(Object.keys(assets)) @Describe('The name of the file.') asset!: keyof typeof assets;
}

const text: Schema<RawResponse> = { type: 'string' };
const json: Schema<RawResponse> = { type: 'object' };

const headersOf = (type: string) => ({ 'Content-Type': `${type}; charset=utf-8` });

/** Creates the routes of the OpenAPI document and of the API reference page that displays the document. */
export function documentationRoutes(routes: () => readonly Route[]): readonly Route[] {
  let written: Promise<RawResponse> | undefined;
  const write = async (): Promise<RawResponse> =>
    new RawResponse(Buffer.from(JSON.stringify(await openApiDocumentOf(routes()))), headersOf('application/json'));
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      operation: 'getOpenApiDocument',
      summary: 'Read this document',
      access: 'public',
      media: 'application/json',
      data: json,
      handle: () => (written ??= write()),
    }),
    route({
      method: 'GET',
      path: '/docs',
      operation: 'getReferencePage',
      summary: 'Open the API reference page, which shows this document and can call its operations',
      access: 'public',
      media: 'text/html',
      data: text,
      handle: async () =>
        new RawResponse(await readFile(new URL('index.html', page)), {
          ...headersOf('text/html'),
          'Content-Security-Policy': policy,
        }),
    }),
    route({
      method: 'GET',
      path: '/docs/:asset',
      operation: 'getReferencePageAsset',
      summary: 'Read a file of that page',
      access: 'public',
      params: AssetPath,
      media: 'text/*',
      data: text,
      handle: async ({ params: { asset } }) => {
        const { type, file } = assets[asset];
        return new RawResponse(await readFile(file), headersOf(type));
      },
    }),
  ];
}
