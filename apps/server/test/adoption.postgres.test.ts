import { randomUUID } from 'node:crypto';
import { openDatabase } from '@portcullis/adapters-persistence';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { contentPermissions, moderatorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { pino } from 'pino';
import type { Api } from './support/api.ts';
import { aContent } from './support/builders.ts';
import { describeOnPostgres } from './support/requirements.ts';
import { aUserWithRoles, startService, type Service } from './support/service.ts';

const role = { id: randomUUID(), code: 'WRITERS' };
const permission = { id: randomUUID(), code: 'content.update' };

/** Turns a database into that of an installation of the earlier release, which has the code for a purpose of its own. */
async function withOwnPermission(url: string): Promise<void> {
  const { pool, close } = await openDatabase({ url, poolSize: 6 });
  try {
    await pool.query('DELETE FROM permissions WHERE id = ANY ($1)', [contentPermissions.map(({ id }) => id)]);
    await pool.query('ALTER TABLE permissions DROP COLUMN is_adopted');
    await pool.query(`DELETE FROM migrations WHERE name = 'ContentPermissions1795345000000'`);
    await pool.query(
      `INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
      VALUES ($1, $2, 'Our own', 'content', 'update', false, 1, now(), now())`,
      [permission.id, permission.code],
    );
    await pool.query(
      `INSERT INTO roles (id, code, name, is_system, status, created_at, updated_at)
      VALUES ($1, $2, 'Writers', false, 1, now(), now())`,
      [role.id, role.code],
    );
    await pool.query('INSERT INTO role_permissions (role_id, permission_id) VALUES ($1, $2)', [role.id, permission.id]);
  } finally {
    await close();
  }
}

describeOnPostgres('The upgrade of an installation that has a permission with a code of contents', (adminUrl) => {
  let database: TemporaryDatabase;
  let service: Service;
  let lines: string[];

  const start = async (): Promise<void> => {
    lines = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    service = await startService({ DATABASE_URL: database.url }, log);
  };
  const warnings = (): readonly string[] => lines.filter((line) => line.includes('adopt'));

  before(async () => {
    database = await migratedDatabase(adminUrl);
    await withOwnPermission(database.url);
    await start();
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
  });

  const change = async (api: Api): Promise<number> => {
    const { id } = await aContent(service.admin);
    return (await api.patch(`/contents/${id}`, { summary: 'changed' })).status;
  };
  const operations = async (api: Api): Promise<readonly string[]> =>
    (await api.get<readonly { id: string }[]>('/auth/operations')).data.map(({ id }) => id);

  it('lets nobody do more or less until an administrator adopts the permission, and says so at each start', async () => {
    const { admin } = service;
    const writer = await aUserWithRoles(service, role);
    const moderator = await aUserWithRoles(service, moderatorRole);

    expect(warnings()).to.have.length(1);
    expect(JSON.parse(warnings()[0] ?? '')).to.deep.include({ codes: [permission.code] });
    const { data: held } = await writer.api.get<{ permissions: readonly string[] }>('/auth/permissions');
    expect(held.permissions).to.deep.equal([permission.code]);
    expect(await change(writer.api)).to.equal(403);
    expect(await change(moderator.api)).to.equal(200);
    expect(await operations(writer.api)).to.not.include('updateContent');
    expect((await admin.get(`/permissions/${permission.id}`)).data).to.include({ name: 'Our own', isAdopted: false });

    expect((await admin.post(`/permissions/${permission.id}/adopt`)).status).to.equal(200);
    expect(await change(writer.api)).to.equal(200);
    expect(await change(moderator.api)).to.equal(200);
    expect(await operations(writer.api)).to.include('updateContent');

    await service.stop();
    await start();
    expect(warnings()).to.deep.equal([]);
  });
});
