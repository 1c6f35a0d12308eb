import { userRole } from '@portcullis/domain/internal/built-in';
import type { Delivery } from '@portcullis/domain/internal/events/delivery';
import type { RoleId, UserId } from '@portcullis/domain/internal/shared/ids';
import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { changePassword } from '../../src/auth/change-password.ts';
import { logIn } from '../../src/auth/log-in.ts';
import { register } from '../../src/auth/register.ts';
import { sendDeliveries } from '../../src/deliveries/send-deliveries.ts';
import { confirmEmailChange } from '../../src/mail-links/confirm-email-change.ts';
import { requestPasswordReset } from '../../src/mail-links/request-password-reset.ts';
import { confirmPasswordReset } from '../../src/mail-links/set-password-by-link.ts';
import { mailDeliverySender } from '../../src/mail/mails.ts';
import { removeExpired } from '../../src/retention/remove-expired.ts';
import { setUserRoles } from '../../src/roles/set-user-roles.ts';
import { updateProfile } from '../../src/users/update-profile.ts';
import { setUserPassword } from '../../src/users/user-credentials.ts';
import { sendPasswordReset } from '../../src/users/user-mails.ts';
import { updateUser } from '../../src/users/users.ts';
import { webhookDeliverySender } from '../../src/webhooks/webhook-deliveries.ts';
import { aClient, anActor, anApiKey, anId, anIdentity, aRole, aUser } from '@portcullis/testing/internal/builders';
import { aFactor, aPasskey } from '@portcullis/testing/internal/factors';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const minuteMs = 60_000;
const origin = { ...aClient, network: aClient.ipAddress };
const cancel = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
const running = { isStopping: () => false, cancel };

