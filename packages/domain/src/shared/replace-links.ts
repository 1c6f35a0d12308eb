import { BusinessError, type Refusal } from './errors.ts';

/**
 * The ids that an entity is linked to, such as the permissions of a role, before and after a request replaces all of
 * them. Both lists are sorted and without duplicates.
 */
export interface LinkChange<Linked extends string> {
  readonly before: readonly Linked[];
  readonly after: readonly Linked[];
}

/** The ids that an entity is linked to after a change, and the new version number of the entity. */
export interface ReplacedLinks<Linked extends string> extends Pick<LinkChange<Linked>, 'after'> {
  readonly version: number;
}

/** The links of an entity that a request replaces. */
export interface LinkReplacement<Linked extends string> {
  readonly before: readonly Linked[];
  readonly requested: readonly Linked[];
  /** The requested ids that exist. */
  readonly existing: ReadonlySet<Linked>;
}

/** Maximum number of ids to which one request can link an entity. */
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
 * Returns the change that links an entity to exactly the requested ids. If no ids are requested, every link is removed.
 * @throws {BusinessError} `refusal`, with every requested id that does not exist
 */
export function replaceLinks<Linked extends string>(
  { before, requested, existing }: LinkReplacement<Linked>,
  refusal: Refusal,
  noun: string,
): LinkChange<Linked> {
  const missing = missingIds(requested, existing);
  if (missing.length > 0) throw unknownIdsError(refusal, noun, missing);
  return { before: sorted(before), after: sorted(requested) };
}

/** Creates the error for requested ids that do not exist. `noun` is the kind of entity, such as `permission`. */
export function unknownIdsError(refusal: Refusal, noun: string, missing: readonly string[]): BusinessError {
  return new BusinessError(refusal, `Unknown ${noun} ids: ${missing.join(', ')}`, { missingIds: missing });
}
