import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { Checked } from '../ports/collection.ts';

/**
 * Saves an entity after its links, so that `save` stores the new `updatedAt` if they have incremented the version. All
 * statements are sent together, because none needs the answer of another one, and the entity is locked already.
 * @param links the changes of links, which the caller has started
 * @returns the new version of the entity
 */
export async function saveWithLinks<Entity extends Versioned>(
  entities: { readonly save: (entity: Checked<Entity>) => Promise<Versioned> },
  entity: Checked<Entity>,
  links: readonly (Promise<void> | undefined)[],
): Promise<number> {
  const [{ version }] = await Promise.all([entities.save(entity), ...links]);
  return version;
}
