import { randomUUID } from 'node:crypto';
import { contentPermissions } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Database } from '../src/index.ts';
import { ContentPermissions1795345000000 } from '../src/migrations/1795345000000-content-permissions.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

/** The permissions that this migration added. A later one added that for files. */
const permissions = contentPermissions.filter(({ code }) => code !== 'media.manage');

const insert = `INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
  VALUES ($1, $2, $3, 'content', 'own', false, 1, now(), now())`;

function migrates(database: () => Database): void {
  it('adds the permissions once, and keeps those that an installation already has, without adopting them', async () => {
    const { pool, dataSource } = database();
    const [sameCode, sameName] = [randomUUID(), randomUUID()];
    const runner = dataSource.createQueryRunner();
    const migration = new ContentPermissions1795345000000();
    try {
      await runner.query('DELETE FROM permissions WHERE id = ANY ($1)', [permissions.map(({ id }) => id)]);
      await runner.query('ALTER TABLE permissions DROP COLUMN is_adopted');
      await runner.query(insert, [sameCode, 'content.update', 'Our own']);
      await runner.query(insert, [sameName, 'our.code', 'Manage tags']);
      await migration.up(runner);
    } finally {
      await runner.release();
    }
    const { rows } = await pool.query(
      `SELECT p.id, p.code, p.name, p.is_adopted AS adopted, p.is_system AS system,
        (SELECT count(*)::int FROM role_permissions rp WHERE rp.permission_id = p.id) AS roles
      FROM permissions p WHERE p.resource IN ('content', 'category', 'tag') ORDER BY p.code COLLATE "C"`,
    );
    const added = permissions
      .filter(({ code }) => code !== 'content.update' && code !== 'tag.manage')
      .map(({ id, code, name }) => ({ id, code, name, adopted: true, system: false, roles: 0 }));
    const kept = [
      { id: sameCode, code: 'content.update', name: 'Our own', adopted: false, system: false, roles: 0 },
      { id: sameName, code: 'our.code', name: 'Manage tags', adopted: true, system: false, roles: 0 },
    ];
    const byCode = (a: { code: string }, b: { code: string }): number => (a.code < b.code ? -1 : 1);
    expect(rows).to.deep.equal([...added, ...kept].toSorted(byCode));
    const { rows: wrong } = await pool.query('SELECT * FROM wrong_totals()');
    expect(wrong).to.deep.equal([]);
  });
}

describe('Migration of the permissions for contents', () => {
  describe('on the embedded database', () => migrates(freshDatabase(undefined)));

  describeOnServer('on PostgreSQL', () => migrates(freshDatabase(serverUrl)));
});
