import { migration } from './migration.ts';

/** The permissions: code and name. Their ids end with 101, 102 and so on. */
const permissions: readonly (readonly [code: string, name: string])[] = [
  ['content.create', 'Create contents'],
  ['content.read-drafts', 'Read drafts'],
  ['content.update', 'Update contents'],
  ['content.publish', 'Publish contents'],
  ['content.delete', 'Delete contents'],
  ['category.manage', 'Manage categories'],
  ['tag.manage', 'Manage tags'],
];

const idOf = (index: number): string => `00000000-0000-4000-8000-200000000${101 + index}`;

/**
 * Adds the permissions that open the routes of contents, categories and tags. A permission that already has one of
 * these codes or names stays as it is. It opens no route until an administrator adopts it, because the installation may
 * have granted it for another purpose.
 */
export const ContentPermissions1795345000000 = migration('ContentPermissions1795345000000', async (runner) => {
  await runner.query('ALTER TABLE permissions ADD COLUMN is_adopted boolean NOT NULL DEFAULT true');
  await runner.query('UPDATE permissions SET is_adopted = false WHERE code = ANY ($1)', [
    permissions.map(([code]) => code),
  ]);
  await runner.query(
    `INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
    SELECT id::uuid, code, name, split_part(code, '.', 1), split_part(code, '.', 2), false, 1, now(), now()
    FROM json_to_recordset($1) AS added (id text, code text, name text)
    ON CONFLICT DO NOTHING`,
    [JSON.stringify(permissions.map(([code, name], index) => ({ id: idOf(index), code, name })))],
  );
});
