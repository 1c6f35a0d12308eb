import { expect } from 'chai';
import { aContent, anId, aRole, aUser, unique } from '../builders.ts';
import { hashOf } from '../fakes.ts';
import { given } from '../given.ts';
import { completionOrder, oneAfterTheOther, type OpenStore } from './store.ts';

export function importContract(adapter: string, open: OpenStore): void {
  describe(`Imports contract, ${adapter}`, () => {
    it('adds many users with password hashes and roles', async () => {
      const { work, users } = open();
      const roles = [aRole(), aRole()];
      const [ada, bob] = [aUser({ nickName: 'Ada', phone: '+44 1' }), aUser()];
      await given(work, { roles });
      const roleIds = roles.map(({ id }) => id);
      await work.run((tx) =>
        tx.users.addAll([
          { user: ada, passwordHash: hashOf('anything'), roleIds },
          { user: bob, passwordHash: null, roleIds: [] },
        ]),
      );
      const found = await users.find(ada.id);
      expect(found).to.deep.include({ ...ada, version: 1 });
      expect(found?.roles.map(({ id }) => id)).to.have.members(roleIds);
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
        [{ sourceId: ofContent, id: content.id }],
      ]);
      await work.run(async (tx) => {
        await tx.contents.remove(content.id);
        await tx.users.remove(user.id);
      });
      expect(await found()).to.deep.equal([[], []]);
    });

    it('makes concurrent imports wait for each other', async () => {
      const lock = (tx: Parameters<Parameters<ReturnType<OpenStore>['work']['run']>[0]>[0]) =>
        tx.imports.lockUsers([anId()]);
      expect(await completionOrder(open().work, lock, lock)).to.deep.equal(oneAfterTheOther);
    });
  });
}