describe('Password reset by mail', () => {
  let world: InMemoryWorld;
  let ada: User;
  const [oldPassword, newPassword] = ['the forgotten one', 'the chosen one'];
  const request = (login: string) => requestPasswordReset(world)({ client: aClient, login, language: 'en' });
  const confirm = (token: string, password = newPassword) =>
    confirmPasswordReset(world)({ client: aClient, token, newPassword: password });
  const enter = (password: string) => logIn(world)({ login: ada.username, password, ...origin });
  const work = () =>
    sendDeliveries({
      ...world,
      senders: { webhook: webhookDeliverySender(world), mail: mailDeliverySender(world) },
      random: () => 0,
    });
  /** Sends all deliveries that are due, as a running process does. @returns these deliveries */
  const sendDue = async (): Promise<readonly Delivery[]> => {
    const { take, send } = work();
    const taken = await take([]);
    for (const each of taken) await send(each, running);
    return taken.map(({ delivery }) => delivery);
  };
  const tokenFor = async (login: string): Promise<string> => {
    await request(login);
    await sendDue();
    return world.mails.sent.at(-1)?.token ?? expect.fail('No mail was sent.');
  };
  const events = () => world.events.after(0, 100);

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser();
    await given(world, { users: [ada] });
    await setUserPassword(world)({ actor: anActor(), userId: ada.id, password: oldPassword });
  });

  it('sends a link only to the stored address of the account, whichever spelling of the login is requested', async () => {
    await world.run((tx) => tx.users.save({ ...ada, emailVerified: true }));
    await request(ada.username);
    await request(ada.email.toUpperCase());
    await request(ada.email.replace('example', 'ｅxamplｅ'));
    await sendDue();
    const expected = { to: ada.email, username: ada.username, purpose: 'password-reset', language: 'en' };
    expect(world.mails.sent).to.have.length(3);
    for (const mail of world.mails.sent) {
      expect(mail).to.include(expected);
      expect(mail.expiresAt.getTime()).to.equal(world.clock.now().getTime() + 30 * minuteMs);
    }
  });

  it('sends no name to an address that is not verified, because a stranger may have registered it', async () => {
    const stranger = aUser({ username: 'evil.example' });
    await given(world, { users: [stranger], apiKeys: [anApiKey({ ownerId: stranger.id, name: 'See evil.example' })] });
    await request(stranger.username);
    await sendDue();
    const [mail] = world.mails.sent;
    expect(mail?.username).to.equal(null);
    expect(mail?.apiKeys).to.have.length(1);
    expect(JSON.stringify(mail)).not.to.include('evil.example');
  });

  it('sets the password once for each link, and ends all sessions without opening a new one', async () => {
    await enter(oldPassword);
    const token = await tokenFor(ada.username);
    expect(await confirm(token)).to.equal(ada.id);
    const { items } = await world.sessions.list({ userId: ada.id, page: 1, pageSize: 10 });
    expect(items).to.deep.equal([]);
    expect((await refusalOf(enter(oldPassword))).refusal).to.equal('wrong-password');
    await enter(newPassword);
    expect((await refusalOf(confirm(token))).refusal).to.equal('mail-link-invalid');
  });

  it('marks the address as verified, unless the account has got another address since the link was sent', async () => {
    const isVerified = async () => (await world.users.find(ada.id))?.emailVerified;
    const change = (email: string) => updateUser(world)({ actor: anActor(), userId: ada.id, change: { email } });
    const early = await tokenFor(ada.username);
    // Saving the user directly does not invalidate the links in earlier mails.
    await world.run((tx) => tx.users.save({ ...ada, email: 'victim@example.com' }));
    await confirm(early);
    expect(await isVerified(), 'sent to another address').to.equal(false);
    await confirm(await tokenFor(ada.username));
    expect(await isVerified()).to.equal(true);
    await change('VICTIM@example.com');
    expect(await isVerified(), 'the same address').to.equal(true);
    await change('other@example.com');
    expect(await isVerified(), 'another address').to.equal(false);
    const verified = (await events()).filter(({ changes }) => 'emailVerified' in changes);
    expect(verified.map(({ type }) => type)).to.deep.equal(['user.updated', 'user.updated']);
  });

  describe('of an account with factors and identities', () => {
    const addProofs = (id: UserId) =>
      world.run(async (tx) => {
        for (const factor of [aFactor({ userId: id }), aFactor({ userId: id, confirmedAt: null })])
          await tx.factors.add(factor);
        await tx.factors.add(aPasskey({ userId: id }));
        await tx.factors.setRecoveryCodes(id, ['a hash']);
        await tx.identities.add(anIdentity({ userId: id }));
      });
    /** Returns the numbers of factors, recovery codes and identities. */
    const left = async (id: UserId) => {
      const { recoveryCodesLeft } = await world.factors.of(id);
      const factors = await world.run((tx) => tx.factors.of(id));
      return [factors.length, recoveryCodesLeft, (await world.identities.of(id)).length];
    };
    const registered = async (): Promise<User> => {
      const { email, username } = aUser();
      const { id } = await register(world)({
        client: aClient,
        email,
        username,
        password: oldPassword,
        requestedRoles: {},
      });
      return world.run(async (tx) => (await tx.users.lock(id)) ?? expect.fail(id));
    };
    const setRoles = (userId: UserId, roleIds: readonly RoleId[]) =>
      setUserRoles(world)({ actor: anActor(), userId, roleIds });
    const reset = async ({ id, username }: User) => {
      await addProofs(id);
      await confirm(await tokenFor(username));
      return left(id);
    };

    it('removes all of them if the account registered itself and was never verified', async () => {
      const eve = await registered();
      expect(await reset(eve)).to.deep.equal([0, 0, 0]);
      await logIn(world)({ login: eve.username, password: newPassword, ...origin });
      expect(await reset(eve), 'verified by the first reset').to.deep.equal([3, 1, 1]);
    });

    it('removes nothing from an account that an administrator created', async () => {
      expect(await reset(ada)).to.deep.equal([3, 1, 1]);
    });

    it('removes nothing if an administrator has given the account a role, even if it was taken away later', async () => {
      const [eve, moderator] = [await registered(), aRole()];
      await given(world, { roles: [moderator] });
      await setRoles(eve.id, [userRole.id, moderator.id]);
      await setRoles(eve.id, [userRole.id]);
      expect(await reset(eve)).to.deep.equal([3, 1, 1]);
    });

    it('removes all of them if an administrator has only confirmed or removed roles', async () => {
      const eve = await registered();
      await setRoles(eve.id, [userRole.id]);
      await setRoles(eve.id, []);
      expect(await reset(eve)).to.deep.equal([0, 0, 0]);
    });

    it('removes nothing if an earlier address of the account was verified', async () => {
      const eve = await registered();
      await confirm(await tokenFor(eve.username));
      await updateUser(world)({ actor: anActor(), userId: eve.id, change: { email: 'other@example.com' } });
      expect(await world.users.find(eve.id)).to.include({ emailVerified: false });
      expect(await reset(eve)).to.deep.equal([3, 1, 1]);

      const bob = await registered();
      world.mails.isServerConfigured = true;
      const change = { email: 'bob@example.com' };
      await updateProfile(world)({ actor: anActor({ id: bob.id }), change, language: 'en' });
      await sendDue();
      const { token } = world.mails.sent.find(({ to }) => to === change.email) ?? expect.fail('No mail was sent.');
      await confirmEmailChange(world)({ client: aClient, token: token ?? '' });
      await updateUser(world)({ actor: anActor(), userId: bob.id, change: { email: 'bob@example.org' } });
      expect(await reset(bob)).to.deep.equal([3, 1, 1]);
    });

    it('removes nothing if the link was sent to another address of the account', async () => {
      const eve = await registered();
      await addProofs(eve.id);
      const early = await tokenFor(eve.username);
      await world.run((tx) => tx.users.save({ ...eve, email: 'victim@example.com' }));
      await confirm(early);
      expect(await left(eve.id)).to.deep.equal([3, 1, 1]);
    });
  });

  it('sets the password once, even if several requests use the link concurrently', async () => {
    const token = await tokenFor(ada.username);
    const settled = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => confirm(token, `${newPassword}${index}`)),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('refuses an expired link, a wrong token and an unacceptable password, and keeps the link valid', async () => {
    const token = await tokenFor(ada.username);
    expect((await refusalOf(confirm(`${token}x`))).refusal).to.equal('mail-link-invalid');
    expect((await refusalOf(confirm(token, 'short'))).refusal).to.equal('password-unacceptable');
    world.clock.advance(30 * minuteMs);
    expect((await refusalOf(confirm(token))).refusal).to.equal('mail-link-expired');
    world.clock.advance(-1);
    await confirm(token);
  });

  it('voids every link when the password changes in another way or with another link', async () => {
    const actor = anActor({ id: ada.id });
    const ways = [
      () => setUserPassword(world)({ actor, userId: ada.id, password: oldPassword }),
      async () => {
        const sessionId = anId<'Session'>();
        const input = { actor, sessionId, network: aClient.ipAddress, currentPassword: oldPassword, newPassword };
        await changePassword(world)(input);
      },
      async () => void (await confirm(await tokenFor(ada.username))),
    ];
    for (const change of ways) {
      const token = await tokenFor(ada.username);
      await change();
      expect((await refusalOf(confirm(token))).refusal).to.equal('mail-link-invalid');
    }
  });

  it('voids the link when the user or an administrator changes the address', async () => {
    const ways = [
      (email: string) => updateUser(world)({ actor: anActor(), userId: ada.id, change: { email } }),
      (email: string) => updateProfile(world)({ actor: anActor({ id: ada.id }), change: { email }, language: 'en' }),
    ];
    for (const [index, change] of ways.entries()) {
      const token = await tokenFor(ada.username);
      await change(`ada${index}@other.example`);
      expect((await refusalOf(confirm(token))).refusal).to.equal('mail-link-invalid');
      await confirm(await tokenFor(ada.username));
    }
  });

  it('refuses the link after the account was removed', async () => {
    const token = await tokenFor(ada.username);
    await world.run((tx) => tx.users.remove(ada.id));
    expect((await refusalOf(confirm(token))).refusal).to.equal('mail-link-invalid');
  });

  it('refuses the link while the account is disabled', async () => {
    const token = await tokenFor(ada.username);
    await world.run((tx) => tx.users.save({ ...ada, status: disabled }));
    expect((await refusalOf(confirm(token))).refusal).to.equal('mail-link-invalid');
    await world.run((tx) => tx.users.save(ada));
    await confirm(token);
  });

  it('writes the same rows for an account that does not exist or is disabled, and sends nothing', async () => {
    const off = aUser({ status: disabled });
    await given(world, { users: [off] });
    for (const login of ['nobody', off.username]) {
      await request(login);
      const [sent, ...others] = await sendDue();
      expect(others).to.deep.equal([]);
      expect(Object.keys(sent?.payload.data ?? {})).to.deep.equal([
        'to',
        'username',
        'purpose',
        'language',
        'expiresAt',
        'sealedToken',
        'apiKeys',
      ]);
    }
    expect(world.mails.sent).to.deep.equal([]);
    const requested = (await events()).filter(({ type }) => type === 'user.passwordReset.requested');
    expect(requested.map(({ subject }) => subject.id)).to.deep.equal([null, null]);
  });

  it('sends at most five mails to an account, and accepts further requests without sending a mail', async () => {
    for (let count = 0; count < 4; count += 1) await request(count % 2 === 0 ? ada.username : ada.email);
    for (let count = 0; count < 4; count += 1) await request(ada.username);
    await sendDue();
    expect(world.mails.sent).to.have.length(5);
  });

  it('sends any number of mails for an administrator, and records the administrator as actor', async () => {
    const actor = anActor();
    for (let count = 0; count < 6; count += 1) {
      await sendPasswordReset(world)({ actor, userId: ada.id, language: 'zh' });
    }
    await sendDue();
    expect(world.mails.sent.map(({ to, language }) => [to, language])).to.deep.equal(
      Array.from({ length: 6 }, () => [ada.email, 'zh']),
    );
    const last = (await events()).at(-1);
    expect(last?.type).to.equal('user.passwordReset.requested');
    expect(last?.actor.id).to.equal(actor.id);
    expect(last?.subject).to.deep.equal({ type: 'user', id: ada.id, name: ada.username });
    const unknown = sendPasswordReset(world)({ actor, userId: anId(), language: 'en' });
    expect((await refusalOf(unknown)).refusal).to.equal('user-not-found');
  });

  it('stores no plain token in deliveries and events', async () => {
    await request(ada.username);
    const { take } = work();
    const [taken] = await take([]);
    const { sealedToken, ...rest } = taken?.delivery.payload.data ?? {};
    const token = world.secretBox.open(String(sealedToken), String(taken?.delivery.id));
    expect(JSON.stringify(rest)).not.to.include(token);
    expect(JSON.stringify(await events())).not.to.include(token);
    await confirm(token);
  });

  it('retries a failed mail until the link expires', async () => {
    world.mails.result = { result: 'failure', responseStatus: 451, responseBody: null, error: 'Later' };
    await request(ada.username);
    const attempts: number[] = [];
    for (const pauseMinutes of [0, 1, 6, 30, 120]) {
      world.clock.advance(pauseMinutes * minuteMs);
      attempts.push((await sendDue()).length);
    }
    expect(attempts).to.deep.equal([1, 1, 1, 1, 0]);
    expect(world.mails.sent).to.have.length(3);
    expect(await world.deliveries.nextDue()).to.equal(undefined);
  });

  it('removes links a day after they expired', async () => {
    await request(ada.username);
    const remove = () => removeExpired(world)('expired mail links');
    world.clock.advance(24 * 60 * minuteMs + 30 * minuteMs);
    expect(await remove()).to.equal(0);
    world.clock.advance(1);
    expect([await remove(), await remove()]).to.deep.equal([1, 0]);
  });
});
