import { userRole } from '@portcullis/domain/internal/built-in';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { newUser } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { register, type RegisterInput } from '../../src/auth/register.ts';
import { aUser, aClient } from '@portcullis/testing/internal/builders';
import { hashOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('register', () => {
  const application = { email: 'ada@example.com', username: 'ada', password: 'long enough', requestedRoles: {} };
  let world: InMemoryWorld;
  const apply = (input: Partial<RegisterInput> = {}) => register(world)({ client: aClient, ...application, ...input });

  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  it('creates an enabled account with only the role USER', async () => {
    const created = await apply();
    const { id } = created;
    const { id: roleId, code, name } = userRole;
    const account = newUser({ id, email: 'ada@example.com', username: 'ada', at: world.clock.now() });
    expect(account.status).to.equal(enabled);
    const roleGrants = [{ roleId, validFrom: null, validUntil: null }];
    expect(created).to.deep.equal({ ...account, roles: [{ id: roleId, code, name }], roleGrants });
    expect(await world.users.find(id)).to.deep.equal(created);
    expect((await world.users.credentials('ada'))?.passwordHash).to.equal(hashOf('long enough'));
  });

  for (const registration of ['invite', 'off'] as const) {
    it(`creates no account if REGISTRATION is ${registration}`, async () => {
      const refused = register({ ...world, registration })({ client: aClient, ...application });
      expect((await refusalOf(refused)).refusal).to.equal('registration-closed');
      expect((await world.users.list({ page: 1, pageSize: 1 })).total).to.equal(0);
    });
  }

  const requests = [
    { role: 'ADMIN' },
    { role: ' admin ' },
    { roles: ['USER', 'ADMIN'] },
    { roles: [{ code: 'ADMIN' }] },
    { roleCodes: ['ADMIN'] },
    { roleIds: ['00000000-0000-4000-8000-100000000001'] },
    { isAdmin: true },
    { isAdmin: 1 },
  ];
  for (const requestedRoles of requests) {
    it(`§5 rule 9: refuses a registration that asks for ${JSON.stringify(requestedRoles)}`, async () => {
      expect((await refusalOf(apply({ requestedRoles }))).refusal).to.equal('administrator-registration');
      expect((await world.users.list({ page: 1, pageSize: 1 })).total).to.equal(0);
    });
  }

  it('ignores any other requested role', async () => {
    const { id } = await apply({ requestedRoles: { role: 'MODERATOR', roles: ['USER'], isAdmin: false } });
    expect((await world.users.find(id))?.roles.map(({ code }) => code)).to.deep.equal(['USER']);
  });

  it('§5 rule 9: refuses reserved names', async () => {
    for (const username of ['admin', 'Administrator', 'ROOT', 'system']) {
      expect((await refusalOf(apply({ username }))).refusal).to.equal('administrator-registration');
    }
  });

  it('refuses a name with invisible characters, and names in other scripts that look like reserved ones', async () => {
    expect((await refusalOf(apply({ username: 'ad\u034fa' }))).refusal).to.equal('username-unacceptable');
    expect((await refusalOf(apply({ username: 'ѕуѕтем' }))).refusal).to.equal('administrator-registration');
  });

  it('§7 mapping 1: refuses an e-mail address in use, whatever its case', async () => {
    await given(world, { users: [aUser({ email: 'ADA@example.com' })] });
    expect((await refusalOf(apply())).refusal).to.equal('email-taken');
  });

  it('§7 mapping 2: refuses a user name in use, whatever its case', async () => {
    await given(world, { users: [aUser({ username: 'Ada' })] });
    expect((await refusalOf(apply())).refusal).to.equal('username-taken');
  });

  it('refuses a password that is too short, too long or too common, and names the field in the error', async () => {
    for (const password of ['7 chars', 'x'.repeat(129), 'password']) {
      const { refusal, details } = await refusalOf(apply({ password }));
      expect(refusal).to.equal('password-unacceptable');
      expect(details).to.have.nested.property('[0].field', 'password');
    }
  });

  it('counts the characters of a password, not their code units', async () => {
    expect((await refusalOf(apply({ password: '🔑🔑🔑🔑🔑🔑🔑' }))).refusal).to.equal('password-unacceptable');
    await apply({ password: '🔑'.repeat(128) });
  });

  it('checks requested roles first, then e-mail address, user name, reserved names and password', async () => {
    await given(world, { users: [aUser({ email: 'ada@example.com', username: 'root' })] });
    const all = { username: 'root', password: 'short' };
    const freeMail = { ...all, email: 'free@example.com' };
    const attempts = [
      apply({ ...all, requestedRoles: { isAdmin: true } }),
      apply(all),
      apply(freeMail),
      apply({ ...freeMail, username: 'admin' }),
      apply({ ...freeMail, username: 'free' }),
    ];
    const refusals = await Promise.all(attempts.map(refusalOf));
    expect(refusals.map(({ refusal }) => refusal)).to.deep.equal([
      'administrator-registration',
      'email-taken',
      'username-taken',
      'administrator-registration',
      'password-unacceptable',
    ]);
  });

  it('registers only one of two concurrent registrations with the same name', async () => {
    const [one, other] = [apply(), apply({ email: 'other@example.com' })];
    const refusal = await refusalOf(Promise.all([one, other]));
    expect(refusal.refusal).to.equal('username-taken');
    expect((await world.users.list({ page: 1, pageSize: 10 })).total).to.equal(1);
  });
});
