import {
  orNotFound,
  replaceLinks,
  type LinkChange,
  type NotFound,
  type Refusal,
  type Versioned,
} from '@portcullis/domain';
import type { UpdateDependencies } from './dependencies.ts';
import type { Collection } from './ports/collection.ts';

interface Changeable {
  readonly id: string;
  readonly updatedAt: Date;
}

/** Reads and saves one kind of entity. `save` returns the new version if entities of this kind have versions. */
interface Changeables<Entity extends Changeable> extends Pick<Collection<Entity>, 'lock'> {
  readonly save: (entity: Entity) => Promise<Versioned | void>;
}

/** The checks for a change to one kind of entity, and how to record the change. */
interface ChangeRules<Entity extends Changeable> {
  readonly notFound: NotFound;
  /** Throws if the change is not allowed. */
  readonly check?: (stored: Entity, changed: Entity) => void;
  /** Records the change in the event log. */
  readonly record?: (stored: Entity, changed: Entity) => Promise<void>;
}

/**
 * Locks an entity, changes some of its fields and its `updatedAt`, and saves it.
 * @returns the changed entity
 * @throws {BusinessError} `notFound`, and the errors of `check`
 */
export async function changeWithin<Entity extends Changeable>(
  entities: Changeables<Entity>,
  { clock }: Pick<UpdateDependencies, 'clock'>,
  { id, change }: { readonly id: Entity['id']; readonly change: Partial<Entity> },
  { notFound, check, record }: ChangeRules<Entity>,
): Promise<Entity> {
  const stored = orNotFound(await entities.lock(id), notFound);
  const changed = { ...stored, ...change, updatedAt: clock.now() };
  check?.(stored, changed);
  const saved = { ...changed, ...(await entities.save(changed)) };
  await record?.(stored, saved);
  return saved;
}

/**
 * The links from one resource (the owner) to others, such as the tags of a content, and the function that changes them.
 */
interface Links<Owner extends string, Linked extends string> {
  /** Those of the requested ids that exist. The caller must have locked the resources with these ids. */
  readonly existing: ReadonlySet<Linked>;
  /** The ids of the currently linked resources. The caller must have locked the owner before reading these ids. */
  readonly before: readonly Linked[];
  readonly write: (owner: Owner, change: LinkChange<Linked>) => Promise<number>;
  readonly unknown: Refusal;
  /** What error messages call the linked resources, such as `tag`. */
  readonly noun: string;
}

/** The ids that a resource (the owner) is now linked to, and the new version number of the owner. */
export interface ReplacedLinks<Linked extends string> {
  /** The ids of the linked resources, sorted. */
  readonly after: readonly Linked[];
  readonly version: number;
}

/**
 * Replaces all links of an owner with links to the ids in `requested`.
 * @throws {BusinessError} `unknown`, with the ids that do not exist
 */
export async function replaceLinksWithin<Owner extends string, Linked extends string>(
  owner: Owner,
  requested: readonly Linked[],
  { existing, before, write, unknown, noun }: Links<Owner, Linked>,
): Promise<ReplacedLinks<Linked> & LinkChange<Linked>> {
  const change = replaceLinks({ before, requested, existing }, unknown, noun);
  return { ...change, version: await write(owner, change) };
}
