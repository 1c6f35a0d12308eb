import { InMemoryWorld } from '@portcullis/testing';
import { registrationModes } from '@portcullis/domain/internal/accounts/new-account';
import { expect } from 'chai';
import { openApiDocumentOf } from '../src/openapi/documentation.ts';
import { routesOn } from './support/routes.ts';
import { aMailToken } from './support/setup.ts';
import { administrator, startService, unique, type Service } from './support/service.ts';

const anAccount = () => ({
  username: unique('user-'),
  email: `${unique()}@example.com`,
  password: unique('password-'),
});

for (const registration of registrationModes) {
  describe(`REGISTRATION=${registration}`, () => {
    let service: Service;
    before(async () => {
      service = await startService({ registration, registerCalls: 1 });
    });
    after(() => service.stop());

    it('is told to login pages', async () => {
      expect((await service.api.get('/auth/registration')).data).to.deep.equal({ registration });
    });

    it('decides whether the API document contains the registration', async () => {
      const { paths } = JSON.parse(
        JSON.stringify(await openApiDocumentOf(routesOn(InMemoryWorld.seeded(), { registration }))),
      );
      expect(Object.keys(paths)).to.include('/api/auth/login');
      expect('/api/auth/register' in paths).to.equal(registration === 'open');
    });

    if (registration === 'open') return;

    it('refuses every registration, and does not read or count it', async () => {
      const bodies = [anAccount(), { ...anAccount(), role: 'ADMIN' }, { username: administrator.username }, '{'];
      for (const body of bodies) {
        const response = await service.api.send('POST', '/auth/register', body);
        expect(response).to.include({ status: 403, code: 1003, reason: 'registration-closed', errors: null });
        expect(response.message).to.equal('Registration is closed. Ask an administrator for an account.');
      }
      const { data } = await service.admin.get<{ total: number }>('/users');
      expect(data.total).to.equal(1);
    });

    it('lets people whom an administrator has invited choose a password and log in', async () => {
      const password = unique('password-');
      const token = await aMailToken(service, { purpose: 'invitation' });
      const { data } = await service.api.post<object>('/auth/invitations/confirm', { token, password });
      expect((await service.api.post('/auth/login', { ...data, password })).status).to.equal(200);
    });
  });
}
