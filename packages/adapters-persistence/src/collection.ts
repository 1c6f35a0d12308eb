import type { Collection } from '@portcullis/application';
import type { EntityManager, EntitySchema } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/** The write side of one table whose rows are the domain's own data. */
export function collection<Entity extends { readonly id: string }>(
  db: EntityManager,
  schema: EntitySchema<Entity>,
): Collection<Entity> {
  return {
    // Weaker than FOR UPDATE on purpose: links to the row may be made meanwhile, changes and removal wait.
    lock: async (id) =>
      (await db.createQueryBuilder(schema, 't').where('t.id = :id', { id }).setLock('for_no_key_update').getOne()) ??
      undefined,
    add: async (entity) => {
      await db.insert(schema, row(entity));
    },
    save: async (entity) => {
      await db.update(schema, entity.id, row(entity));
    },
    remove: async (id) => {
      await db.delete(schema, id);
    },
  };
}

/** A whole row is a partial one; TypeORM's type cannot say so of a type that is not known yet. */
const row = <Entity extends object>(entity: Entity) => entity as QueryDeepPartialEntity<Entity>;
