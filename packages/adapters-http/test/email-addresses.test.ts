import { expect } from 'chai';
import { aPerson, startService, unique, type Service } from './support/service.ts';
import { aTicket, exchange } from './support/sign-ins.ts';

const unacceptable = [
  'a\u200bda@example.com',
  'ada@exam\u200bple.com',
  'ada@g\u043e\u043egle.com',
  'ada@xn--ggle-55da.com',
  'ada@xn--a.com',
];

describe('§2.2: e-mail addresses', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const account = (email: string) => ({ username: unique('user-'), email, password: unique('password-') });

  it('are refused by the same rule at registration, in the profile, by administrators and from providers', async () => {
    const { id, api } = await aPerson(service);
    for (const email of unacceptable) {
      const refused = [
        await service.api.post('/auth/register', account(email)),
        await service.admin.post('/users', account(email)),
        await service.admin.post('/users', { username: unique('user-'), email, invite: true }),
        await service.admin.patch(`/users/${id}`, { email }),
        await api.patch('/auth/profile', { email }),
      ];
      for (const { status, code, errors } of refused) {
        expect([status, code], email).to.deep.equal([400, 1005]);
        expect(errors).to.have.nested.property('[0].field', 'email');
      }
      expect(await exchange(service, await aTicket(service, { email })), email).to.include({ status: 403, code: 1117 });
    }
  });

  it('are taken in every spelling that counts as the same address, and log in with each of them', async () => {
    const name = unique('victim');
    const first = account(`${name}@bücher.de`);
    expect((await service.api.post('/auth/register', first)).status).to.equal(201);
    for (const email of [
      `${name}@ｂücher。de`,
      `${name.toUpperCase()}@xn--bcher-kva.de`,
      `${name.replace('i', 'ı')}@bücher.de`,
    ]) {
      expect(await service.api.post('/auth/register', account(email)), email).to.include({ status: 409, code: 1106 });
      const loggedIn = await service.api.post('/auth/login', { email, password: first.password });
      expect(loggedIn.status, email).to.equal(200);
    }
  });

  it('stay as they are typed', async () => {
    const email = `${unique('Ａda')}@ｅｘａｍｐｌｅ.com`;
    const { data } = await service.api.post<{ email: string }>('/auth/register', account(email));
    expect(data.email).to.equal(email);
  });
});
