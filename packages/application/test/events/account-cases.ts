import { administratorRole, operatorId, userRole } from '@portcullis/domain/internal/built-in';
import { newMailLink } from '@portcullis/domain/internal/accounts/mail-link';
import { register } from '../../src/auth/register.ts';
import { importUsers } from '../../src/imports/import-users.ts';
import { confirmEmailChange } from '../../src/mail-links/confirm-email-change.ts';
import { requestPasswordReset } from '../../src/mail-links/request-password-reset.ts';
import { confirmInvitation, confirmPasswordReset } from '../../src/mail-links/set-password-by-link.ts';
import { recordEndedGrants } from '../../src/roles/record-ended-grants.ts';
import { setRoleGrants } from '../../src/roles/set-role-grants.ts';
import { setUserRoles } from '../../src/roles/set-user-roles.ts';
import { ensureAdministrator } from '../../src/setup/ensure-administrator.ts';
import { completeSetup } from '../../src/setup/setup-link.ts';
import { updateProfile } from '../../src/users/update-profile.ts';
import { setUserPassword } from '../../src/users/user-credentials.ts';
import { inviteUser, sendInvitation, sendPasswordReset } from '../../src/users/user-mails.ts';
import { createUser, deleteUser, updateUser } from '../../src/users/users.ts';
import { aContent, anIdentity, aRole, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aPasskey } from '@portcullis/testing/internal/factors';
import { foreignHashOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { actor, ada, added, affected, client, event, type EventCase, removed } from './cases.ts';
import { aUserRow, each } from '../support/imported-rows.ts';

const account = { username: 'bob', email: 'bob@example.com' };
const created = { ...account, kind: 'PERSON', emailVerified: false, status: 1 };
const bob = aUser({ ...account, nickName: 'Bobby' });
const about = { id: bob.id, name: bob.username };

/** The link to reset a password expires 30 minutes after the start time of the world, 2026-01-01T00:00Z. */
const resetRequest = { expiresAt: '2026-01-01T00:30:00.000Z' };
const invitedUntil = '2026-01-08T00:00:00.000Z';
const addressRequest = { email: 'bob@new.example', expiresAt: '2026-01-02T00:00:00.000Z' };
const visitor = { type: 'user', id: null, name: null } as const;

export const accountCases: readonly EventCase[] = [
  {
    useCase: 'ensureAdministrator',
    write: async (world) => {
      await ensureAdministrator(world)({ actor, ...account, password: 'a long password' });
      const [user] = (await world.users.list({ page: 1, pageSize: 9, search: 'bob' })).items;
      const subject = { id: user?.id ?? null, name: 'bob' };
      return [
        event('user.created', subject, added(created)),
        event('user.roles.changed', subject, { roleIds: [[], [administratorRole.id]] }),
      ];
    },
  },
  {
    useCase: 'completeSetup',
    write: async (world, begin) => {
      const { token, hash } = world.setupTokens.create();
      const first = { username: 'admin', email: 'admin@example.com' };
      await ensureAdministrator(world)({ actor, ...first, password: 'a long password', setupTokenHash: hash });
      await begin();
      const id = await completeSetup(world)({ client, token, ...account, password: 'another long password' });
      const by = { type: 'user', id, name: 'bob' } as const;
      const changes = { email: [first.email, account.email], username: ['admin', 'bob'] } as const;
      return [event('user.updated', by, changes, by), event('user.password.changed', by, {}, by)];
    },
  },
  {
    useCase: 'register',
    write: async (world) => {
      const requestedRoles = { roles: undefined, roleIds: undefined };
      const { id } = await register(world)({ client, ...account, password: 'a long password', requestedRoles });
      const by = { type: 'user', id, name: 'bob' } as const;
      return [
        event('user.created', by, added(created), by),
        event('user.roles.changed', by, { roleIds: [[], [userRole.id]] }, by),
      ];
    },
  },
  {
    useCase: 'createUser',
    write: async (world) => {
      const draft = { ...account, nickName: 'Bobby', phone: '1', gender: 'MALE' as const };
      const { id } = await createUser(world)({ actor, account: draft, password: 'a long password' });
      return [event('user.created', { id, name: 'bob' }, added({ ...created, ...draft }))];
    },
  },
  {
    useCase: 'createUser',
    when: 'with roles',
    write: async (world) => {
      const roleIds = [userRole.id];
      const { id } = await createUser(world)({ actor, account, password: 'a long password', roleIds });
      const subject = { id, name: 'bob' };
      return [
        event('user.created', subject, added(created)),
        event('user.roles.changed', subject, { roleIds: [[], roleIds] }),
      ];
    },
  },
  {
    useCase: 'importUsers',
    write: async (world) => {
      const rows = each([
        aUserRow(1, {
          ...account,
          roles: [{ code: userRole.code, validFrom: null, validUntil: null }],
          passwordHash: foreignHashOf('a long password'),
        }),
      ]);
      await importUsers(world)({ actor, rows, invite: undefined, isDryRun: false, report: () => undefined });
      const [user] = (await world.users.list({ page: 1, pageSize: 9, search: 'bob' })).items;
      const subject = { id: user?.id ?? null, name: 'bob' };
      return [
        event('user.created', subject, added(created)),
        event('user.roles.changed', subject, { roleIds: [[], [userRole.id]] }),
      ];
    },
  },
  {
    useCase: 'inviteUser',
    write: async (world) => {
      const { id } = await inviteUser(world)({ actor, account, language: 'en' });
      return [event('user.created', { id, name: 'bob' }, added({ ...created, invitedUntil }))];
    },
  },
  {
    useCase: 'sendInvitation',
    write: async (world) => {
      await given(world, { users: [{ ...bob, invitedUntil: new Date(0) }] });
      await sendInvitation(world)({ actor, userId: bob.id, language: 'en' });
      return [event('user.updated', about, { invitedUntil: [new Date(0).toISOString(), invitedUntil] })];
    },
  },
  {
    useCase: 'confirmInvitation',
    write: async (world) => {
      await given(world, { users: [{ ...bob, invitedUntil: new Date(invitedUntil) }] });
      const { token, hash: tokenHash } = world.linkTokens.create();
      const link = { tokenHash, purpose: 'invitation', userId: bob.id, email: bob.email } as const;
      await world.run((tx) => tx.mailLinks.add(newMailLink(link, world.clock.now())));
      await confirmInvitation(world)({ client, token, password: 'another long password' });
      const by = { type: 'user', ...about } as const;
      const changes = { invitedUntil: [invitedUntil, null], emailVerified: [false, true] } as const;
      return [event('user.updated', about, changes, by), event('user.password.changed', about, {}, by)];
    },
  },
  {
    useCase: 'updateProfile',
    write: async (world) => {
      await given(world, { users: [bob] });
      const change = { email: 'bob@new.example' };
      await updateProfile(world)({ actor: { ...actor, id: bob.id }, change, language: 'en' });
      const by = { type: 'user', id: bob.id, name: actor.name } as const;
      return [event('user.updated', about, { email: [bob.email, change.email] }, by)];
    },
  },
  {
    useCase: 'updateProfile',
    when: 'a new address waits for its confirmation',
    write: async (world) => {
      await given(world, { users: [bob] });
      world.mails.isServerConfigured = true;
      const change = { email: addressRequest.email, nickName: 'Robert' };
      await updateProfile(world)({ actor: { ...actor, id: bob.id }, change, language: 'en' });
      const by = { type: 'user', id: bob.id, name: actor.name } as const;
      return [
        event('user.emailChange.requested', about, added(addressRequest), by),
        event('user.updated', about, { nickName: ['Bobby', 'Robert'] }, by),
      ];
    },
  },
  {
    useCase: 'confirmEmailChange',
    write: async (world) => {
      await given(world, { users: [bob] });
      const { token, hash: tokenHash } = world.linkTokens.create();
      const link = { tokenHash, purpose: 'email-change', userId: bob.id, email: addressRequest.email } as const;
      await world.run((tx) => tx.mailLinks.add(newMailLink(link, world.clock.now())));
      await confirmEmailChange(world)({ client, token });
      const changes = { email: [bob.email, addressRequest.email], emailVerified: [false, true] } as const;
      return [event('user.updated', about, changes, { type: 'user', ...about })];
    },
  },
  {
    useCase: 'updateUser',
    when: 'with roles',
    write: async (world) => {
      await given(world, { users: [bob], userRoles: [[ada.id, [administratorRole.id]]] });
      const change = { username: 'robert', nickName: null, status: 0 } as const;
      await updateUser(world)({ actor, userId: bob.id, change, roleIds: [userRole.id] });
      const subject = { id: bob.id, name: 'robert' };
      return [
        event('user.updated', subject, { username: ['bob', 'robert'], nickName: ['Bobby', null], status: [1, 0] }),
        event('user.roles.changed', subject, { roleIds: [[], [userRole.id]] }),
      ];
    },
  },
  {
    useCase: 'updateUser',
    when: 'only the roles change',
    write: async (world) => {
      await given(world, { users: [bob] });
      await updateUser(world)({ actor, userId: bob.id, change: {}, roleIds: [userRole.id] });
      return [event('user.roles.changed', about, { roleIds: [[], [userRole.id]] })];
    },
  },
  {
    useCase: 'updateUser',
    when: 'nothing changes',
    write: async (world) => {
      await given(world, { users: [bob], userRoles: [[bob.id, [userRole.id]]] });
      await updateUser(world)({ actor, userId: bob.id, change: { nickName: 'Bobby' }, roleIds: [userRole.id] });
      return [];
    },
  },
  {
    useCase: 'deleteUser',
    write: async (world) => {
      await given(world, { users: [bob], userRoles: [[ada.id, [administratorRole.id]]] });
      await given(world, { contents: [aContent({ authorId: bob.id }), aContent({ authorId: ada.id })] });
      await deleteUser(world)({ actor, userId: bob.id });
      const fields = removed({ ...created, nickName: 'Bobby' });
      return [event('user.deleted', about, { ...fields, ...affected({ contents: 1 }) })];
    },
  },
  {
    useCase: 'setUserRoles',
    write: async (world) => {
      const role = aRole();
      await given(world, { users: [bob], roles: [role], userRoles: [[bob.id, [userRole.id]]] });
      await setUserRoles(world)({ actor, userId: bob.id, roleIds: [role.id] });
      return [event('user.roles.changed', about, { roleIds: [[userRole.id], [role.id]] })];
    },
  },
  {
    useCase: 'setRoleGrants',
    write: async (world) => {
      const role = aRole();
      await given(world, { users: [bob], roles: [role], userRoles: [[bob.id, [role.id]]] });
      const validUntil = new Date('2026-03-01T00:00:00.000Z');
      await setRoleGrants(world)({ actor, userId: bob.id, grants: [{ roleId: role.id, validFrom: null, validUntil }] });
      const after = [{ roleId: role.id, validFrom: null, validUntil: validUntil.toISOString() }];
      return [event('user.roles.changed', about, { roleGrants: [[], after] })];
    },
  },
  {
    useCase: 'recordEndedGrants',
    write: async (world) => {
      const role = aRole();
      const validUntil = world.clock.now();
      await given(world, {
        users: [bob],
        roles: [role],
        userRoles: [[bob.id, [role.id]]],
        grantPeriods: [[bob.id, [{ roleId: role.id, validFrom: null, validUntil }]]],
      });
      await recordEndedGrants(world)();
      const fields = removed({ roleId: role.id, validUntil: validUntil.toISOString() });
      return [event('user.grant.expired', about, fields, { type: 'system', id: operatorId, name: 'schedule' })];
    },
  },
  {
    useCase: 'setUserPassword',
    write: async (world) => {
      const session = aSession({ userId: bob.id });
      await given(world, { users: [bob], sessions: [session] });
      await setUserPassword(world)({ actor, userId: bob.id, password: 'another long password' });
      return [event('user.password.changed', about, { sessionIds: [[session.id], []] })];
    },
  },
  {
    useCase: 'requestPasswordReset',
    write: async (world) => {
      await given(world, { users: [bob] });
      await requestPasswordReset(world)({ client, login: bob.username, language: 'en' });
      return [event('user.passwordReset.requested', about, added(resetRequest), visitor)];
    },
  },
  {
    useCase: 'requestPasswordReset',
    when: 'there is no such account',
    write: async (world) => {
      await requestPasswordReset(world)({ client, login: 'nobody', language: 'en' });
      return [event('user.passwordReset.requested', { id: null, name: null }, added(resetRequest), visitor)];
    },
  },
  {
    useCase: 'sendPasswordReset',
    write: async (world) => {
      await given(world, { users: [bob] });
      await sendPasswordReset(world)({ actor, userId: bob.id, language: 'en' });
      return [event('user.passwordReset.requested', about, added(resetRequest))];
    },
  },
  {
    useCase: 'confirmPasswordReset',
    write: async (world) => {
      const session = aSession({ userId: bob.id });
      await given(world, { users: [bob], sessions: [session] });
      const { token, hash: tokenHash } = world.linkTokens.create();
      const link = newMailLink({ tokenHash, purpose: 'password-reset', userId: bob.id }, world.clock.now());
      await world.run((tx) => tx.mailLinks.add(link));
      await confirmPasswordReset(world)({ client, token, newPassword: 'another long password' });
      const by = { type: 'user', ...about } as const;
      return [event('user.password.changed', about, { sessionIds: [[session.id], []] }, by)];
    },
  },
  {
    useCase: 'confirmPasswordReset',
    when: 'it verifies the address of an account that registered itself, with a passkey and an identity',
    write: async (world) => {
      await given(world, { users: [bob] });
      const [factor, identity] = [aPasskey({ userId: bob.id }), anIdentity({ userId: bob.id })];
      const { token, hash: tokenHash } = world.linkTokens.create();
      const link = { tokenHash, purpose: 'password-reset', userId: bob.id, email: bob.email } as const;
      await world.run(async (tx) => {
        await tx.users.setUnconfirmed(bob.id);
        await tx.factors.add(factor);
        await tx.identities.add(identity);
        await tx.mailLinks.add(newMailLink(link, world.clock.now()));
      });
      await confirmPasswordReset(world)({ client, token, newPassword: 'another long password' });
      const by = { type: 'user', ...about } as const;
      const { issuer, subject } = identity;
      return [
        event('user.updated', about, { emailVerified: [false, true] }, by),
        event('identity.unlinked', about, removed({ issuer, subject }), by),
        event('factor.removed', about, { factorIds: [[factor.id], []] }, by),
        event('user.password.changed', about, {}, by),
      ];
    },
  },
];
