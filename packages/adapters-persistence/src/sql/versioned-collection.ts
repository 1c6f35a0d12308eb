import { isDeepStrictEqual } from 'node:util';
import type { VersionedCollection } from '@portcullis/application';
import type { Versioned } from '@portcullis/domain';
import type { EntityManager, EntitySchema } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { collectionOf, rowOf } from './collection.ts';
import { lockLinkedOwners, type JoinTable } from './links.ts';

type Stored = Versioned & { readonly id: string };

interface SavedCollection<Entity extends Stored> extends VersionedCollection<Entity> {
  readonly save: (entity: Entity, stored?: Entity) => Promise<Versioned>;
}

/**
 * Returns the repository operations for a table whose rows have a version number.
 * @param linkedBy the join tables that link rows of this table to owners; inserting or deleting a row of a join table
 * increments the version number of the owner
 * @returns the operations; `save` writes only the fields that differ from its second argument, if there is one
 */
export function versionedCollectionOf<Entity extends Stored>(
  schema: EntitySchema<Entity>,
  linkedBy: readonly JoinTable[] = [],
): (db: EntityManager) => SavedCollection<Entity> {
  const collection = collectionOf(schema);
  const lockOwners = lockLinkedOwners(schema.options.name, linkedBy);
  return (db) => {
    const { lock, add, remove } = collection(db);
    return {
      lock,
      add,
      save: async (entity, stored) => updateVersioned(db, schema, entity, await rowOf(changedFields(entity, stored))),
      remove: async (id) => {
        const owners = await lockOwners(db, id);
        await remove(id);
        return owners;
      },
    };
  };
}

/**
 * Returns the fields of an entity that differ from `stored`, and always `updatedAt`. Without `stored`, returns all
 * fields.
 */
function changedFields<Entity extends Stored>(entity: Entity, stored: Entity | undefined): Partial<Entity> {
  if (stored === undefined) return entity;
  const changed: Partial<Entity> = { ...entity };
  for (const name in entity) {
    if (name !== 'updatedAt' && isDeepStrictEqual(entity[name], stored[name])) delete changed[name];
  }
  return changed;
}

/**
 * Updates the row of an entity.
 * @param parameters the parameters of SQL expressions in `row`
 * @returns the version number and the time of the last change, after the triggers have run; if the entity has no row,
 * those of the given entity
 */
export async function updateVersioned<Entity extends Stored>(
  db: EntityManager,
  schema: EntitySchema<Entity>,
  { id, version, updatedAt }: Stored,
  row: QueryDeepPartialEntity<Entity>,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<Versioned> {
  const { raw } = await db
    .createQueryBuilder()
    .update(schema)
    .set(row)
    .setParameters({ ...parameters, id })
    .where('id = :id')
    .returning('version, updated_at AS "updatedAt"')
    .execute();
  const [stored]: readonly Versioned[] = raw;
  return stored ?? { version, updatedAt };
}
