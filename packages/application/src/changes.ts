import { orNotFound, replaceLinks, type LinkChange, type NotFound, type Refusal } from '@portcullis/domain';
import type { UpdateDependencies } from './dependencies.ts';
import type { Collection, Linkable } from './ports/collection.ts';

interface Changeable {
  readonly id: string;
  readonly updatedAt: Date;
}

/** The refusals of a change to one kind of entity. */
interface ChangeRules<Entity extends Changeable> {
  readonly notFound: NotFound;
  /** Throws if the change is not allowed. */
  readonly check?: (stored: Entity, changed: Entity) => void;
}

/**
 * Locks an entity, changes some of its fields and its `updatedAt`, and saves it.
 * @returns the changed entity
 * @throws {BusinessError} `notFound`, and what `check` throws
 */
export async function changeWithin<Entity extends Changeable>(
  entities: Pick<Collection<Entity>, 'lock' | 'save'>,
  { clock }: Pick<UpdateDependencies, 'clock'>,
  { id, change }: { readonly id: Entity['id']; readonly change: Partial<Entity> },
  { notFound, check }: ChangeRules<Entity>,
): Promise<Entity> {
  const stored = orNotFound(await entities.lock(id), notFound);
  const changed = { ...stored, ...change, updatedAt: clock.now() };
  check?.(stored, changed);
  await entities.save(changed);
  return changed;
}

/** How to read and write the links of one kind of owner. */
interface Links<Owner extends string, Linked extends string> {
  readonly read: (owner: Owner) => Promise<readonly Linked[]>;
  readonly write: (owner: Owner, change: LinkChange<Linked>) => Promise<void>;
  readonly targets: Linkable<Linked>;
  readonly unknown: Refusal;
  /** The kind of the targets, for error messages. */
  readonly noun: string;
}

/**
 * Replaces the links of an owner by `requested`. The caller must have locked the owner.
 * @returns the new set, sorted
 * @throws {BusinessError} `unknown`, listing the ids that do not exist
 */
export async function replaceLinksWithin<Owner extends string, Linked extends string>(
  owner: Owner,
  requested: readonly Linked[],
  { read, write, targets, unknown, noun }: Links<Owner, Linked>,
): Promise<readonly Linked[]> {
  const [existing, before] = await Promise.all([targets.existingIds(requested), read(owner)]);
  const change = replaceLinks({ before, requested, existing }, unknown, noun);
  await write(owner, change);
  return change.after;
}
