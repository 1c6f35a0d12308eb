import { addPasskey, beginPasskey } from '../../src/auth/factors/add-passkey.ts';
import { replaceRecoveryCodes } from '../../src/auth/factors/recovery-codes.ts';
import { removeFactor } from '../../src/auth/factors/remove-factor.ts';
import { confirmTotp, enrolTotp } from '../../src/auth/factors/totp.ts';
import { logInWithFactor } from '../../src/auth/log-in-with-factor.ts';
import { beginPasskeyLogin, logInWithPasskey } from '../../src/auth/log-in-with-passkey.ts';
import { logIn } from '../../src/auth/log-in.ts';
import { resetFactors } from '../../src/users/user-credentials.ts';
import { anActor, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aFactor, aPasskey, codeAt } from '@portcullis/testing/internal/factors';
import { registrationResponse, authenticationResponse } from '@portcullis/testing/internal/fake-passkeys';
import { given, givenPassword } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';
import { actor, ada, client, event, type EventCase } from './cases.ts';

const network = client.ipAddress;
const bob = aUser({ username: 'bob' });
const about = { id: bob.id, name: 'bob' };
const by = { type: 'user', ...about } as const;
const self = { id: ada.id, name: ada.username };

/** Logs in with the password of a user who has a second factor. @returns the challenge for the factor */
async function challenge(world: InMemoryWorld): Promise<string> {
  await given(world, { users: [bob] });
  await world.run((tx) => tx.factors.add(aFactor({ userId: bob.id })));
  const { details } = await refusalOf(logIn(world)({ login: 'bob', password: givenPassword, network, ...client }));
  if (details === undefined || !('challenge' in details)) throw new Error('There is no challenge.');
  return details.challenge;
}

const codeOf = ({ clock }: InMemoryWorld): string => codeAt(clock.now());

export const factorCases: readonly EventCase[] = [
  {
    useCase: 'logInWithFactor',
    write: async (world) => {
      const token = await challenge(world);
      await logInWithFactor(world)({ challenge: token, code: codeOf(world), network, ...client });
      const [session] = (await world.sessions.list({ userId: bob.id, page: 1, pageSize: 9 })).items;
      return [event('session.started', about, { sessionIds: [[], [session?.id]], how: [null, 'factor'] }, by)];
    },
  },
  {
    useCase: 'logInWithFactor',
    when: 'the code is wrong and the account is locked',
    write: async (world) => {
      const token = await challenge(world);
      const factorThrottle = { ...world.factorThrottle, beforeAttempt: async () => ({ isLast: true }) };
      const input = { challenge: token, code: '000000', network, ...client };
      await refusalOf(logInWithFactor({ ...world, factorThrottle })(input));
      return [
        event('session.refused', about, { reason: [null, 'wrong-code'] }, by),
        event('account.locked', about, {}, by),
      ];
    },
  },
  {
    useCase: 'logInWithPasskey',
    write: async (world) => {
      await given(world, { users: [bob] });
      const passkey = aPasskey({ userId: bob.id });
      await world.run((tx) => tx.factors.add(passkey));
      const { challenge: token } = await beginPasskeyLogin(world)();
      await logInWithPasskey(world)({ credential: authenticationResponse(passkey, token), network, ...client });
      const [session] = (await world.sessions.list({ userId: bob.id, page: 1, pageSize: 9 })).items;
      return [event('session.started', about, { sessionIds: [[], [session?.id]], how: [null, 'passkey'] }, by)];
    },
  },
  {
    useCase: 'logInWithPasskey',
    when: 'the passkey is wrong and the account is locked',
    write: async (world) => {
      await given(world, { users: [bob] });
      const passkey = aPasskey({ userId: bob.id });
      await world.run((tx) => tx.factors.add(passkey));
      const { challenge: token } = await beginPasskeyLogin(world)();
      const factorThrottle = { ...world.factorThrottle, beforeAttempt: async () => ({ isLast: true }) };
      const credential = authenticationResponse(passkey, token, { signedWith: 'another key' });
      await refusalOf(logInWithPasskey({ ...world, factorThrottle })({ credential, network, ...client }));
      return [
        event('session.refused', about, { reason: [null, 'wrong-passkey'] }, by),
        event('account.locked', about, {}, by),
      ];
    },
  },
  {
    useCase: 'addPasskey',
    write: async (world) => {
      const { challenge: token } = await beginPasskey(world)({ actor });
      const credential = registrationResponse({ credentialId: 'a-credential', counter: 0 }, token);
      const { id } = await addPasskey(world)({ actor, name: 'Laptop', credential });
      return [event('factor.added', self, { factorIds: [[], [id]] }), event('factor.recoveryCodes.created', self, {})];
    },
  },
  {
    useCase: 'confirmTotp',
    write: async (world) => {
      const { id } = await enrolTotp(world)({ actor });
      await confirmTotp(world)({ actor, factorId: id, code: codeOf(world) });
      return [event('factor.added', self, { factorIds: [[], [id]] }), event('factor.recoveryCodes.created', self, {})];
    },
  },
  {
    useCase: 'replaceRecoveryCodes',
    write: async (world, begin) => {
      const { id } = await enrolTotp(world)({ actor });
      const [code = ''] = await confirmTotp(world)({ actor, factorId: id, code: codeOf(world) });
      await begin();
      await replaceRecoveryCodes(world)({ actor, code });
      return [
        event('factor.recoveryCode.used', self, { codesLeft: [10, 9] }),
        event('factor.recoveryCodes.created', self, {}),
      ];
    },
  },
  {
    useCase: 'removeFactor',
    write: async (world) => {
      const factor = aFactor({ userId: ada.id });
      const session = aSession({ userId: ada.id, hasFactor: true });
      await given(world, { sessions: [session] });
      await world.run((tx) => tx.factors.add(factor));
      await removeFactor(world)({ actor: { ...actor, sessionId: session.id }, factorId: factor.id });
      return [event('factor.removed', self, { factorIds: [[factor.id], []] })];
    },
  },
  {
    useCase: 'resetFactors',
    when: 'the user has none',
    write: async (world) => {
      await given(world, { users: [bob] });
      await resetFactors(world)({ actor: anActor(actor), userId: bob.id });
      return [];
    },
  },
  {
    useCase: 'resetFactors',
    write: async (world) => {
      await given(world, { users: [bob] });
      const factor = aFactor({ userId: bob.id });
      await world.run((tx) => tx.factors.add(factor));
      await resetFactors(world)({ actor: anActor(actor), userId: bob.id });
      return [event('factor.removed', about, { factorIds: [[factor.id], []] })];
    },
  },
];
