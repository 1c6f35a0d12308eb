import { orNotFound, replaceLinks, type LinkChange, type NotFound, type Refusal } from '@portcullis/domain';
import type { UpdateDependencies } from './dependencies.ts';
import type { Collection, Linkable } from './ports/collection.ts';

interface Changeable {
  readonly id: string;
  readonly updatedAt: Date;
}

/** How a change of one kind of entity is refused. */
interface ChangeRules<Entity extends Changeable> {
  readonly notFound: NotFound;
  /** Throws if the change is not allowed. */
  readonly check?: (stored: Entity, changed: Entity) => void;
}

/**
 * Changes some fields of an entity and its `updatedAt`.
 * @returns the entity as it is now stored
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

/** The links of one kind that an owner has, and what they may point at. */
interface Links<Owner extends string, Linked extends string> {
  readonly read: (owner: Owner) => Promise<readonly Linked[]>;
  readonly write: (owner: Owner, change: LinkChange<Linked>) => Promise<void>;
  readonly targets: Linkable<Linked>;
  readonly unknown: Refusal;
  /** Names a target in messages. */
  readonly noun: string;
}

/**
 * Makes `requested` the links of an owner that the caller has locked.
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
