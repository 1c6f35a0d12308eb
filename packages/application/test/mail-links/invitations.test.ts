import { userRole } from '@portcullis/domain/internal/built-in';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { logIn } from '../../src/auth/log-in.ts';
import { requestPasswordReset } from '../../src/mail-links/request-password-reset.ts';
import { confirmInvitation, confirmPasswordReset } from '../../src/mail-links/set-password-by-link.ts';
import { setUserPassword } from '../../src/users/user-credentials.ts';
import { inviteUser, sendInvitation, sendPasswordReset, type InviteUserInput } from '../../src/users/user-mails.ts';
import { updateUser } from '../../src/users/users.ts';
import { aClient, anActor, anId, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { sendDue, tokenTo } from '../support/mails.ts';

const dayMs = 24 * 3_600_000;

describe('Invitations', () => {
  const account = { email: 'bob@example.com', username: 'bob' };
  const password = 'the first password';
  const actor = anActor();
  let world: InMemoryWorld;
  const invite = async (input: Partial<InviteUserInput> = {}) =>
    (await inviteUser(world)({ actor, account, language: 'en', ...input })).id;
  const confirm = (token: string, chosen = password) =>
    confirmInvitation(world)({ client: aClient, token, password: chosen });
  const refusalOfToken = async (token: string) => (await refusalOf(confirm(token))).refusal;
  const enter = (attempt: string) =>
    logIn(world)({ login: account.username, password: attempt, network: aClient.ipAddress, ...aClient });
  const invitationToken = () => tokenTo(world, account.email);
  const stored = async () => (await world.users.list({ page: 1, pageSize: 10, search: 'bob' })).items[0];

  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  it('an invitation creates an account with roles that cannot log in before the link was used', async () => {
    await invite({ roleIds: [userRole.id], language: 'zh' });
    const user = await stored();
    expect(user?.roles.map(({ id }) => id)).to.deep.equal([userRole.id]);
    expect(user?.invitedUntil).to.deep.equal(new Date(world.clock.now().getTime() + 7 * dayMs));
    for (const attempt of ['', password]) {
      expect((await refusalOf(enter(attempt))).refusal).to.equal('wrong-password');
    }
    const token = await invitationToken();
    expect(world.mails.sent.at(-1)).to.include({ username: 'bob', purpose: 'invitation', language: 'zh' });
    expect(await confirm(token)).to.deep.equal({ id: user?.id, username: 'bob' });
    await enter(password);
    expect(await stored()).to.include({ invitedUntil: null, emailVerified: true });
  });

  it('the administrator gets the links if there is no mail server; such a link verifies no address', async () => {
    for (const canSend of [true, false]) {
      world = InMemoryWorld.seeded();
      world.mails.canSend = canSend;
      const userId = await invite();
      const { token, expiresAt } = await sendInvitation(world)({ actor, userId, language: 'en' });
      expect(expiresAt).to.deep.equal((await stored())?.invitedUntil);
      await confirm(token ?? '');
      expect(await stored()).to.include({ invitedUntil: null, emailVerified: canSend });
      const reset = await sendPasswordReset(world)({ actor, userId, language: 'en' });
      const newPassword = 'another password';
      await confirmPasswordReset(world)({ client: aClient, token: reset.token ?? '', newPassword });
      await enter(newPassword);
      await sendDue(world);
      expect(world.mails.sent.length > 0).to.equal(canSend);
    }
    world.mails.isServerConfigured = true;
    const { id: userId } = (await stored()) ?? expect.fail('There is no user.');
    expect(await sendPasswordReset(world)({ actor, userId, language: 'en' })).to.include({ token: null });
  });

  it('the link of an invitation works once, within 7 days', async () => {
    await invite();
    const token = await invitationToken();
    expect((await refusalOf(confirm(token, 'short'))).refusal).to.equal('password-unacceptable');
    world.clock.advance(7 * dayMs);
    expect(await refusalOfToken(token)).to.equal('mail-link-expired');
    world.clock.advance(-1);
    await confirm(token);
    expect(await refusalOfToken(token)).to.equal('mail-link-invalid');
  });

  it('the password is set once, even if several requests use the link concurrently', async () => {
    await invite();
    const token = await invitationToken();
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(token)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('an invitation can be sent again, which voids the earlier link', async () => {
    const userId = await invite();
    const earlier = await invitationToken();
    world.clock.advance(8 * dayMs);
    await sendInvitation(world)({ actor, userId, language: 'en' });
    expect((await stored())?.invitedUntil).to.deep.equal(new Date(world.clock.now().getTime() + 7 * dayMs));
    const later = await invitationToken();
    expect(await refusalOfToken(earlier)).to.equal('mail-link-invalid');
    await confirm(later);
  });

  it('an invitation cannot be sent to a user who has a password or does not exist', async () => {
    const userId = await invite();
    await confirm(await invitationToken());
    const refusals = [userId, anId<'User'>()].map(
      async (id) => (await refusalOf(sendInvitation(world)({ actor, userId: id, language: 'en' }))).refusal,
    );
    expect(await Promise.all(refusals)).to.deep.equal(['account-confirmed', 'user-not-found']);
  });

  it('an invitation link cannot reset a password, and a reset link cannot accept an invitation', async () => {
    const userId = await invite();
    const token = await invitationToken();
    const asReset = confirmPasswordReset(world)({ client: aClient, token, newPassword: password });
    expect((await refusalOf(asReset)).refusal).to.equal('mail-link-invalid');
    await sendPasswordReset(world)({ actor, userId, language: 'en' });
    expect(await refusalOfToken(await invitationToken())).to.equal('mail-link-invalid');
  });

  it('an invitation is void after the address of the account changed, until it is sent again', async () => {
    const userId = await invite();
    const token = await invitationToken();
    const email = 'bob@other.example';
    await updateUser(world)({ actor, userId, change: { email } });
    expect(await refusalOfToken(token)).to.equal('mail-link-invalid');
    await sendInvitation(world)({ actor, userId, language: 'en' });
    await confirm(await tokenTo(world, email));
  });

  it('no mail is sent if a visitor requests a password reset for an invited account', async () => {
    await invite();
    await sendDue(world);
    const { length } = world.mails.sent;
    await requestPasswordReset(world)({ client: aClient, login: account.username, language: 'en' });
    await sendDue(world);
    expect(world.mails.sent).to.have.length(length);
  });

  it('an invitation ends when an administrator sets the password, or a password reset link is used', async () => {
    const ways = [
      (userId: UserId) => setUserPassword(world)({ actor, userId, password }),
      async (userId: UserId) => {
        await sendPasswordReset(world)({ actor, userId, language: 'en' });
        const token = await invitationToken();
        await confirmPasswordReset(world)({ client: aClient, token, newPassword: password });
      },
    ];
    for (const setPassword of ways) {
      world = InMemoryWorld.seeded();
      const userId = await invite();
      const token = await invitationToken();
      await setPassword(userId);
      expect((await stored())?.invitedUntil).to.equal(null);
      expect(await refusalOfToken(token)).to.equal('mail-link-invalid');
      await enter(password);
    }
  });

  it('an invitation is refused for an address in use or an unacceptable name, and no mail is sent', async () => {
    await given(world, { users: [aUser(account)] });
    expect((await refusalOf(invite())).refusal).to.equal('email-taken');
    const unacceptable = { ...account, username: 'name\u034f' };
    expect((await refusalOf(invite({ account: unacceptable }))).refusal).to.equal('username-unacceptable');
    await sendDue(world);
    expect(world.mails.sent).to.deep.equal([]);
  });

  it('no token is stored in events', async () => {
    await invite();
    const token = await invitationToken();
    await confirm(token);
    expect(JSON.stringify(await world.events.after(0, 100))).not.to.include(token);
  });
});
