import { attributesOfFilter, type Attributes } from '@portcullis/domain/internal/conditions/attribute-values';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { expect } from 'chai';
import { anAttribute, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { completionOrder, oneAfterTheOther, type OpenStore } from './store.ts';

export function userAttributeContract(adapter: string, open: OpenStore): void {
  describe(`User attribute contract, ${adapter}`, () => {
    const at = new Date('2026-03-01T00:00:00.000Z');
    const declare = (attributes: readonly AttributeDeclaration[]) =>
      open().work.run(async (tx) => {
        const stored = await tx.userAttributes.lock();
        const saved = await tx.userAttributes.save({ ...stored, attributes, updatedAt: at });
        return { before: stored.version, ...saved };
      });

    it('counts a version for each change of the declarations', async () => {
      const { userAttributes, work } = open();
      const attributes = [
        anAttribute({ name: 'zone', label: '区域', type: 'string[]', values: ['x', 'a"b'] }),
        anAttribute({ name: 'age', type: 'number', readableBy: 'admin', writableBy: 'admin' }),
      ];
      const changed = await declare(attributes);
      expect(changed).to.deep.equal({ before: changed.before, version: changed.before + 1, updatedAt: at });
      const found = await userAttributes.find();
      expect(found).to.deep.include({ attributes, version: changed.version, updatedAt: at });
      expect(await work.run((tx) => tx.userAttributes.lock())).to.deep.equal(found);
      expect(await work.run((tx) => tx.userAttributes.keep())).to.deep.equal(attributes);
      expect((await open().accessControl.all()).userAttributes).to.deep.equal(attributes);
      expect((await declare(attributes)).version).to.equal(changed.version);
      expect((await declare([])).version).to.equal(changed.version + 1);
    });

    it('stores the attributes of a user, and counts a version for each change', async () => {
      const { users, work } = open();
      const attributes = { text: '\u{1f600} 部门', number: -1.5, flag: false, list: ['a', '"b"'], none: [] };
      const user = aUser({ attributes });
      await given(work, { users: [user] });
      expect((await users.find(user.id))?.attributes).to.deep.equal(attributes);
      expect(await work.run((tx) => tx.users.lock(user.id))).to.deep.equal(user);
      const versionAfter = async (changed: Attributes) => {
        await work.run((tx) => tx.users.save({ ...user, attributes: changed }));
        return (await users.find(user.id))?.version;
      };
      const { text, ...others } = attributes;
      expect(await versionAfter({ ...others, text })).to.equal(firstVersion);
      expect(await versionAfter({ text })).to.equal(firstVersion + 1);
    });

    it('hides from a profile, and from others, what the user cannot read', async () => {
      const { users, work } = open();
      await declare([
        anAttribute({ name: 'shown', readableBy: 'self' }),
        anAttribute({ name: 'hidden', readableBy: 'admin' }),
      ]);
      const [full, hidden, none] = [
        aUser({ attributes: { shown: 'a', hidden: 'b', undeclared: 'c' } }),
        aUser({ attributes: { hidden: 'b' } }),
        aUser(),
      ];
      await given(work, { users: [full, hidden, none] });
      const profiles = await Promise.all([full, hidden, none].map(({ id }) => users.profile(id)));
      expect(profiles.map((profile) => profile?.attributes)).to.deep.equal([{ shown: 'a' }, {}, {}]);
      expect((await users.findWithoutDetails(full.id))?.attributes).to.deep.equal({});
      await declare([]);
    });

    it('filters and counts users by their attributes', async () => {
      const { users, work } = open();
      const declarations = [
        anAttribute({ name: 'department' }),
        anAttribute({ name: 'level', type: 'number' }),
        anAttribute({ name: 'remote', type: 'boolean' }),
        anAttribute({ name: 'tags', type: 'string[]' }),
      ];
      const name = unique('filtered');
      const held: readonly Attributes[] = [
        { department: 'Sales', level: 3, remote: true, tags: ['a', 'b'] },
        { department: 'Sales', level: 3.5, remote: false, tags: ['b'] },
        { department: 'sales', level: 30, tags: ['ab', 'true'] },
        { department: '3', tags: [] },
        {},
      ];
      await given(work, {
        users: held.map((attributes, index) => aUser({ username: `${name}-${index}`, attributes })),
      });
      const found = async (filter: Readonly<Record<string, string>>) => {
        const attributes = attributesOfFilter(declarations, filter);
        const query = { username: name, attributes, sortBy: 'username' } as const;
        const { items, total } = await users.list({ ...query, page: 1, pageSize: 10 });
        const first = await users.list({ ...query, page: 1, pageSize: 1 });
        expect([total, first.total]).to.deep.equal([items.length, items.length]);
        return items.map(({ username }) => username.slice(name.length + 1)).join('');
      };
      expect(await found({ department: 'Sales' })).to.equal('01');
      expect(await found({ department: '3' })).to.equal('3');
      expect(await found({ level: '3.0' })).to.equal('0');
      expect(await found({ remote: 'false' })).to.equal('1');
      expect(await found({ tags: 'b' })).to.equal('01');
      expect(await found({ tags: 'true' })).to.equal('2');
      expect(await found({ department: 'Sales', tags: 'a', level: '3' })).to.equal('0');
      expect(await found({ department: 'x' })).to.equal('');
      expect(await found({})).to.equal('01234');
    });

    it('makes a change of the declarations wait for transactions that keep them, and the other way round', async () => {
      const lock = (tx: StoreTransaction) => tx.userAttributes.lock();
      const keep = (tx: StoreTransaction) => tx.userAttributes.keep();
      const lockAll = (tx: StoreTransaction) => tx.accessControl.lockAll();
      for (const [one, other] of [
        [lock, keep],
        [keep, lock],
        [lock, lock],
        [lockAll, keep],
        [keep, lockAll],
      ] as const)
        expect(await completionOrder(open().work, one, other)).to.deep.equal(oneAfterTheOther);
    });

    it('says whether a user has a value that is not allowed', async () => {
      const { work } = open();
      const [text, list, unused] = [unique('text'), unique('list'), unique('unused')];
      await given(work, {
        users: [
          aUser({ attributes: { [text]: 'a', [list]: [] } }),
          aUser({ attributes: { [text]: 'b', [list]: ['a', 'c'] } }),
        ],
      });
      const hasOther = (name: string, allowed?: readonly string[]) =>
        work.run((tx) => tx.userAttributes.hasOtherValues({ name, allowed }));
      expect([await hasOther(text), await hasOther(list), await hasOther(unused)]).to.deep.equal([true, true, false]);
      expect([await hasOther(text, ['a', 'b', 'c']), await hasOther(text, ['a'])]).to.deep.equal([false, true]);
      expect([await hasOther(list, ['a', 'c']), await hasOther(list, ['a'])]).to.deep.equal([false, true]);
      expect(await hasOther(text, [])).to.equal(true);
    });
  });
}
