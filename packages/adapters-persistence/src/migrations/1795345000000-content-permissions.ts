import { contentPermissions } from '@portcullis/domain';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the permissions that open the routes of contents, categories and tags. A permission that already has one of
 * these codes or names stays as it is. It opens no route until an administrator adopts it, because the installation may
 * have granted it for another purpose.
 */
export class ContentPermissions1795345000000 implements MigrationInterface {
  readonly name = 'ContentPermissions1795345000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE permissions ADD COLUMN is_adopted boolean NOT NULL DEFAULT true');
    await runner.query('UPDATE permissions SET is_adopted = false WHERE code = ANY ($1)', [
      contentPermissions.map(({ code }) => code),
    ]);
    await runner.query(
      `INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
      SELECT id::uuid, code, name, resource, action, false, 1, now(), now()
      FROM json_to_recordset($1) AS added (id text, code text, name text, resource text, action text)
      ON CONFLICT DO NOTHING`,
      [JSON.stringify(contentPermissions)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM permissions WHERE id = ANY ($1)', [contentPermissions.map(({ id }) => id)]);
    await runner.query('ALTER TABLE permissions DROP COLUMN is_adopted');
  }
}
