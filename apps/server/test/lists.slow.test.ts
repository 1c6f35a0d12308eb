import { auditSortFields } from '@portcullis/application/internal/ports/audit';
import { categorySortFields } from '@portcullis/application/internal/ports/categories';
import { contentSortFields } from '@portcullis/application/internal/ports/contents';
import type { Page } from '@portcullis/application/internal/ports/lists';
import { menuSortFields } from '@portcullis/application/internal/ports/menus';
import { permissionSortFields } from '@portcullis/application/internal/ports/permissions';
import { roleSortFields } from '@portcullis/application/internal/ports/roles';
import { tagSortFields } from '@portcullis/application/internal/ports/tags';
import { userSortFields } from '@portcullis/application/internal/ports/users';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import {
  aCategory,
  aContent,
  aMenu,
  aPermission,
  aRole,
  aTag,
  createResource,
  expectSuccess,
} from './support/builders.ts';
import { startService, unique, type Service } from './support/service.ts';

type Sortable = string | number | null | undefined;
type Item = Readonly<Record<string, Sortable>> & { readonly id: string };
type Items = Page<Item>;

interface List {
  /** SQL that makes many items have the same `created_at`. */
  readonly tie: string;
  readonly sortFields: readonly string[];
  /** Creates an item with `text` in a field that the search covers. */
  readonly make: (admin: Api, text: string) => Promise<unknown>;
  /** A filter that matches nothing, for a list without search. */
  readonly nothing?: string;
}

const aUser = (admin: Api, nickName: string) => {
  const username = unique('User-');
  const status = Number(nickName.endsWith('%'));
  return createResource(admin, '/users', {
    username,
    email: `${unique('E')}@x.org`,
    password: username,
    nickName,
    status,
  });
};

/** Returns SQL that sets each `created_at` to one of two timestamps, depending on the last digit of the id. */
const tied = (table: string): string =>
  `UPDATE ${table} SET created_at = timestamptz '2026-11-21' + ascii(right(id::text, 1)) % 2 * interval '1 day'`;

/** The columns that `copied` copies. Audit records cannot be changed, so `copied` adds copies with equal timestamps. */
const auditColumns =
  'event, user_id, ip_address, user_agent, resource, resource_id, action, payload, result, created_at';
const copied = `INSERT INTO audit_records (id, ${auditColumns})
  SELECT gen_random_uuid(), ${auditColumns} FROM audit_records, generate_series(1, 2)`;

const lists: Readonly<Record<string, List>> = {
  '/users': { tie: tied('users'), sortFields: userSortFields, make: aUser },
  '/roles': {
    tie: tied('roles'),
    sortFields: roleSortFields,
    make: (admin, description) => aRole(admin, {}, { description, status: 0 }),
  },
  '/permissions': {
    tie: tied('permissions'),
    sortFields: permissionSortFields,
    make: (admin, name) => aPermission(admin, { name, status: 0, resource: unique('R'), action: unique('a') }),
  },
  '/menus': {
    tie: tied('menus'),
    sortFields: menuSortFields,
    make: (admin, menuName) => aMenu(admin, { menuName, status: 2 }),
  },
  '/contents': {
    tie: tied('contents'),
    sortFields: contentSortFields,
    make: async (admin, summary) => {
      const { id } = await aContent(admin, { summary });
      if (!summary.endsWith('%')) await expectSuccess(admin.post(`/contents/${id}/publish`));
    },
  },
  '/categories': {
    tie: tied('categories'),
    sortFields: categorySortFields,
    make: (admin, name) => aCategory(admin, { name, order: name.length % 3 }),
  },
  '/tags': { tie: tied('tags'), sortFields: tagSortFields, make: (admin, name) => aTag(admin, { name }) },
  '/audit-logs': {
    tie: copied,
    sortFields: auditSortFields,
    make: async (admin) => {
      const { data } = await admin.get<{ id: string }>('/auth/profile');
      await expectSuccess(admin.patch(`/users/${data.id}`, { roleIds: [administratorRole.id] }));
    },
    nothing: 'event=nothing',
  },
};

/**
 * Returns whether `a` may come before `b` in an ascending list. Null comes last, as in PostgreSQL. Numbers are compared
 * as numbers, and other values as strings.
 */
