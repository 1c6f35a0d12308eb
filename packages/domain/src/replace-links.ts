import { BusinessError, type Refusal } from './errors.ts';

/** The links of one thing before and after a replace-all call; both sorted, each id once. */
export interface LinkChange<Linked extends string> {
  readonly before: readonly Linked[];
  readonly after: readonly Linked[];
}

export interface LinkReplacement<Linked extends string> {
  readonly before: readonly Linked[];
  readonly requested: readonly Linked[];
  /** Those of `requested` that exist. */
  readonly known: ReadonlySet<Linked>;
}

/** Most ids that one replace-all call may name. */
export const maxLinks = 1000;

const sorted = <Linked extends string>(ids: Iterable<Linked>): readonly Linked[] => [...new Set(ids)].toSorted();

/** Those of `requested` that are not `known`, in the order asked. */
export function missingFrom<Linked extends string>(
  requested: readonly Linked[],
  known: ReadonlySet<Linked>,
): readonly Linked[] {
  return [...new Set(requested)].filter((id) => !known.has(id));
}

/**
 * Replaces a whole set of links (specification, sections 4.3 and 4.4): the list given is the new set, an empty one clears.
 * Refuses: `refusal`, listing every unknown id.
 */
export function replaceLinks<Linked extends string>(
  { before, requested, known }: LinkReplacement<Linked>,
  refusal: Refusal,
  noun: string,
): LinkChange<Linked> {
  const missingIds = missingFrom(requested, known);
  if (missingIds.length > 0) throw unknownIds(refusal, noun, missingIds);
  return { before: sorted(before), after: sorted(requested) };
}

/** The refusal of a list that names ids which do not exist. */
export function unknownIds(refusal: Refusal, noun: string, missingIds: readonly string[]): BusinessError {
  return new BusinessError(refusal, `Unknown ${noun} ids: ${missingIds.join(', ')}`, { missingIds });
}
