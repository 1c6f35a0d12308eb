import type { AttributeTypes } from './conditions/condition-attributes.ts';
import { referredAttributes } from './conditions/list-attributes.ts';
import type { OwnReference, OwnTarget } from './own-fields.ts';

/** The number of references through which filters and expansions reach. */
const levels = 2;

/** The attributes that lists of every resource compare. */
const commonAttributes = { id: { kind: 'id' }, createdAt: { kind: 'time' }, updatedAt: { kind: 'time' } } as const;

type Referring = Pick<OwnTarget, 'attributes' | 'references'>;

/** Returns the attributes that filters of the list compare, such as `customer.region` of the entry to which `customer` refers. */
export const filterAttributes = ({ attributes, references }: Referring, further = levels): AttributeTypes => {
  const reached = references.flatMap(({ field, to, isList }) => {
    if (isList || further === 0) return [];
    const below: AttributeTypes = typeof to === 'string' ? referredAttributes[to] : filterAttributes(to, further - 1);
    return Object.entries(below).map(([name, type]) => [`${field}.${name}`, type] as const);
  });
  return { ...attributes, ...commonAttributes, ...Object.fromEntries(reached) };
};

/** Returns what is reached through the references of a resource, each once. */
export const targetsOf = (
  { references }: Pick<OwnTarget, 'references'>,
  further = levels,
): readonly OwnReference['to'][] => {
  const below = references.flatMap(({ to }) =>
    typeof to === 'string' || further === 1 ? [to] : [to, ...targetsOf(to, further - 1)],
  );
  return [...new Map(below.map((to) => [typeof to === 'string' ? to : to.name, to])).values()];
};

/** Returns what the path of an attribute leads through, such as the customer of `customer.region`. */
export function targetsThrough(
  { references }: Pick<OwnTarget, 'references'>,
  [field, ...further]: readonly string[],
): readonly OwnReference['to'][] {
  const to = references.find((each) => each.field === field)?.to;
  if (to === undefined || further.length === 0) return [];
  return typeof to === 'string' ? [to] : [to, ...targetsThrough(to, further)];
}

/** Returns the names of the references whose entries can be added to the entries of the list. */
export const expansionNames = ({ references }: Pick<OwnTarget, 'references'>, further = levels): readonly string[] =>
  references.flatMap(({ field, to }) => {
    const below = typeof to === 'string' || further === 1 ? [] : expansionNames(to, further - 1);
    return [field, ...below.map((name) => `${field}.${name}`)];
  });