function inOrder(a: Sortable, b: Sortable): boolean {
  if (a === null || b === null) return b === null;
  return typeof a === 'number' && typeof b === 'number' ? a <= b : String(a) <= String(b);
}

const keyOf = (item: Item, field: string): Sortable => {
  const value = item[field];
  return typeof value === 'string' && ['username', 'email'].includes(field) ? value.toLowerCase() : value;
};

const endings = ['%', '_', '\\', 'x', '%', '_', '\\', 'x'];

/** These tests read complete tables, so they use a separate service, which is filled once. */
describe('lists', () => {
  let service: Service;
  const word = unique('word ');
  const page = async (path: string, query: string): Promise<Items> =>
    expectSuccess(service.admin.get<Items>(`${path}?${query}`));
  const idsOf = ({ items }: Items) => items.map(({ id }) => id);
  before(async () => {
    service = await startService();
    for (const { make } of Object.values(lists)) {
      for (const [index, ending] of endings.entries()) await make(service.admin, `${word}${index}${ending}`);
    }
    for (const { tie } of Object.values(lists)) await service.server.database.pool.query(tie);
  });
  after(() => service.stop());

  for (const [path, { sortFields, nothing }] of Object.entries(lists)) {
    describe(`GET ${path}`, () => {
      it('returns the first 10 items by default, or the requested page', async () => {
        const whole = await page(path, 'pageSize=100');
        expect(whole).to.include({ total: whole.items.length, page: 1, pageSize: 100 });
        const { total } = whole;
        const usual = { items: whole.items.slice(0, 10), total, page: 1, pageSize: 10 };
        expect(await page(path, '')).to.deep.equal(usual);
        expect(await page(path, 'page=&pageSize=&search=&sortBy=&sortOrder=&unknown=1')).to.deep.equal(usual);
        const third = { items: whole.items.slice(6, 9), total, page: 3, pageSize: 3 };
        expect(await page(path, 'page=3&pageSize=3')).to.deep.equal(third);
        expect(await page(path, 'page=99')).to.deep.equal({ items: [], total, page: 99, pageSize: 10 });
      });

      it('returns each item on exactly one page, even if many items have the same timestamp', async () => {
        for (const order of ['asc', 'desc']) {
          const sorted = `sortBy=createdAt&sortOrder=${order}`;
          const whole = await page(path, `${sorted}&pageSize=100`);
          const ids: string[] = [];
          for (let at = 1; ids.length < whole.total; at += 1) {
            ids.push(...idsOf(await page(path, `${sorted}&pageSize=3&page=${at}`)));
          }
          expect(ids).to.deep.equal(idsOf(whole));
          expect(new Set(ids).size).to.equal(whole.total);
        }
      });

      for (const field of sortFields) {
        it(`sorts by ${field}, ascending and descending`, async () => {
          const ascending = await page(path, `pageSize=100&sortBy=${field}`);
          const keys = ascending.items.map((item) => keyOf(item, field));
          keys.slice(1).forEach((key, index) => {
            expect(inOrder(keys[index], key), `${String(keys[index])} before ${String(key)}`).to.equal(true);
          });
          const descending = await page(path, `pageSize=100&sortBy=${field}&sortOrder=desc`);
          expect(idsOf(descending)).to.deep.equal(idsOf(ascending).toReversed());
        });
      }

      it('returns 200 and an empty array if nothing matches', async () => {
        const empty = { items: [], total: 0, page: 1, pageSize: 10 };
        expect(await page(path, nothing ?? 'search=no such thing')).to.deep.equal(empty);
      });

      if (nothing !== undefined) return;
      it('searches for %, _ and \\ literally, ignoring case', async () => {
        for (const [index, ending] of endings.entries()) {
          const found = await page(path, `search=${encodeURIComponent(`${word}${index}${ending}`.toUpperCase())}`);
          expect(found.total, ending).to.equal(1);
        }
        expect((await page(path, `search=${encodeURIComponent(`${word}%`)}`)).total).to.equal(0);
        expect((await page(path, `search=${encodeURIComponent(word)}&pageSize=3`)).total).to.equal(endings.length);
      });
    });
  }
});
