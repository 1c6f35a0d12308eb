import { administratorRole } from '@portcullis/domain/internal/built-in';
import { disabled, enabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { changePassword } from '../../src/auth/change-password.ts';
import { logOut } from '../../src/auth/sessions/end-sessions.ts';
import { confirmEmailChange } from '../../src/mail-links/confirm-email-change.ts';
import { requestPasswordReset } from '../../src/mail-links/request-password-reset.ts';
import { confirmPasswordReset } from '../../src/mail-links/set-password-by-link.ts';
import { endUserSessions } from '../../src/users/end-user-sessions.ts';
import { updateProfile } from '../../src/users/update-profile.ts';
import { setUserPassword } from '../../src/users/user-credentials.ts';
import { updateUser } from '../../src/users/users.ts';
import { aClient, anActor, anId, aSession, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { mailTo, sendDue, tokenTo } from '../support/mails.ts';

const dayMs = 24 * 3_600_000;

describe('updateProfile with a new e-mail address', () => {
  const [newAddress, password] = ['ada@new.example', 'the present password'];
  let world: InMemoryWorld;
  let ada: User;
  const change = (email: string, others: { nickName?: string } = {}) =>
    updateProfile(world)({ actor: anActor({ id: ada.id }), change: { email, ...others }, language: 'en' });
  const confirm = (token: string) => confirmEmailChange(world)({ client: aClient, token });
  const profile = async () => (await world.users.profile(ada.id)) ?? expect.fail('There is no such user.');
  const refusalOfToken = async (token: string) => (await refusalOf(confirm(token))).refusal;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    world.mails.isServerConfigured = true;
    ada = aUser({ emailVerified: true });
    await given(world, { users: [ada] });
    await setUserPassword(world)({ actor: anActor(), userId: ada.id, password });
  });

  it('changes the address only after the mailed link was used, and notifies the old address', async () => {
    await change(newAddress, { nickName: 'Ada' });
    const waiting = { email: ada.email, emailVerified: true, pendingEmail: newAddress, nickName: 'Ada' };
    expect(await profile()).to.include(waiting);
    const { token, expiresAt } = await mailTo(world, newAddress);
    expect(expiresAt).to.deep.equal(new Date(world.clock.now().getTime() + dayMs));
    // The new address may belong to somebody who does not know the user.
    expect((await mailTo(world, newAddress)).username).to.equal(null);
    const notice = { purpose: 'email-change-notice', token: null, username: ada.username };
    expect(await mailTo(world, ada.email)).to.include(notice);
    expect(await confirm(token ?? '')).to.equal(ada.id);
    expect(await profile()).to.include({ email: newAddress, emailVerified: true, pendingEmail: null });
  });

  it('accepts another spelling of the address, which is not in use by another account', async () => {
    ada = aUser({ email: 'ada@bücher.example' });
    await given(world, { users: [ada] });
    await change('ada@xn--bcher-kva.example');
    expect((await profile()).pendingEmail).to.equal('ada@xn--bcher-kva.example');
  });

  it('accepts the link once, within a day', async () => {
    await change(newAddress);
    const token = await tokenTo(world, newAddress);
    world.clock.advance(dayMs);
    expect(await refusalOfToken(token)).to.equal('mail-link-expired');
    expect((await profile()).pendingEmail).to.equal(null);
    world.clock.advance(-1);
    await confirm(token);
    expect(await refusalOfToken(token)).to.equal('mail-link-invalid');
  });

  it('voids the link after a later request, a change by an administrator or a new password', async () => {
    const actor = anActor({ id: ada.id });
    const ways = [
      () => change('ada@third.example'),
      () => updateUser(world)({ actor: anActor(), userId: ada.id, change: { email: 'ada@fourth.example' } }),
      () => setUserPassword(world)({ actor: anActor(), userId: ada.id, password }),
      async () => {
        const passwords = { currentPassword: password, newPassword: 'another password' };
        const sessionId = anId<'Session'>();
        await changePassword(world)({ actor, sessionId, network: aClient.ipAddress, ...passwords });
      },
    ];
    for (const giveUp of ways) {
      await change(newAddress);
      const token = await tokenTo(world, newAddress);
      await giveUp();
      expect((await profile()).pendingEmail).not.to.equal(newAddress);
      expect(await refusalOfToken(token)).to.equal('mail-link-invalid');
    }
  });

  it('keeps the request if the current address is sent again, or an administrator changes another field', async () => {
    await change(newAddress);
    const token = await tokenTo(world, newAddress);
    await change(ada.email.toUpperCase(), { nickName: 'Ada' });
    await updateUser(world)({ actor: anActor(), userId: ada.id, change: { nickName: 'A.' } });
    expect(await profile()).to.include({ email: ada.email.toUpperCase(), emailVerified: true });
    await confirm(token);
  });

  it('voids password reset links that were sent to the old address', async () => {
    await requestPasswordReset(world)({ client: aClient, login: ada.username, language: 'en' });
    const token = await tokenTo(world, ada.email);
    await change(newAddress);
    await confirm(await tokenTo(world, newAddress));
    const reset = confirmPasswordReset(world)({ client: aClient, token, newPassword: 'another password' });
    expect((await refusalOf(reset)).refusal).to.equal('mail-link-invalid');
  });

  it('sends no mail if the caller has not proved to be the owner of the account', async () => {
    const proveOwner = () => Promise.reject(new Error('not proved'));
    const tryChange = (email: string) =>
      updateProfile(world)({ actor: anActor({ id: ada.id }), change: { email }, language: 'en', proveOwner });
    for (const isServerConfigured of [true, false]) {
      world.mails.isServerConfigured = isServerConfigured;
      const error: unknown = await tryChange(newAddress).catch((reason: unknown) => reason);
      expect(error).to.have.property('message', 'not proved');
      await tryChange(ada.email.toUpperCase());
    }
    await sendDue(world);
    expect(world.mails.sent).to.deep.equal([]);
    expect(await profile()).to.include({ email: ada.email.toUpperCase(), pendingEmail: null });
  });

  it('voids the link when the account is disabled or all sessions of the user end', async () => {
    const here = aSession({ userId: ada.id });
    const ways = [
      () => updateUser(world)({ actor: anActor(), userId: ada.id, change: { status: disabled } }),
      () => endUserSessions(world)({ actor: anActor(), userId: ada.id }),
      () => logOut(world)({ actor: anActor({ id: ada.id }), sessionId: here.id, all: true }),
    ];
    const admin = aUser();
    await given(world, { users: [admin], userRoles: [[admin.id, [administratorRole.id]]] });
    for (const end of ways) {
      await change(newAddress);
      const token = await tokenTo(world, newAddress);
      await end();
      await updateUser(world)({ actor: anActor(), userId: ada.id, change: { status: enabled } });
      expect((await profile()).pendingEmail).to.equal(null);
      expect(await refusalOfToken(token)).to.equal('mail-link-invalid');
    }
  });

  it('refuses the address of another account, at the request and at the confirmation', async () => {
    const bob = aUser();
    await given(world, { users: [bob] });
    expect((await refusalOf(change(bob.email.toUpperCase()))).refusal).to.equal('email-taken');
    await change(newAddress);
    const token = await tokenTo(world, newAddress);
    await updateUser(world)({ actor: anActor(), userId: bob.id, change: { email: newAddress } });
    expect(await refusalOfToken(token)).to.equal('email-taken');
    expect((await profile()).email).to.equal(ada.email);
  });

  it('allows five requests', async () => {
    for (let count = 0; count < 5; count += 1) await change(`ada${count}@new.example`);
    const error: unknown = await change(newAddress).catch((reason: unknown) => reason);
    expect(error).to.be.an('error');
    await sendDue(world);
    expect(world.mails.sent.filter(({ purpose }) => purpose === 'email-change')).to.have.length(5);
  });

  it('counts requests for addresses in use, so that a user cannot test many addresses', async () => {
    const bob = aUser();
    await given(world, { users: [bob] });
    for (let count = 0; count < 5; count += 1) {
      expect((await refusalOf(change(bob.email))).refusal).to.equal('email-taken');
    }
    const error: unknown = await change(bob.email).catch((reason: unknown) => reason);
    expect(error).to.be.an('error').and.not.to.have.property('refusal');
  });

  it('changes the address immediately, but as unverified, if no mail server is configured', async () => {
    world.mails.isServerConfigured = false;
    await change(newAddress);
    await sendDue(world);
    expect(await profile()).to.include({ email: newAddress, emailVerified: false, pendingEmail: null });
    expect(world.mails.sent).to.deep.equal([]);
  });

  it('stores no token in events', async () => {
    await change(newAddress);
    const token = await tokenTo(world, newAddress);
    await confirm(token);
    const events = await world.events.after(0, 100);
    expect(events.slice(-2).map(({ type }) => type)).to.deep.equal(['user.emailChange.requested', 'user.updated']);
    expect(JSON.stringify(events)).not.to.include(token);
  });
});
