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
  readonly existing: ReadonlySet<Linked>;
}

/** Most ids that one replace-all call may name. */
export const maxLinks = 1000;

const sorted = <Linked extends string>(ids: Iterable<Linked>): readonly Linked[] => [...new Set(ids)].toSorted();

/** Those of `requested` that do not exist, in the order given. */
export function missingIds<Linked extends string>(
  requested: readonly Linked[],
  existing: ReadonlySet<Linked>,
): readonly Linked[] {
  return [...new Set(requested)].filter((id) => !existing.has(id));
}

/**
 * Replaces a whole set of links: the list given is the new set, and an empty one removes every link.
 * @throws {BusinessError} `refusal`, listing every id that does not exist
 */
export function replaceLinks<Linked extends string>(
  { before, requested, existing }: LinkReplacement<Linked>,
  refusal: Refusal,
  noun: string,
): LinkChange<Linked> {
  const missing = missingIds(requested, existing);
  if (missing.length > 0) throw unknownIds(refusal, noun, missing);
  return { before: sorted(before), after: sorted(requested) };
}

/** The refusal of a list that names ids which do not exist. */
export function unknownIds(refusal: Refusal, noun: string, missing: readonly string[]): BusinessError {
  return new BusinessError(refusal, `Unknown ${noun} ids: ${missing.join(', ')}`, { missingIds: missing });
}
