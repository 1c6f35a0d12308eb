import { administratorRole } from '@portcullis/domain/internal/built-in';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { ensureAdministrator } from '../../src/setup/ensure-administrator.ts';
import { aUser, given, InMemoryWorld, refusalOf, anActor } from '@portcullis/testing';

describe('ensureAdministrator', () => {
  const account = { username: 'admin', email: 'admin@example.com', password: 'given by the operator' };
  let world: InMemoryWorld;
  const ensure = () => ensureAdministrator(world)({ actor: anActor(), ...account });
  const administrators = async () =>
    (await world.users.list({ page: 1, pageSize: 10, roleCode: administratorRole.code })).items;

  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  it('creates the first administrator with the given password', async () => {
    expect(await ensure()).to.equal(true);
    expect((await administrators()).map(({ username }) => username)).to.deep.equal(['admin']);
    const admin = await world.users.credentials('admin');
    expect(await world.hasher.verify(admin, account.password)).to.equal(true);
  });

  it('§5 rule 8: grants the 20 built-in permissions to the administrator through the role ADMIN', async () => {
    await ensure();
    const [administrator] = await administrators();
    expect(administrator && (await world.users.permissionsOf(administrator.id))).to.have.length(20);
  });

  it('creates only one administrator if several processes start at the same time', async () => {
    expect(await Promise.all([ensure(), ensure(), ensure()])).to.deep.equal([true, false, false]);
    expect(await administrators()).to.have.length(1);
  });

  it('hashes the password outside of transactions, because transactions have a time limit', async () => {
    const hash = async (password: string): Promise<string> => {
      // Transactions run one after another, so this one would never begin if the caller had an open transaction.
      await world.run(async () => undefined);
      return world.hasher.hash(password);
    };
    const ensuring = ensureAdministrator({
      work: world.work,
      ids: world.ids,
      clock: world.clock,
      hasher: { ...world.hasher, hash },
    });
    expect(await ensuring({ actor: anActor(), ...account })).to.equal(true);
  });

  it('does nothing if there is an administrator, even a disabled one', async () => {
    const ada = aUser({ status: disabled });
    await given(world, { users: [ada], userRoles: [[ada.id, [administratorRole.id]]] });
    expect(await ensure()).to.equal(false);
  });

  it('refuses an e-mail address or a user name that another user has', async () => {
    await given(world, { users: [aUser({ username: account.username })] });
    expect((await refusalOf(ensure())).refusal).to.equal('username-taken');
    await given(world, { users: [aUser({ email: account.email })] });
    expect((await refusalOf(ensure())).refusal).to.equal('email-taken');
    expect(await administrators()).to.deep.equal([]);
  });
});
