import type { VisibleUser } from '@portcullis/application/internal/ports/users';
import { expect } from 'chai';
import { readConfig } from '../src/config/config.ts';
import { aPerson, startService, unique, type Service } from './support/service.ts';

describe('A service with REGISTRATION=invite and USER_DETAILS=own', () => {
  let service: Service;
  before(async () => {
    service = await startService({ REGISTRATION: 'invite', USER_DETAILS: 'own' });
  });
  after(() => service.stop());

  it('refuses registrations and shows none in its API document', async () => {
    const account = { username: unique('user-'), email: `${unique()}@example.com`, password: unique('password-') };
    const refusal = { status: 403, code: 1003, reason: 'registration-closed' };
    expect(await service.api.post('/auth/register', account)).to.include(refusal);
    expect((await service.api.get('/auth/registration')).data).to.deep.equal({ registration: 'invite' });
    const { paths } = (await (await fetch(`${service.server.url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(paths)).to.include('/api/auth/registration').and.not.include('/api/auth/register');
  });

  it('shows the details of a user only to the user and to callers who may read users', async () => {
    const [ada, bob] = [await aPerson(service), await aPerson(service)];
    const moderator = await aPerson(service, ['MODERATOR']);
    await service.admin.patch(`/users/${ada.id}`, { phone: '123', gender: 1 });
    const all = { email: ada.email, phone: '123', gender: 1 };
    const read = async ({ api }: Pick<Service, 'api'>) => (await api.get<VisibleUser>(`/users/${ada.id}`)).data;
    for (const caller of [{ api: service.admin }, ada, moderator]) expect(await read(caller)).to.include(all);
    expect(await read(bob)).to.include({ username: ada.username, email: null, phone: null, gender: null });
  });

  it('is configured with one of the documented values', () => {
    for (const [name, values] of [
      ['REGISTRATION', 'open, invite, off'],
      ['USER_DETAILS', 'all, own'],
    ] as const) {
      expect(() => readConfig({ [name]: 'yes' })).to.throw(`${name} takes one of ${values}, not 'yes'.`);
    }
  });
});
