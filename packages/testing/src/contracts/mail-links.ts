import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { newMailLink, type MailLinkPurpose } from '@portcullis/domain/internal/accounts/mail-link';
import { expect } from 'chai';
import { aUser, anId, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function mailLinkContract(adapter: string, open: OpenStore): void {
  describe(`Mail links contract, ${adapter}`, () => {
    const old = new Date('2026-05-01T00:00:00.000Z');
    const hourMs = 3_600_000;
    const add = async (userId: UserId, at = old) => {
      const link = newMailLink({ tokenHash: unique('hash'), purpose: 'password-reset', userId }, at);
      await open().work.run((tx) => tx.mailLinks.add(link));
      return link;
    };
    const find = (tokenHash: string) => open().work.run((tx) => tx.mailLinks.find(tokenHash));

    it('finds a mail link by the hash of its token, even if its user does not exist', async () => {
      const [first, second] = [await add(anId()), await add(anId())];
      expect(await find(first.tokenHash)).to.deep.equal(first);
      expect(await find(second.tokenHash)).to.deep.equal(second);
      expect(await find(unique('hash'))).to.equal(undefined);
    });

    it('returns the unconfirmed e-mail address in the profile until its mail link expires', async () => {
      const [ada, bob] = [aUser(), aUser()];
      await given(open().work, { users: [ada, bob] });
      const addTo = async (userId: UserId, purpose: MailLinkPurpose, year: number) => {
        const link = { tokenHash: unique('hash'), purpose, userId, email: `${purpose}-${year}@example.com` };
        await open().work.run((tx) => tx.mailLinks.add(newMailLink(link, new Date(Date.UTC(year)))));
      };
      await addTo(ada.id, 'email-change', 2000);
      await addTo(ada.id, 'invitation', 2999);
      expect((await open().users.profile(ada.id))?.pendingEmail, 'expired').to.equal(null);
      await addTo(ada.id, 'email-change', 2999);
      const profiles = await Promise.all([ada, bob].map(({ id }) => open().users.profile(id)));
      expect(profiles.map((profile) => profile?.pendingEmail)).to.deep.equal(['email-change-2999@example.com', null]);
    });

    it('removes the mail links of a user when setPassword or resetPassword is called', async () => {
      const [ada, bob] = [aUser(), aUser()];
      await given(open().work, { users: [ada, bob] });
      for (const method of ['setPassword', 'resetPassword'] as const) {
        const [first, second, other] = [await add(ada.id), await add(ada.id), await add(bob.id)];
        await open().work.run((tx) => tx.users[method](ada.id, 'hash of another password'));
        const found = await Promise.all([first, second, other].map(({ tokenHash }) => find(tokenHash)));
        expect(found, method).to.deep.equal([undefined, undefined, other]);
      }
    });

    it('removes the mail links of one user and purpose', async () => {
      const addTo = async (userId: UserId, purpose: MailLinkPurpose) => {
        const link = newMailLink({ tokenHash: unique('hash'), purpose, userId, email: 'ada@example.com' }, old);
        await open().work.run((tx) => tx.mailLinks.add(link));
        return link;
      };
      const [ada, bob] = [anId<'User'>(), anId<'User'>()];
      const [gone, other] = [await addTo(ada, 'invitation'), await addTo(ada, 'email-change')];
      const bobs = await addTo(bob, 'invitation');
      await open().work.run((tx) => tx.mailLinks.removeOf(ada, 'invitation'));
      const found = await Promise.all([gone, other, bobs].map(({ tokenHash }) => find(tokenHash)));
      expect(found).to.deep.equal([undefined, other, bobs]);
    });

    it('removes expired mail links in batches', async () => {
      const removeExpired = (before: number) =>
        open().work.run((tx) => tx.mailLinks.removeExpired(new Date(before), 2));
      while ((await removeExpired(old.getTime() + hourMs)) > 0);
      const later = new Date(old.getTime() + hourMs);
      const lasting = await add(anId(), later);
      for (let count = 0; count < 3; count += 1) await add(anId());
      const removed: number[] = [];
      do removed.push(await removeExpired(lasting.expiresAt.getTime()));
      while (removed.at(-1) !== 0);
      expect(removed).to.deep.equal([2, 1, 0]);
      expect(await find(lasting.tokenHash)).to.deep.equal(lasting);
    });
  });
}
