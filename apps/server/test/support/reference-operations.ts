import { document, type Operation, type Schema } from './contract.ts';

const code = (text: string): string => `\`${text}\``;
const linkOf = (name: string): string => `[${name}](fields.md#${name.toLowerCase()})`;
const inCell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

const either = (texts: readonly string[]): string => [...new Set(texts)].join(' or ');

/** Returns the type of a value in words, with links to the named objects. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, type = [] } = schema;
  if ($ref !== undefined) return linkOf($ref.split('/').at(-1) ?? '');
  if (anyOf !== undefined) return either(anyOf.map(typeOf));
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length > 12) return 'text';
  if (values.length > 0) return either(values.map((value) => code(JSON.stringify(value))));
  const types = [type].flat().map((each) => (each === 'string' ? (schema.format ?? 'text') : each));
  return either(types.map((each) => (each === 'array' && items !== undefined ? `list of ${typeOf(items)}` : each)));
}

/** Returns the parts of an object that `allOf` combines, and the object itself. */
const partsOf = (schema: Schema): readonly Schema[] => [...(schema.allOf ?? []), schema];

/** Returns the rows of the fields of an object, and of the objects in its fields. */
const rowsOf = (schema: Schema, place = ''): readonly string[] =>
  partsOf(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const path = `${place}${name}`;
      const presence = required.includes(name) ? '' : ', optional';
      const row = `| ${code(path)} | ${inCell(typeOf(field) + presence)} | ${inCell(field.description ?? '')} |\n`;
      const inner = [field, ...(field.anyOf ?? [])].flatMap((each) => [
        ...rowsOf(each, `${path}.`),
        ...(each.items === undefined ? [] : rowsOf(each.items, `${path}[].`)),
      ]);
      return [row, ...inner];
    }),
  );

const tableOf = (schema: Schema): string => {
  const rows = rowsOf(schema);
  return rows.length === 0 ? '' : `| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join('')}`;
};

const isError = (name: string): boolean => name.endsWith('Error') && name !== 'Error';

/** Returns a section for each named object of the API document, except for each single error. */
export const fields = (): string =>
  Object.entries(document.components.schemas)
    .filter(([name]) => !isError(name))
    .map(([name, schema]) => {
      const description = schema.description === undefined ? '' : `${schema.description}\n\n`;
      const table = [schema.items ?? schema, ...(schema.anyOf ?? [])].map(tableOf).join('\n');
      return `## ${name}\n\n${description}${table}`;
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');

/** Returns what a successful response contains: `data`, or the whole body if it has no envelope. */
function resultOf({ responses }: Operation): string {
  const [media] = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status < '300' ? Object.values(content) : [],
  );
  if (media === undefined) return '';
  const data = partsOf(media.schema).flatMap(({ properties }) => properties?.['data'] ?? [])[0] ?? media.schema;
  const isPage = data.allOf?.some(({ $ref }) => $ref?.endsWith('/Page')) === true;
  const items = partsOf(data).flatMap(({ properties }) => properties?.['items'] ?? [])[0];
  if (isPage && items !== undefined) return `Returns a [page](fields.md#page): ${typeOf(items)}.`;
  const table = tableOf(data);
  return table === '' ? `Returns ${typeOf(data)}.` : `Returns:\n\n${table}`;
}

/** Returns the reasons of errors that belong to this operation. Responses that operations share are left out. */
const reasonsOf = ({ responses }: Operation): readonly string[] =>
  Object.values(responses).flatMap(({ description = '' }) =>
    [...description.matchAll(/^- \d+ (`[^`]+`)/gm)].map(([, reason = '']) => reason),
  );

const parametersOf = ({ parameters = [] }: Operation): string =>
  parameters
    .filter((each) => each.in === 'query')
    .map(({ name = '', required, description = '', schema }) => {
      const fallback = Array.isArray(schema?.['default']) ? undefined : schema?.['default'];
      const notes = [required === true && 'required', fallback !== undefined && `default ${JSON.stringify(fallback)}`];
      const note = notes.filter((each) => each !== false).join(', ');
      return `- ${code(name)}${note === '' ? '' : ` (${note})`}: ${description}\n`;
    })
    .join('');

/** Returns the names of the headers of an operation. The document describes them once, and operations refer to them. */
const headersOf = ({ parameters = [] }: Operation): string =>
  parameters
    .flatMap(({ $ref }) => document.components.parameters[$ref?.split('/').at(-1) ?? '']?.name ?? [])
    .map(code)
    .join(', ');

function bodyOf({ requestBody }: Operation): string {
  const [media] = Object.values(requestBody?.content ?? {});
  if (media === undefined) return '';
  return `Takes ${typeOf(media.schema)}.${requestBody?.description === undefined ? '' : ` ${requestBody.description}`}`;
}

/** Returns the section of an operation, with its own parameters and errors. */
function sectionOf(method: string, path: string, operation: Operation): string {
  const { operationId, summary, description = '' } = operation;
  const [parameters, headers, reasons] = [parametersOf(operation), headersOf(operation), reasonsOf(operation)];
  return [
    `### ${operationId}`,
    `**${summary}.** ${code(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)}`,
    description,
    parameters === '' ? '' : `Parameters:\n\n${parameters}`,
    headers === '' ? '' : `Headers: ${headers}.`,
    bodyOf(operation),
    resultOf(operation),
    reasons.length === 0 ? '' : `Errors: ${reasons.join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .map((part) => part.trimEnd())
    .join('\n\n');
}

/** Returns a section for each operation of the API document, below the sections of its tags. */
export const operationDetails = (): string =>
  [
    document.info.description,
    ...document.tags.flatMap(({ name }) => [
      `## ${name}`,
      ...Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item)
          .filter(([, { tags }]) => tags[0] === name)
          .map(([method, operation]) => sectionOf(method, path, operation)),
      ),
    ]),
  ].join('\n\n') + '\n';
