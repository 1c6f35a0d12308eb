import type { Session } from '@portcullis/domain/internal/accounts/session';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { addPasskey, beginPasskey } from '../../../src/auth/factors/add-passkey.ts';
import { removeFactor } from '../../../src/auth/factors/remove-factor.ts';
import { confirmTotp, enrolTotp } from '../../../src/auth/factors/totp.ts';
import { stepUp } from '../../../src/auth/step-up.ts';
import { aClient, anActor, aSession, aUser } from '@portcullis/testing/internal/builders';
import { aFactor, codeAt } from '@portcullis/testing/internal/factors';
import { registrationResponse } from '@portcullis/testing/internal/fake-passkeys';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

const network = aClient.ipAddress;
const code = (world: InMemoryWorld) => codeAt(world.clock.now());

describe('A session that has not proved the second factor of its account', () => {
  let world: InMemoryWorld;
  let ada: User;
  let session: Session;
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    ada = aUser();
    session = aSession({ userId: ada.id });
    await given(world, { users: [ada], sessions: [session] });
  });

  const actor = (sessionId: Session['id'] | null = session.id) =>
    anActor({ id: ada.id, name: ada.username, sessionId });
  const addFactor = async () => {
    const factor = aFactor({ userId: ada.id });
    await world.run((tx) => tx.factors.add(factor));
    return factor.id;
  };
  const own = () => world.run((tx) => tx.factors.of(ada.id));
  const enrol = (by = actor()) => enrolTotp(world)({ actor: by });
  const confirm = (factorId: Awaited<ReturnType<typeof enrol>>['id'], by = actor()) =>
    confirmTotp(world)({ actor: by, factorId, code: code(world) });
  const begin = (by = actor()) => beginPasskey(world)({ actor: by });
  const add = (challenge: string, by = actor()) =>
    addPasskey(world)({
      actor: by,
      name: 'Laptop',
      credential: registrationResponse({ credentialId: 'new', counter: 0 }, challenge),
    });

  it('such a session cannot add or remove a factor, even if it began before the account had one', async () => {
    const [pending, { challenge }] = [await enrol(), await begin()];
    const factorId = await addFactor();
    const before = await own();
    for (const by of [actor(), actor(null), actor(aSession().id)]) {
      for (const attempt of [
        () => enrol(by),
        () => confirm(pending.id, by),
        () => begin(by),
        () => add(challenge, by),
        () => removeFactor(world)({ actor: by, factorId }),
      ])
        expect((await refusalOf(attempt())).refusal).to.equal('code-required');
    }
    expect(await own()).to.deep.equal(before);
    expect((await world.factors.of(ada.id)).recoveryCodesLeft).to.equal(0);
  });

  it('after a step-up, the session can add and remove factors, and complete an addition it began before', async () => {
    const { challenge } = await begin();
    const factorId = await addFactor();
    expect((await refusalOf(add(challenge))).refusal).to.equal('code-required');
    await stepUp(world)({ actor: actor(), network, proof: { code: code(world) } });
    await add(challenge);
    await begin();
    await confirm((await enrol()).id);
    await removeFactor(world)({ actor: actor(), factorId });
    expect((await world.factors.of(ada.id)).factors.map(({ kind }) => kind)).to.have.members(['passkey', 'totp']);
  });
});
