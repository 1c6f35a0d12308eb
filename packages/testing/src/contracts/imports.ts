import type { ExportedContent, ExportedUser } from '@portcullis/application/internal/ports/imports';
import { expect } from 'chai';
import { aCategory, aContent, aMediaFile, anId, aRole, aTag, aUser, unique } from '../builders.ts';
import { hashOf } from '../fakes.ts';
import { given, givenPassword } from '../given.ts';
import { completionOrder, oneAfterTheOther, type OpenStore } from './store.ts';

export function importContract(adapter: string, open: OpenStore): void {
  describe(`Imports contract, ${adapter}`, () => {
    it('adds many users with password hashes and roles', async () => {
      const { work, users } = open();
      const roles = [aRole(), aRole()];
      const [ada, bob] = [aUser({ nickName: 'Ada', phone: '+44 1' }), aUser()];
      await given(work, { roles });
      const roleIds = roles.map(({ id }) => id);
      const period = { validFrom: null, validUntil: new Date('2100-01-01T00:00:00Z') };
      const grants = roleIds.map((roleId) => ({ roleId, ...period }));
      await work.run((tx) =>
        tx.users.addAll([
          { user: ada, passwordHash: hashOf('anything'), grants },
          { user: bob, passwordHash: null, grants: [] },
        ]),
      );
      const found = await users.find(ada.id);
      expect(found).to.deep.include({ ...ada, version: 1 });
      expect(found?.roles.map(({ id }) => id)).to.have.members(roleIds);
      expect(await work.run((tx) => tx.users.grantsOf(ada.id))).to.have.deep.members(grants);
      expect(await users.find(bob.id)).to.deep.include({ ...bob, roles: [] });
      expect((await users.credentials(ada.username))?.passwordHash).to.equal(hashOf('anything'));
      expect((await users.credentials(bob.username))?.passwordHash).to.equal(null);
    });

    it('finds users and contents by their source ids until they are removed', async () => {
      const { work } = open();
      const [user, content] = [aUser(), aContent()];
      await given(work, { users: [user], contents: [content] });
      const [ofUser, ofContent] = [unique('user'), unique('content')];
      await work.run(async (tx) => {
        await tx.imports.addUsers([{ sourceId: ofUser, id: user.id }]);
        await tx.imports.addContents([{ sourceId: ofContent, id: content.id }]);
      });
      const found = () =>
        work.run(async (tx) => [
          await tx.imports.lockUsers([ofUser, unique('other')]),
          await tx.imports.lockContents([ofContent]),
        ]);
      expect(await found()).to.deep.equal([
        [{ sourceId: ofUser, id: user.id }],
        [{ sourceId: ofContent, id: content.id, slug: content.slug }],
      ]);
      await work.run(async (tx) => {
        await tx.contents.remove(content.id);
        await tx.users.remove(user.id);
      });
      expect(await found()).to.deep.equal([[], []]);
    });

    it('exports persons in the order of their ids, with their source ids, roles and, if asked to, hashes', async () => {
      const { work, imports } = open();
      const aRoleWith = (prefix: string) =>
        aRole({ code: unique(`${prefix}_EXPORTED`).toUpperCase().replaceAll('-', '_') });
      const [role, later, former] = [aRoleWith('A'), aRoleWith('B'), aRoleWith('C')];
      const [ada, bob] = [aUser({ gender: 2, phone: '+44 1' }), aUser({ nickName: 'Bob' })];
      const robot = aUser({ kind: 'SERVICE' });
      const [past, future] = [new Date('2020-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')];
      await given(work, {
        roles: [role, later, former],
        users: [ada, bob, robot],
        userRoles: [[ada.id, [role.id, later.id, former.id]]],
      });
      await work.run((tx) =>
        tx.users.setGrantPeriods(ada.id, [
          { roleId: later.id, validFrom: future, validUntil: null },
          { roleId: former.id, validFrom: null, validUntil: past },
        ]),
      );
      const sourceId = unique('source');
      await work.run((tx) => tx.imports.addUsers([{ sourceId, id: ada.id }]));
      const all = async (withPasswordHashes: boolean) => {
        const users: ExportedUser[] = [];
        for (let page = await imports.users({ limit: 7, withPasswordHashes }); page.length > 0; ) {
          users.push(...page);
          page = await imports.users({ limit: 7, after: page.at(-1)?.id, withPasswordHashes });
        }
        return users;
      };
      const exported = await all(false);
      const ids = exported.map(({ id }) => id);
      expect(ids).to.deep.equal(ids.toSorted());
      expect(ids).not.to.include(robot.id);
      const { username, email, emailVerified, nickName, phone, gender, status, createdAt, attributes } = ada;
      const fields = {
        id: ada.id,
        username,
        email,
        emailVerified,
        nickName,
        phone,
        gender,
        status,
        createdAt,
        attributes,
      };
      expect(exported.find(({ id }) => id === ada.id)).to.deep.equal({
        ...fields,
        sourceId,
        roles: [
          { code: role.code, validFrom: null, validUntil: null },
          { code: later.code, validFrom: future, validUntil: null },
        ],
        passwordHash: null,
      });
      const withHash = (await all(true)).find(({ id }) => id === bob.id);
      expect(withHash).to.deep.include({ sourceId: bob.id, roles: [], passwordHash: hashOf(givenPassword) });
    });

    it('exports contents with their authors, tags and categories from the root', async () => {
      const { work, imports } = open();
      const author = aUser();
      const root = aCategory();
      const category = aCategory({ parentId: root.id });
      const tags = [aTag({ name: unique('b tag') }), aTag({ name: unique('a tag') })];
      const content = aContent({ authorId: author.id, categoryId: category.id });
      const other = aContent({ authorId: null });
      const contentTags = [[content.id, tags.map(({ id }) => id)]] as const;
      await given(work, {
        users: [author],
        categories: [root, category],
        tags,
        contents: [content, other],
        contentTags,
      });
      const sourceId = unique('source');
      await work.run((tx) => tx.imports.addContents([{ sourceId, id: content.id }]));
      const exported: ExportedContent[] = [];
      for (let page = await imports.contents({ limit: 9 }); page.length > 0; ) {
        exported.push(...page);
        page = await imports.contents({ limit: 9, after: page.at(-1)?.id });
      }
      expect(exported.find(({ id }) => id === content.id)).to.deep.equal({
        id: content.id,
        sourceId,
        author: author.username,
        authorEmail: author.email,
        tags: tags.map(({ name }) => name).toSorted(),
        category: [root, category].map(({ name, slug }) => ({ name, slug })),
      });
      expect(exported.find(({ id }) => id === other.id)).to.deep.equal({
        id: other.id,
        sourceId: other.id,
        author: null,
        authorEmail: null,
        tags: [],
        category: [],
      });
    });

    it('makes concurrent imports wait for each other', async () => {
      const lock = (tx: Parameters<Parameters<ReturnType<OpenStore>['work']['run']>[0]>[0]) =>
        tx.imports.lockUsers([anId()]);
      expect(await completionOrder(open().work, lock, lock)).to.deep.equal(oneAfterTheOther);
    });

    it('remembers from which address a file was imported, until the file is removed', async () => {
      const { work } = open();
      const [one, other] = [aMediaFile(), aMediaFile()];
      await given(work, { media: [one, other] });
      const address = `https://old.example/${one.id}.png`;
      const at = () => work.run((tx) => tx.imports.mediaAt(address));
      expect(await at()).to.equal(undefined);
      await work.run((tx) => tx.imports.addMedia(address, other.id));
      await work.run((tx) => tx.imports.addMedia(address, one.id));
      expect(await at()).to.equal(one.id);
      await work.run((tx) => tx.media.remove(one.id));
      expect(await at()).to.equal(undefined);
    });
  });
}
