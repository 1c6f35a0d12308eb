import { readFile } from 'node:fs/promises';
import type { JsonSchema } from '../validation/json-schema.ts';
import type { Example } from './examples.ts';

/** The file with the reviewed API document of Portcullis. `npm run generate` writes it. */
export const openApiFile = new URL('../../../openapi.json', import.meta.url);

/** The part of the document that contains the recorded examples. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content<unknown>;
  readonly responses: Readonly<Record<string, Content<unknown>>>;
}

/** A parameter, or a reference to one. */
interface Parameter {
  readonly in?: string;
  readonly name?: string;
  readonly example?: string | number;
}

interface Content<Value> {
  readonly content?: Readonly<Record<string, Media<Value>>>;
}

interface Media<Value> {
  readonly example?: Value;
  readonly examples?: Readonly<Record<string, { readonly value: Value }>>;
}

/** An example of a body. If it is the only one, it has no title. */
type Titled<Value> = readonly [title: string | undefined, value: Value];

/**
 * Reads the recorded examples from the file. They cannot be derived from the routes, so a document that is created from
 * routes gets them from the last recording.
 */
export async function readExamples(): Promise<readonly Example[]> {
  const { paths }: Document = JSON.parse(await readFile(openApiFile, 'utf8'));
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap((operation) => examplesOf(operation, path.startsWith('/api/'))),
  );
}

/** Returns the examples of an operation, combined from its parameters, request body and successful response. */
function examplesOf(operation: Operation, hasEnvelope: boolean): readonly Example[] {
  const { operationId, requestBody, responses } = operation;
  const bodies = new Map(valuesIn(requestBody));
  return valuesIn(responses['200'] ?? responses['201'] ?? responses['202']).map(([title, body]) => {
    const parts = { params: valuesOf(operation, 'path'), query: valuesOf(operation, 'query'), body: bodies.get(title) };
    const present = Object.entries({ title, ...parts }).filter(([, part]) => part !== undefined);
    const data = hasEnvelope ? dataIn(body) : body;
    return { operation: operationId, ...Object.fromEntries(present), data };
  });
}

/** Returns the data in the envelope of a response. */
const dataIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;

function valuesIn<Value>({ content }: Content<Value> = {}): readonly Titled<Value>[] {
  const [{ example, examples = {} } = {}] = Object.values(content ?? {});
  return example === undefined
    ? Object.entries(examples).map(([title, { value }]) => [title, value])
    : [[undefined, example]];
}

function valuesOf({ parameters = [] }: Operation, place: 'path' | 'query') {
  const shown = parameters.filter((each) => each.in === place && each.example !== undefined);
  return shown.length === 0 ? undefined : Object.fromEntries(shown.map(({ name = '', example }) => [name, example]));
}

const lineWidth = 120;

/**
 * Returns the text of the file for a document. Examples take one line each, so that a review shows the interface and
 * not thousands of lines of examples. Other values take one line if they fit.
 */
export const openApiText = (document: JsonSchema): string => `${linesOf(JSON.parse(JSON.stringify(document)), '')}\n`;

function linesOf(value: unknown, key: string, indent = ''): string {
  const line = `${key}${JSON.stringify(value)}`;
  const isExample = key === '"example": ' || key === '"examples": ';
  if (typeof value !== 'object' || value === null || isExample || indent.length + line.length <= lineWidth) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value).map(([name, part]) =>
    linesOf(part, Array.isArray(value) ? '' : `${JSON.stringify(name)}: `, inner),
  );
  return `${key}${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
