import { builtInMenus, builtInPermissions, builtInRoles } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { openDatabase } from '../src/database.ts';
import { viewsOf } from '../src/views.ts';
import type { TemporaryDatabase } from '../src/testing.ts';
import { freshDatabase, describeOnServer, emptyDatabase } from './support/databases.ts';

describe('Migrations', () => {
  describe('on the embedded database', () => {
    const database = freshDatabase(undefined);

    it('§2.4: insert the built-in permissions, roles, menus and links in the order of the specification', async () => {
      const { reader } = database();
      const page = { page: 1, pageSize: 100 };
      const permissions = await viewsOf(reader).permissions.list(page);
      const codes = builtInPermissions.map(({ code }) => code);
      expect(permissions.items.map(({ code }) => code)).to.deep.equal(codes);
      const roles = await viewsOf(reader).roles.list(page);
      expect(roles.items.map(({ code }) => code)).to.deep.equal(['ADMIN', 'MODERATOR', 'USER']);
      for (const [index, role] of builtInRoles.entries()) {
        const { id = role.id } = roles.items[index] ?? {};
        const granted = await viewsOf(reader).roles.permissionsOf(id);
        expect(granted?.map(({ code }) => code)).to.have.members([...role.permissions]);
        const seen = await viewsOf(reader).roles.menusOf(id);
        const wanted = builtInMenus.filter((menu) => menu.roles.includes(role.code));
        expect(seen?.map((menu) => menu.id)).to.have.members(wanted.map((menu) => menu.id));
      }
    });

    it('insert the eight system menus with all their fields', async () => {
      const { items } = await viewsOf(database().reader).menus.list({ page: 1, pageSize: 100, sortBy: 'createdAt' });
      const kept = items.map(({ version: _version, createdAt: _created, updatedAt: _updated, ...menu }) => menu);
      expect(kept).to.deep.equal(builtInMenus.map(({ roles: _roles, ...menu }) => menu));
    });

    it('do nothing if they have already run', async () => {
      expect(await database().dataSource.showMigrations()).to.equal(false);
    });
  });

  describeOnServer('on PostgreSQL', () => {
    let empty: TemporaryDatabase | undefined;
    before(async () => {
      empty = await emptyDatabase();
    });
    after(() => empty?.drop());

    it('run once if several processes start at the same time', async () => {
      const starts = [1, 2, 3].map(() => openDatabase({ url: empty?.url, poolSize: 1 }));
      const opened = await Promise.all(starts);
      const { rows = [] } = (await opened[0]?.pool.query('SELECT count(*)::int AS ran FROM migrations')) ?? {};
      await Promise.all(opened.map(({ close }) => close()));
      expect(rows).to.deep.equal([{ ran: 1 }]);
    });
  });
});
