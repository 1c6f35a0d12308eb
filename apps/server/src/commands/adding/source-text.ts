import type { OwnResource } from '@portcullis/domain';
import type { OwnField, OwnTarget } from '@portcullis/domain/internal/own-fields';
import { lineWidth } from './project-files.ts';

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** Returns the name of a resource without its prefix. */
export const lastPart = (name: string): string => name.slice(name.indexOf('.') + 1);

/** Returns a value as source text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${membersOf(value).join(', ')} }`;
}

const membersOf = (value: object): readonly string[] =>
  Object.entries(value).map(([name, each]) => `${name}: ${textOf(each)}`);

/**
 * Returns the lines of a field in a definition.
 * @param exportOf the name of the export with the module of a resource
 */
export function fieldText(name: string, field: OwnField, exportOf: (resource: string) => string): string {
  const { to, ...others }: OwnField & { readonly to?: string | OwnTarget } = field;
  const target = typeof to === 'object' ? `${exportOf(to.name)}.resource` : textOf(to);
  const [type = '', ...further] = membersOf(others);
  const members = [type, ...(to === undefined ? [] : [`to: ${target}`]), ...further];
  const line = `    ${name}: { ${members.join(', ')} },`;
  return line.length <= lineWidth
    ? line
    : `    ${name}: {\n${members.map((each) => `      ${each},\n`).join('')}    },`;
}

/** A value that a field accepts, for a test; undefined if it must be the id of something that exists. */
function sampleOf(field: OwnField): unknown {
  const samples: Readonly<Record<OwnField['type'], unknown>> = {
    text: 'Sample',
    markdown: 'Sample',
    integer: 1,
    decimal: `1${field.type === 'decimal' && field.scale > 0 ? `.${'0'.repeat(field.scale)}` : ''}`,
    flag: true,
    choice: field.type === 'choice' ? field.values[0] : undefined,
    date: '2026-11-29',
    time: '2026-11-29T12:00:00.000Z',
    json: {},
    list: ['sample'],
    email: 'ada@example.com',
    url: 'https://example.com/',
    reference: undefined,
    references: [],
    file: undefined,
  };
  return samples[field.type];
}

/** Returns the file with a test without I/O. `tested` are the fields whose values are checked. */
export function testText(resource: OwnResource, tested: readonly string[], exported: string, file: string): string {
  const { fields, name, references } = resource;
  const draft = Object.fromEntries(
    Object.entries(fields).flatMap(([each, field]) => {
      const value = sampleOf(field);
      return value === undefined || (field.optional === true && !tested.includes(each)) ? [] : [[each, value]];
    }),
  );
  const missing = references.find(
    ({ field }) => fields[field]?.type !== 'references' && fields[field]?.optional !== true,
  );
  const noun = lastPart(name);
  const lines = Object.entries(draft).map(([each, value]) => `  ${each}: ${textOf(value)},\n`);
  const head = `import assert from 'node:assert/strict';
import { test } from 'node:test';
`;
  if (missing !== undefined)
    return `${head}import { anActor, anId, ownWorld, refusalOf } from '@portcullis/testing';
import { ${exported} } from '../src/${file}.ts';

const draft = {
${lines.join('')}};

test('a new ${noun} needs a ${missing.field} that exists', async () => {
  const { use } = ownWorld(${exported}.resource);
  const refused = use.create({ actor: anActor(), draft: { ...draft, ${missing.field}: anId() } });
  assert.equal((await refusalOf(refused)).refusal, '${name.replaceAll('.', '-')}-unacceptable');
});
`;
  return `${head}import { anActor, ownWorld } from '@portcullis/testing';
import { ${exported} } from '../src/${file}.ts';

const draft = {
${lines.join('')}};

test('a new ${noun} has the values that were sent${tested.length === 1 ? `, with ${tested[0]}` : ''}', async () => {
  const { views, use } = ownWorld(${exported}.resource);
  const { id } = await use.create({ actor: anActor(), draft });
  const stored = await views.find(id);
${tested
  .filter((each) => each in draft && fields[each]?.type !== 'time')
  .map((each) => `  assert.deepEqual(stored?.['${each}'], draft.${each});\n`)
  .join('')}});
`;
}

/** Returns the file with the module of a resource. */
export function moduleText(
  { name, plural, namedBy, fields }: OwnResource,
  exported: string,
  fits: string,
  imports: ReadonlyMap<string, { readonly exported: string; readonly file: string }>,
): string {
  const used = [...imports].filter(([target]) =>
    Object.values(fields).some((field) => 'to' in field && typeof field.to === 'object' && field.to.name === target),
  );
  const lines = Object.entries(fields).map(([each, field]) =>
    fieldText(each, field, (of) => imports.get(of)?.exported ?? of),
  );
  return `import { defineResource } from '@portcullis/server';
${used.map(([, each]) => `import { ${each.exported} } from './${each.file}.ts';\n`).join('')}
/** The table, routes, permissions, events and screens of ${exported}. A file in migrations creates the table. */
export const ${exported} = defineResource({
  name: '${name}',
${plural === `${name}s` ? '' : `  plural: '${plural}',\n`}  fits: '${fits}',
  namedBy: '${namedBy}',
  fields: {
${lines.join('\n')}
  },
});
`;
}
