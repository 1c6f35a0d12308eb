import { BusinessError, type Refusal } from './errors.ts';

/**
 * The linked ids of an entity before and after a replacement of all its links. Both lists are sorted and without
 * duplicates.
 */
export interface LinkChange<Linked extends string> {
  readonly before: readonly Linked[];
  readonly after: readonly Linked[];
}

export interface LinkReplacement<Linked extends string> {
  readonly before: readonly Linked[];
  readonly requested: readonly Linked[];
  /** The requested ids that exist. */
  readonly existing: ReadonlySet<Linked>;
}

/** Maximum number of ids in one replacement. */
export const maxLinks = 1000;

const sorted = <Linked extends string>(ids: Iterable<Linked>): readonly Linked[] => [...new Set(ids)].toSorted();

/** Returns the requested ids that do not exist, in the given order and without duplicates. */
export function missingIds<Linked extends string>(
  requested: readonly Linked[],
  existing: ReadonlySet<Linked>,
): readonly Linked[] {
  return [...new Set(requested)].filter((id) => !existing.has(id));
}

/**
 * Replaces all links of an entity with links to the requested ids. An empty list removes every link.
 * @throws {BusinessError} `refusal`, with every requested id that does not exist
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

/** Creates the error for a list with ids that do not exist. */
export function unknownIds(refusal: Refusal, noun: string, missing: readonly string[]): BusinessError {
  return new BusinessError(refusal, `Unknown ${noun} ids: ${missing.join(', ')}`, { missingIds: missing });
}
