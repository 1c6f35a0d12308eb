import type {
  ExportedContent,
  ExportedUser,
  ImportedContentId,
  ImportedId,
  ImportRepository,
  ImportViews,
} from '@portcullis/application/internal/ports/imports';
import type { ContentId, MediaId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { EntityManager } from 'typeorm';
import { execute, executeOnly } from './sql/transaction.ts';
import { columnsOf } from './sql/columns.ts';
import { users as userTable } from './users/user-columns.ts';
import type { ResourceStore } from './resource-store.ts';
import { periodMembers, periodOf, type PeriodMembers } from './access/role-grants.ts';
import { sql } from './postgres/reader.ts';

/** Returns the operations on a table that maps source ids to the ids of the imported rows. */
function importedIdsOf<Id extends string, Found extends ImportedId<Id>>(
  table: 'imported_users' | 'imported_contents',
  column: string,
  found: string,
) {
  // The mode conflicts with itself and with inserts, but not with the removal of users or contents.
  const lock = sql`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`;
  const find = sql`SELECT source_id AS "sourceId", ${found} WHERE source_id = ANY ($1)`;
  // The source id of a content in the bin is in use, but `find` does not return it.
  const add = sql`INSERT INTO ${table} (source_id, ${column}) SELECT * FROM unnest($1::text[], $2::uuid[])
      ON CONFLICT (source_id) DO UPDATE SET ${column} = excluded.${column}`;
  return (db: EntityManager) => ({
    lock: async (sourceIds: readonly string[]): Promise<readonly Found[]> => {
      await execute(db, lock, []);
      return execute<Found>(db, find, [sourceIds]);
    },
    add: (imported: readonly ImportedId<Id>[]): Promise<void> =>
      executeOnly(db, add, [imported.map(({ sourceId }) => sourceId), imported.map(({ id }) => id)]),
  });
}

const users = importedIdsOf<UserId, ImportedId<UserId>>(
  'imported_users',
  'user_id',
  'user_id AS id FROM imported_users',
);
const contents = importedIdsOf<ContentId, ImportedContentId>(
  'imported_contents',
  'content_id',
  'c.id, c.slug FROM imported_contents i JOIN contents c ON c.id = i.content_id',
);

const mediaAt = sql`SELECT media_id AS id FROM imported_media WHERE address = $1`;
const addMedia = sql`INSERT INTO imported_media (address, media_id) VALUES ($1, $2)
    ON CONFLICT (address) DO UPDATE SET media_id = excluded.media_id`;

/** The smallest UUID. */
const firstId = '00000000-0000-0000-0000-000000000000';

const exportContents = sql`SELECT t.id, coalesce(i.source_id, t.id::text) AS "sourceId", u.username AS author,
      u.email AS "authorEmail",
      array(SELECT g.name FROM content_tags ct JOIN tags g ON g.id = ct.tag_id WHERE ct.content_id = t.id
        ORDER BY g.name COLLATE "C") AS tags,
      coalesce((WITH RECURSIVE above AS (
          SELECT c.id, c.parent_id, c.name, c.slug, 1 AS level FROM categories c WHERE c.id = t.category_id
          UNION ALL SELECT p.id, p.parent_id, p.name, p.slug, above.level + 1 FROM categories p
            JOIN above ON p.id = above.parent_id)
        SELECT json_agg(json_build_object('name', name, 'slug', slug) ORDER BY level DESC) FROM above), '[]') AS category
    FROM contents t LEFT JOIN imported_contents i ON i.content_id = t.id LEFT JOIN users u ON u.id = t.author_id
    WHERE t.id > $2 ORDER BY t.id LIMIT $1`;

type ExportedRow = Omit<ExportedUser, 'roles'> & {
  readonly roles: readonly (PeriodMembers & { readonly code: string })[];
};

const exportedColumns = columnsOf(userTable, 't', [
  'id',
  'username',
  'email',
  'emailVerified',
  'nickName',
  'phone',
  'gender',
  'status',
  'createdAt',
  'attributes',
]);

const exportUsers = sql`SELECT ${exportedColumns}, coalesce(i.source_id, t.id::text) AS "sourceId",
      CASE WHEN $3 THEN t.password_hash END AS "passwordHash",
      (SELECT coalesce(json_agg(json_build_object('code', r.code, ${periodMembers}) ORDER BY r.code COLLATE "C"), '[]')
        FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        WHERE ur.user_id = t.id AND (ur.valid_until IS NULL OR ur.valid_until > now())) AS roles
    FROM users t LEFT JOIN imported_users i ON i.user_id = t.id
    WHERE t.kind = 'PERSON' AND t.id > $2 ORDER BY t.id LIMIT $1`;

export const importStore: ResourceStore<ImportRepository, ImportViews> = {
  views: (reader) => ({
    contents: ({ limit, after }) => reader.rows<ExportedContent>(exportContents, [limit, after ?? firstId]),
    users: async ({ limit, after, withPasswordHashes }) => {
      const rows = await reader.rows<ExportedRow>(exportUsers, [limit, after ?? firstId, withPasswordHashes]);
      return rows.map((row) => ({
        ...row,
        roles: row.roles.map(({ code, ...role }) => ({ code, ...periodOf(role) })),
      }));
    },
  }),
  repository: (db) => ({
    lockUsers: users(db).lock,
    addUsers: users(db).add,
    lockContents: contents(db).lock,
    addContents: contents(db).add,
    mediaAt: async (address) => (await execute<{ id: MediaId }>(db, mediaAt, [address]))[0]?.id,
    addMedia: (address, id) => executeOnly(db, addMedia, [address, id]),
  }),
};
