import { expect } from 'chai';
import { permissionSortFields } from '@portcullis/application/internal/ports/permissions';
import { roleSortFields } from '@portcullis/application/internal/ports/roles';
import { tagSortFields } from '@portcullis/application/internal/ports/tags';
import { userSortFields, type UserListQuery } from '@portcullis/application/internal/ports/users';
import { aPermission, aRole, aTag, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

/** Tests the sort order of lists. A rule that several lists share is tested on some of them. */
export function sortingContract(adapter: string, open: OpenStore): void {
  describe(`Sorting contract, ${adapter}`, () => {
    it('sorts names as people read them, whatever the locale of the store', async () => {
      const { work, tags } = open();
      const base = unique('sorted');
      const names = ['_', '-', 'apfel', 'Äpfel', 'b', 'é', 'Zebra'].map((end) => `${base}${end}`);
      await given(work, { tags: names.toReversed().map((name) => aTag({ name })) });
      const query = { page: 1, pageSize: 10, search: base, sortBy: 'name' } as const;
      expect(namesOf((await tags.list(query)).items)).to.deep.equal(names);
      expect(namesOf((await tags.list({ ...query, sortOrder: 'desc' })).items)).to.deep.equal(names.toReversed());
    });

    it('ignores case when it sorts users by name, and sorts users without a nickname last', async () => {
      const { work, users } = open();
      const phone = unique('1');
      const [b, a] = [aUser({ phone, username: unique('B'), nickName: 'b' }), aUser({ phone, username: unique('a') })];
      await given(work, { users: [b, a] });
      const sorted = async (query: Partial<UserListQuery>) =>
        idsOf((await users.list({ page: 1, pageSize: 10, search: phone, ...query })).items);
      expect(await sorted({ sortBy: 'username' })).to.deep.equal([a.id, b.id]);
      expect(await sorted({ sortBy: 'nickName' })).to.deep.equal([b.id, a.id]);
      expect(await sorted({ sortBy: 'nickName', sortOrder: 'desc' })).to.deep.equal([a.id, b.id]);
    });

    it('sorts by every sort field, in both orders', async () => {
      const { work, users, roles, permissions, tags } = open();
      const base = unique('every');
      const at = (index: number) => new Date(Date.UTC(2026, 3, index));
      const of = (index: number) => ({
        name: `${base}${index}`,
        description: base,
        code: `${base}${index}`.toUpperCase(),
        createdAt: at(index),
        updatedAt: at(index),
        status: index === 1 ? (0 as const) : (1 as const),
      });
      const { status: _one, code: _code, ...tagOne } = of(1);
      const { status: _two, code: _other, ...tagTwo } = of(2);
      const made = {
        users: [1, 2].map((index) =>
          aUser({
            ...pick(of(index)),
            username: `${base}${index}`,
            email: `${base}${index}`,
            nickName: of(index).name,
          }),
        ),
        roles: [aRole(of(1)), aRole(of(2))],
        permissions: [1, 2].map((index) =>
          aPermission({ ...of(index), resource: `${base}${index}`, action: `${index}` }),
        ),
        tags: [aTag({ ...tagOne, slug: `${base}1` }), aTag({ ...tagTwo, slug: `${base}2` })],
      };
      await given(work, made);
      const query = { page: 1, pageSize: 10, search: base };
      for (const sortOrder of ['asc', 'desc'] as const) {
        const inOrder = (items: readonly { readonly id: string }[]) =>
          idsOf(sortOrder === 'asc' ? items : items.toReversed());
        for (const sortBy of userSortFields) {
          expect(idsOf((await users.list({ ...query, sortBy, sortOrder })).items)).to.deep.equal(inOrder(made.users));
        }
        for (const sortBy of roleSortFields) {
          expect(idsOf((await roles.list({ ...query, sortBy, sortOrder })).items)).to.deep.equal(inOrder(made.roles));
        }
        for (const sortBy of permissionSortFields) {
          const { items } = await permissions.list({ ...query, sortBy, sortOrder });
          expect(idsOf(items)).to.deep.equal(inOrder(made.permissions));
        }
        for (const sortBy of tagSortFields) {
          expect(idsOf((await tags.list({ ...query, sortBy, sortOrder })).items)).to.deep.equal(inOrder(made.tags));
        }
      }
    });
  });
}

const pick = ({ createdAt, updatedAt, status }: { createdAt: Date; updatedAt: Date; status: 0 | 1 }) => ({
  createdAt,
  updatedAt,
  status,
});
