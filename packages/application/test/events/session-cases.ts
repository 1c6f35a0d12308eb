import { changePassword } from '../../src/auth/change-password.ts';
import { logIn } from '../../src/auth/log-in.ts';
import { proveOwner } from '../../src/auth/prove-owner.ts';
import { endSession, logOut } from '../../src/auth/sessions/end-sessions.ts';
import { refreshSession } from '../../src/auth/sessions/refresh-session.ts';
import { stepUp } from '../../src/auth/step-up.ts';
import { endUserSession, endUserSessions } from '../../src/users/end-user-sessions.ts';
import { aSession, aUser } from '@portcullis/testing/internal/builders';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';
import { actor, ada, client, event, type EventCase } from './cases.ts';

const network = client.ipAddress;
const bob = aUser({ username: 'bob' });
const about = { id: bob.id, name: 'bob' };
const self = { id: ada.id, name: ada.username };
const [own, other] = [aSession({ userId: ada.id }), aSession({ userId: ada.id })];
const bobs = aSession({ userId: bob.id });
const enter = (world: InMemoryWorld, password: string) => logIn(world)({ login: 'bob', password, network, ...client });

/** Stores Bob, and sessions of Ada and Bob. */
const prepare = (world: InMemoryWorld) => given(world, { users: [bob], sessions: [own, other, bobs] });

export const sessionCases: readonly EventCase[] = [
  {
    useCase: 'logIn',
    write: async (world) => {
      await given(world, { users: [bob] });
      await enter(world, givenPassword);
      const [session] = (await world.sessions.list({ userId: bob.id, page: 1, pageSize: 9 })).items;
      return [
        event(
          'session.started',
          about,
          { sessionIds: [[], [session?.id]], how: [null, 'password'] },
          { type: 'user', ...about },
        ),
      ];
    },
  },
  {
    useCase: 'logIn',
    when: 'the password is wrong and the account is locked',
    write: async (world) => {
      await given(world, { users: [bob] });
      const throttle = { ...world.throttle, afterFailure: async () => ({ isLocked: true, isRecorded: true }) };
      await refusalOf(logIn({ ...world, throttle })({ login: 'bob', password: 'wrong', network, ...client }));
      const by = { type: 'user', ...about } as const;
      const refused = event('session.refused', about, { reason: [null, 'wrong-password'] }, by);
      return [refused, event('account.locked', about, {}, by)];
    },
  },
  {
    useCase: 'logIn',
    when: 'the account is unknown',
    write: async (world) => {
      await refusalOf(enter(world, 'wrong'));
      const nobody = { id: null, name: null };
      return [event('session.refused', nobody, { reason: [null, 'unknown-account'] }, { type: 'user', ...nobody })];
    },
  },
  {
    useCase: 'stepUp',
    write: async (world) => {
      await stepUp(world)({ actor, network, proof: { password: givenPassword } });
      return [event('session.authenticated', self, { how: [null, 'password'] })];
    },
  },
  {
    useCase: 'proveOwner',
    write: async (world) => {
      const [password, requireRecent] = [givenPassword, () => undefined];
      await proveOwner(world)({ actor, network, password, requireRecent });
      return [event('session.authenticated', self, { how: [null, 'password'] })];
    },
  },
  {
    useCase: 'stepUp',
    when: 'the code is wrong and the account is locked',
    write: async (world) => {
      const factorThrottle = { ...world.factorThrottle, beforeAttempt: async () => ({ isLast: true }) };
      await refusalOf(stepUp({ ...world, factorThrottle })({ actor, network, proof: { code: '000000' } }));
      return [event('session.refused', self, { reason: [null, 'wrong-code'] }), event('account.locked', self, {})];
    },
  },
  {
    useCase: 'refreshSession',
    when: 'a token is used again',
    write: async (world, begin) => {
      await given(world, { users: [bob] });
      const { token } = await enter(world, givenPassword);
      const [session] = (await world.sessions.list({ userId: bob.id, page: 1, pageSize: 9 })).items;
      await begin();
      const next = await refreshSession(world)({ client, token: token.refreshToken });
      await refreshSession(world)({ client, token: next.refreshToken });
      await refusalOf(refreshSession(world)({ client, token: token.refreshToken }));
      return [event('session.reused', about, { sessionIds: [[session?.id], []] }, { type: 'user', ...about })];
    },
  },
  {
    useCase: 'logOut',
    write: async (world) => {
      await prepare(world);
      await logOut(world)({ actor, sessionId: own.id, all: false });
      return [event('session.ended', self, { sessionIds: [[own.id], []] })];
    },
  },
  {
    useCase: 'endSession',
    write: async (world) => {
      await prepare(world);
      await endSession(world)({ actor, sessionId: other.id });
      return [event('session.ended', self, { sessionIds: [[other.id], []] })];
    },
  },
  {
    useCase: 'endUserSession',
    write: async (world) => {
      await prepare(world);
      await endUserSession(world)({ actor, userId: bob.id, sessionId: bobs.id });
      return [event('session.ended', about, { sessionIds: [[bobs.id], []] })];
    },
  },
  {
    useCase: 'endUserSessions',
    write: async (world) => {
      await prepare(world);
      await endUserSessions(world)({ actor, userId: bob.id });
      return [event('session.ended', about, { sessionIds: [[bobs.id], []] })];
    },
  },
  {
    useCase: 'changePassword',
    write: async (world) => {
      await prepare(world);
      const passwords = { currentPassword: givenPassword, newPassword: 'another long password' };
      await changePassword(world)({ actor, sessionId: own.id, network, ...passwords });
      return [event('user.password.changed', self, { sessionIds: [[other.id], []] })];
    },
  },
];
