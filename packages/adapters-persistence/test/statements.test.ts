import type { Store } from '@portcullis/testing/internal/contracts/store';
import { anId } from '@portcullis/testing';
import { auditSortFields } from '@portcullis/application/internal/ports/audit';
import { contentSortFields } from '@portcullis/application/internal/ports/contents';
import { menuSortFields } from '@portcullis/application/internal/ports/menus';
import { userSortFields } from '@portcullis/application/internal/ports/users';
import { expect } from 'chai';
import { createReader, type Statement } from '../src/postgres/reader.ts';
import { embeddedDatabase } from './support/databases.ts';
import { storeOn } from './support/store.ts';

/**
 * Calls most views of users, roles, permissions, menus, contents, categories, tags, audit records and access, and calls
 * their lists with many combinations of parameters.
 */
async function callEveryView(store: Store): Promise<void> {
  const { users, roles, permissions, menus, contents, categories, tags, audit, access, accessControl } = store;
  const page = { page: 1, pageSize: 2 };
  await Promise.all([
    ...[users.find, users.profile, users.permissionsOf].map((ask) => ask(anId())),
    users.credentials('nobody'),
    users.taken({ email: 'nobody@example.com', username: 'nobody' }),
    ...[roles.find, roles.permissionsOf, roles.menusOf, roles.permissionCount, roles.stats].map((ask) => ask(anId())),
    permissions.find(anId()),
    permissions.all(),
    menus.find(anId()),
    menus.all({}),
    menus.routeExists('nowhere'),
    menus.grantedTo(anId()),
    menus.allWithVersion(),
    contents.find(anId()),
    contents.unconverted(anId()),
    contents.findBySlug('nothing'),
    contents.published({ id: anId() }, []),
    contents.published({ slug: 'nothing' }, []),
    categories.find(anId()),
    categories.findBySlug('nothing'),
    categories.all(),
    tags.find(anId()),
    tags.findBySlug('nothing'),
    tags.findAll([]),
    tags.popular(1),
    audit.find(anId()),
    audit.before(new Date(), 1),
    accessControl.all(),
    access.check({ userId: anId(), sessionId: anId(), roles: [], permissions: [] }).grants,
  ]);
  for (const list of [
    users.list,
    roles.list,
    permissions.list,
    menus.list,
    contents.list,
    categories.list,
    tags.list,
  ]) {
    await list(page);
    await list({ ...page, search: 'x' });
  }
  for (const sortOrder of ['asc', 'desc'] as const) {
    for (const sortBy of userSortFields) await users.list({ ...page, sortBy, sortOrder, status: 1, gender: '1' });
    for (const sortBy of menuSortFields) await menus.list({ ...page, sortBy, sortOrder, parentId: anId() });
    for (const sortBy of contentSortFields) await contents.list({ ...page, sortBy, sortOrder, categoryId: anId() });
    for (const sortBy of auditSortFields) await audit.list({ ...page, sortBy, sortOrder, userId: anId() });
  }
}

describe('Prepared statements', () => {
  const database = embeddedDatabase();

  it('have names that PostgreSQL does not truncate, and the same text whenever the name is the same', async () => {
    const textByName = new Map<string, string>();
    const { pool, reader } = database();
    const watched = createReader(<Row extends object>(statement: Statement, values?: readonly unknown[]) => {
      const { name, text } = statement;
      expect(Buffer.byteLength(name), name).to.be.within(1, 63);
      expect(textByName.get(name) ?? text, name).to.equal(text);
      textByName.set(name, text);
      return reader.rows<Row>(statement, values);
    });
    await callEveryView(
      storeOn({ ...database(), reader: watched, orderedReaders: [{ reader: watched, pending: () => 0 }] }),
    );
    const { rows } = await pool.query('SELECT name FROM pg_prepared_statements');
    expect(rows.map(({ name }) => name)).to.include.members([...textByName.keys()]);
    expect(textByName.size).to.be.above(60);
  });
});
