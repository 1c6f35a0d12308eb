import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import type { ContentListQuery } from '@portcullis/application/internal/ports/contents';
import { comparison, type Condition } from '@portcullis/domain/internal/conditions/condition';
import type { ListQuery, SortKey } from '@portcullis/application/internal/ports/lists';
import type { UserListQuery } from '@portcullis/application/internal/ports/users';
import { aCategory, aContent, anId, aPermission, aRole, aTag, aUser, unique } from '../builders.ts';
import { aFactor } from '../factors.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

/** Tests the pages, searches and filters of lists. A rule that several lists share is tested on one or two of them. */
/** Returns a day in 1990. Other tests use later times, so the removals here do not affect the rows of other tests. */
const dayIn1990 = (number: number): Date => new Date(Date.UTC(1990, 0, number));

export function listContract(adapter: string, open: OpenStore): void {
  describe(`Lists contract, ${adapter}`, () => {
    it('returns each item on one page, sorts equal items by id, and returns the total with every page', async () => {
      const { work, permissions } = open();
      const { resource } = aPermission();
      const made = Array.from({ length: 5 }, () => aPermission({ resource }));
      await given(work, { permissions: made.toReversed() });
      const page = async (number: number, query: Partial<ListQuery<'createdAt' | 'status'>> = {}) => {
        const { items, ...rest } = await permissions.list({ resource, page: number, pageSize: 2, ...query });
        return { ids: idsOf(items), ...rest };
      };
      const [a, b, c, d, e] = idsOf(made);
      expect(await page(1)).to.deep.equal({ ids: [a, b], total: 5, page: 1, pageSize: 2 });
      expect(await page(2)).to.deep.equal({ ids: [c, d], total: 5, page: 2, pageSize: 2 });
      expect(await page(3)).to.deep.equal({ ids: [e], total: 5, page: 3, pageSize: 2 });
      expect(await page(4)).to.deep.equal({ ids: [], total: 5, page: 4, pageSize: 2 });
      expect(await page(1, { pageSize: 5 })).to.deep.equal({ ids: [a, b, c, d, e], total: 5, page: 1, pageSize: 5 });
      expect((await page(2, { sortBy: 'status', sortOrder: 'desc' })).ids).to.deep.equal([c, b]);
    });

    it('returns each item of a list once and in the same order, on pages near its start and near its end', async () => {
      const { work, contents } = open();
      const published = (day: number) =>
        aContent({ status: 'PUBLISHED', publishedAt: new Date(Date.UTC(2026, 4, day)) });
      await given(work, { contents: [published(1), published(1), published(2), aContent(), aContent()] });
      const walk = async (query: Partial<ContentListQuery>) => {
        const ids: string[] = [];
        for (let page = 1; ; page += 1) {
          const { items, total } = await contents.list({ pageSize: 4, ...query, page });
          if (items.length === 0) return { ids, total };
          ids.push(...idsOf(items));
        }
      };
      for (const filter of [{}, { status: 'PUBLISHED' }] as const) {
        const { ids, total } = await walk({ ...filter, sortBy: 'publishedAt' });
        expect([ids.length, new Set(ids).size]).to.deep.equal([total, total]);
        expect(await walk({ ...filter, sortBy: 'publishedAt', pageSize: 5 })).to.deep.equal({ ids, total });
        const back = { ids: ids.toReversed(), total };
        expect(await walk({ ...filter, sortBy: 'publishedAt', sortOrder: 'desc' })).to.deep.equal(back);
      }
    });

    it('filters contents and users by a condition, together with other filters', async () => {
      const { work, contents, users } = open();
      const mark = unique('Filtered');
      const author = aUser({ username: mark, nickName: mark });
      const category = aCategory();
      const draft = aContent({ title: `${mark} a`, authorId: author.id, summary: null });
      const shown = aContent({
        title: `${mark} b`,
        categoryId: category.id,
        summary: mark,
        status: 'PUBLISHED',
        publishedAt: new Date(0),
      });
      await given(work, {
        users: [author, aUser({ nickName: mark })],
        categories: [category],
        contents: [draft, shown],
      });
      const found = async (filter: Condition, query: Partial<ContentListQuery> = {}) => {
        const { items, total } = await contents.list({ page: 1, pageSize: 10, search: mark, ...query, filter });
        return [idsOf(items), total];
      };
      expect(await found(comparison('authorId', 'eq', author.id))).to.deep.equal([[draft.id], 1]);
      expect(await found(comparison('summary', 'exists', true))).to.deep.equal([[shown.id], 1]);
      expect(await found(comparison('title', 'gt', `${mark} a`))).to.deep.equal([[shown.id], 1]);
      expect(await found(comparison('categoryId', 'under', category.id))).to.deep.equal([[shown.id], 1]);
      expect(await found(comparison('id', 'in', []))).to.deep.equal([[], 0]);
      const isDraft = comparison('status', 'eq', 'DRAFT');
      expect(await found(isDraft, { reach: comparison('authorId', 'eq', author.id) })).to.deep.equal([[draft.id], 1]);
      expect(await found(isDraft, { reach: comparison('authorId', 'eq', anId()) })).to.deep.equal([[], 0]);
      const query = { page: 1, pageSize: 10, search: mark };
      const named = await users.list({ ...query, filter: comparison('username', 'eq', mark) });
      expect([idsOf(named.items), named.total]).to.deep.equal([[author.id], 1]);
    });

    it('sorts by several fields, with the id in the order of the last one', async () => {
      const { work, permissions } = open();
      const { resource } = aPermission();
      const [a, b, c, d] = [1, 0, 1, 0].map((status) => aPermission({ resource, status: status === 1 ? 1 : 0 }));
      if (a === undefined || b === undefined || c === undefined || d === undefined) return;
      await given(work, { permissions: [a, b, c, d] });
      const sorted = async (...sort: readonly SortKey<'status' | 'createdAt'>[]) =>
        idsOf((await permissions.list({ resource, page: 1, pageSize: 10, sort })).items);
      expect(await sorted({ by: 'status', order: 'desc' })).to.deep.equal([c.id, a.id, d.id, b.id]);
      const made = await sorted({ by: 'status', order: 'desc' }, { by: 'createdAt', order: 'asc' });
      expect(made).to.deep.equal([a.id, c.id, b.id, d.id]);
    });

    it('returns only the items with the wanted ids, together with other filters', async () => {
      const { work, ...views } = open();
      const [user, role, tag, permission, category] = [aUser(), aRole(), aTag(), aPermission(), aCategory()];
      const [draft, published] = [aContent(), aContent({ status: 'PUBLISHED', publishedAt: new Date(0) })];
      const things = { users: [user], roles: [role], tags: [tag], permissions: [permission], categories: [category] };
      await given(work, { ...things, contents: [draft, published] });
      const wanted = [user, role, tag, permission, category, draft, published].map(({ id }) => id);
      const query = { page: 1, pageSize: 10, ids: [...wanted, anId()] };
      for (const name of ['users', 'roles', 'tags', 'permissions', 'categories'] as const) {
        const { items, total } = await views[name].list(query);
        expect([idsOf(items), total], name).to.deep.equal([idsOf(things[name]), 1]);
      }
      const contents = await views.contents.list({ ...query, status: 'PUBLISHED' });
      expect([idsOf(contents.items), contents.total]).to.deep.equal([[published.id], 1]);
      expect((await views.menus.list(query)).total).to.equal(0);
    });

    it('text filters match anywhere in a field, ignore case, and have no wildcards', async () => {
      const { work, users, roles } = open();
      const mark = unique('mark').toLowerCase();
      const ada = aUser({ username: `ada.${mark}`, nickName: `Ada 50%_${mark}` });
      const bob = aUser({ username: `bob.${mark}`, nickName: `${mark} ada`, phone: '555 123' });
      const editor = aRole({ name: `Editor ${mark}` });
      await given(work, { users: [ada, bob], roles: [editor] });
      const found = async (query: Partial<UserListQuery>) =>
        idsOf((await users.list({ page: 1, pageSize: 10, ...query })).items);
      expect(await found({ username: `DA.${mark.toUpperCase()}` })).to.deep.equal([ada.id]);
      expect(await found({ nickName: `50%_${mark}` })).to.deep.equal([ada.id]);
      expect(await found({ nickName: `50__${mark}` })).to.deep.equal([]);
      expect(await found({ search: mark, phone: '5 1' })).to.deep.equal([bob.id]);
      expect(await found({ username: mark, nickName: 'ADA', email: bob.email })).to.deep.equal([bob.id]);
      const { items, total } = await roles.list({
        page: 1,
        pageSize: 10,
        name: `editor ${mark}`,
        code: editor.code.slice(1),
      });
      expect([idsOf(items), total]).to.deep.equal([[editor.id], 1]);
    });

    it('returns an empty page if nothing matches', async () => {
      const query = { page: 1, pageSize: 10, search: unique('nothing') };
      expect(await open().tags.list(query)).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 10 });
    });

    it('ignores case in searches, in every script', async () => {
      const { work, tags } = open();
      const name = unique('ÄPFEL und Жуки');
      await given(work, { tags: [aTag({ name })] });
      for (const search of [name, name.toLowerCase(), name.toUpperCase(), name.slice(2), 'ЖУ', 'ки']) {
        const { items, total } = await tags.list({ page: 1, pageSize: 10, search });
        expect([namesOf(items), total], search).to.deep.equal([[name], 1]);
      }
    });

    it(String.raw`treats %, _ and \ in a search literally`, async () => {
      const { work, tags } = open();
      const token = unique('literal');
      const names = ['%', '_', '\\', 'x'].map((character) => `${token} a${character}b`);
      await given(work, { tags: names.map((name) => aTag({ name })) });
      const found = async (search: string) => namesOf((await tags.list({ page: 1, pageSize: 10, search })).items);
      for (const name of names) expect(await found(name)).to.deep.equal([name]);
      expect(await found(`${token} `)).to.have.members(names);
      expect(await found(`${token}\\`)).to.deep.equal([]);
    });

    it('searches every searchable field, and finds no text that begins in one field and ends in another', async () => {
      const { work, users, roles } = open();
      const token = unique('sought');
      const made = [
        aUser({ username: `${token}-a` }),
        aUser({ email: `${token}@example.org` }),
        aUser({ nickName: `Nick ${token}` }),
        aUser({ phone: token }),
      ];
      const role = aRole({ name: unique('role'), description: token });
      await given(work, { users: [...made, aUser()], roles: [role] });
      const page = { page: 1, pageSize: 10 };
      expect(idsOf((await users.list({ ...page, search: token })).items)).to.deep.equal(idsOf(made));
      expect(idsOf((await roles.list({ ...page, search: token })).items)).to.deep.equal([role.id]);
      expect((await roles.list({ ...page, search: `${role.name}${token}` })).total).to.equal(0);
    });

    it('filters users by status, role and gender, and finds a gender stored as a text or as a number', async () => {
      const { work, users } = open();
      const role = aRole();
      const nickName = unique('filtered');
      const [one, text, none] = [aUser({ nickName, gender: 1 }), aUser({ nickName, gender: '1' }), aUser({ nickName })];
      const off = aUser({ nickName, status: disabled, gender: 'f' });
      await given(work, { roles: [role], users: [one, text, none, off], userRoles: [[off.id, [role.id]]] });
      const found = async (filter: Partial<UserListQuery>) =>
        idsOf((await users.list({ page: 1, pageSize: 10, search: nickName, ...filter })).items);
      expect(await found({ gender: '1' })).to.deep.equal([one.id, text.id]);
      expect(await found({ gender: 'f' })).to.deep.equal([off.id]);
      expect(await found({ status: 1 })).to.deep.equal([one.id, text.id, none.id]);
      expect(await found({ roleCode: role.code })).to.deep.equal([off.id]);
      expect(await found({ roleCode: role.code, status: 1 })).to.deep.equal([]);
    });

    it('filters users by their last login, second factor and invitation, and returns them on request', async () => {
      const { work, users } = open();
      const nickName = unique('log-in');
      const [early, late, never] = [
        aUser({ nickName }),
        aUser({ nickName }),
        aUser({ nickName, invitedUntil: dayIn1990(1) }),
      ];
      await given(work, { users: [early, late, never] });
      await work.run(async (tx) => {
        for (const { id: userId } of [early, late]) await tx.users.lock(userId);
        await tx.loginAddresses.record({ userId: early.id, network: '192.0.2.1', lastLoginAt: dayIn1990(2) });
        await tx.loginAddresses.record({ userId: late.id, network: '192.0.2.1', lastLoginAt: dayIn1990(4) });
        // Of two concurrent logins, the later one may be recorded first.
        await tx.loginAddresses.record({ userId: late.id, network: '192.0.2.2', lastLoginAt: dayIn1990(3) });
        await tx.loginAddresses.removeOld(dayIn1990(5), 10);
        await tx.factors.add(aFactor({ userId: early.id, confirmedAt: null }));
        await tx.factors.add(aFactor({ userId: late.id, confirmedAt: dayIn1990(1) }));
      });
      const found = async (filter: Partial<UserListQuery>) =>
        (await users.list({ page: 1, pageSize: 10, search: nickName, ...filter })).items;
      const idsWith = async (filter: Partial<UserListQuery>) => idsOf(await found(filter));
      expect(await idsWith({ lastLoginFrom: dayIn1990(2) })).to.deep.equal([early.id, late.id]);
      expect(await idsWith({ lastLoginFrom: dayIn1990(3) })).to.deep.equal([late.id]);
      expect(await idsWith({ lastLoginTo: dayIn1990(3) })).to.deep.equal([early.id, never.id]);
      expect(await idsWith({ lastLoginFrom: dayIn1990(1), lastLoginTo: dayIn1990(2) })).to.deep.equal([early.id]);
      expect(await idsWith({ hasFactor: true })).to.deep.equal([late.id]);
      expect(await idsWith({ hasFactor: false })).to.deep.equal([early.id, never.id]);
      expect(await idsWith({ invited: true })).to.deep.equal([never.id]);
      expect(await idsWith({ invited: false, hasFactor: false })).to.deep.equal([early.id]);
      const facts = (await found({ withLogIns: true })).map(({ lastLoginAt, hasFactor }) => [lastLoginAt, hasFactor]);
      expect(facts).to.deep.equal([
        [dayIn1990(2), false],
        [dayIn1990(4), true],
        [null, false],
      ]);
      expect((await found({}))[0]).to.not.have.any.keys('lastLoginAt', 'hasFactor');
    });

    it('filters permissions by resource and action, which must match exactly', async () => {
      const { work, permissions } = open();
      const { resource } = aPermission();
      const [read, write] = [aPermission({ resource }), aPermission({ resource, action: 'write' })];
      await given(work, { permissions: [read, write, aPermission({ resource: `${resource}s` })] });
      const found = async (filter: { resource?: string; action?: string }) =>
        idsOf((await permissions.list({ page: 1, pageSize: 100, ...filter })).items);
      expect(await found({ resource })).to.deep.equal([read.id, write.id]);
      expect(await found({ resource, action: 'write' })).to.deep.equal([write.id]);
    });

    it('filters roles by status', async () => {
      const { work, roles } = open();
      const description = unique('filtered');
      const [on, off] = [aRole({ description }), aRole({ description, status: disabled })];
      await given(work, { roles: [on, off] });
      const query = { page: 1, pageSize: 10, search: description };
      expect(idsOf((await roles.list({ ...query, status: disabled })).items)).to.deep.equal([off.id]);
    });
  });
}
