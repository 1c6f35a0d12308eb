import type { ImportedId, ImportRepository } from '@portcullis/application';
import type { ContentId, UserId } from '@portcullis/domain';
import type { EntityManager } from 'typeorm';
import { execute, executeOnly } from './sql/transaction.ts';
import type { ResourceStore } from './resource-store.ts';

/** Returns the operations on a table that maps source ids to the ids of the imported rows. */
function importedIdsOf<Id extends string>(table: 'imported_users' | 'imported_contents', column: string) {
  // The mode conflicts with itself and with inserts, but not with the removal of users or contents.
  const lock = { name: `${table} lock`, text: `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE` };
  const find = {
    name: `${table} find`,
    text: `SELECT source_id AS "sourceId", ${column} AS id FROM ${table} WHERE source_id = ANY ($1)`,
  };
  const add = {
    name: `${table} add`,
    text: `INSERT INTO ${table} (source_id, ${column}) SELECT * FROM unnest($1::text[], $2::uuid[])`,
  };
  return (db: EntityManager) => ({
    lock: async (sourceIds: readonly string[]): Promise<readonly ImportedId<Id>[]> => {
      await execute(db, lock, []);
      return execute<ImportedId<Id>>(db, find, [sourceIds]);
    },
    add: (imported: readonly ImportedId<Id>[]): Promise<void> =>
      executeOnly(db, add, [imported.map(({ sourceId }) => sourceId), imported.map(({ id }) => id)]),
  });
}

const users = importedIdsOf<UserId>('imported_users', 'user_id');
const contents = importedIdsOf<ContentId>('imported_contents', 'content_id');

export const importStore: ResourceStore<ImportRepository> = {
  repository: (db) => ({
    lockUsers: users(db).lock,
    addUsers: users(db).add,
    lockContents: contents(db).lock,
    addContents: contents(db).add,
  }),
};
