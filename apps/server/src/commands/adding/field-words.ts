import type { OwnResource } from '@portcullis/domain';
import type { BuiltInTarget, OwnField, OwnTarget } from '@portcullis/domain/internal/own-fields';
import { UsageError } from '../terminal.ts';

const builtInTargets: readonly BuiltInTarget[] = ['user', 'role', 'content', 'category', 'tag', 'media'];

type Target = BuiltInTarget | OwnResource | 'self';
type ReadField = (settings: readonly string[], target: () => Target) => OwnField;

const listed = { filter: true, sort: true } as const;

/** Returns a function for each type, which makes a field from the settings in parentheses. */
const typesWith = (searched: { readonly search?: true }): Readonly<Record<string, ReadField>> => ({
  text: ([max = '255']) => ({ type: 'text', min: 1, max: Number(max), ...searched, sort: true }),
  markdown: () => ({ type: 'markdown', ...searched }),
  integer: () => ({ type: 'integer', ...listed }),
  decimal: ([precision = '12', scale = '2']) => ({
    type: 'decimal',
    precision: Number(precision),
    scale: Number(scale),
    ...listed,
  }),
  flag: () => ({ type: 'flag', filter: true }),
  choice: (values) => ({ type: 'choice', values, ...listed }),
  date: () => ({ type: 'date', ...listed }),
  time: () => ({ type: 'time', ...listed }),
  json: () => ({ type: 'json' }),
  list: () => ({ type: 'list', of: { type: 'text', max: 255 }, filter: true }),
  email: () => ({ type: 'email', ...searched, sort: true }),
  url: () => ({ type: 'url', ...searched, sort: true }),
  ref: (_settings, target) => ({ type: 'reference', to: target(), filter: true }),
  refs: (_settings, target) => ({ type: 'references', to: target(), filter: true }),
  file: () => ({ type: 'file' }),
});

const form = /^([a-z][A-Za-z]*):([a-z]+)(?:\(([^()]*)\)|:([^()!]+))?(!?)$/;

/**
 * Reads a field such as `number:text!`, `amount:decimal(10,2)` or `customer:ref(acme.customer)`. A field without `!` is
 * optional. Because shells need quotes around parentheses, `customer:ref:acme.customer` means the same.
 * @param of the name of the resource that gets the field
 * @param resources those to which fields can refer
 * @param searched whether lists search in texts. A later field is not searched, because that would rewrite its table.
 * @throws {UsageError}
 */
export function readField(
  words: string,
  of: string,
  resources: readonly OwnResource[],
  searched: { readonly search?: true },
): readonly [name: string, field: OwnField] {
  const types = typesWith(searched);
  const [, name = '', type = '', inParentheses = '', afterColon = '', required = ''] = form.exec(words) ?? [];
  const make = types[type];
  if (make === undefined)
    throw new UsageError(`'${words}' is not a field: write name:type, with one of ${Object.keys(types).join(', ')}.`);
  const settings = (inParentheses || afterColon).split(',').flatMap((each) => each.trim() || []);
  if (type === 'choice' && settings.length === 0)
    throw new UsageError(`'${words}' needs values, such as ${name}:choice:open,paid.`);
  const field = make(settings, () => targetIn(words, of, settings[0] ?? '', resources));
  return [name, required === '!' || type === 'refs' ? field : { ...field, optional: true }];
}

function targetIn(words: string, of: string, name: string, resources: readonly OwnResource[]): Target {
  if (name === 'self' || name === of) return 'self';
  const target = builtInTargets.find((each) => each === name) ?? resources.find((each) => each.name === name);
  // The files of modules import those to which they refer, so that neither could be loaded first.
  if (typeof target === 'object' && refersTo(target, of))
    throw new UsageError(`'${words}' makes a circle: ${name} refers to ${of}.`);
  if (target !== undefined) return target;
  const known = ['self', ...builtInTargets, ...resources.map((each) => each.name)];
  throw new UsageError(`'${words}' refers to nothing that is known: write one of ${known.join(', ')}.`);
}

/** Whether a resource refers to another one, or refers to one that does. */
const refersTo = ({ name, references }: OwnTarget, other: string): boolean =>
  references.some(({ to }) => typeof to === 'object' && to.name !== name && (to.name === other || refersTo(to, other)));
