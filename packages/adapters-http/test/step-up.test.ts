import { codeAt } from '@portcullis/testing/internal/factors';
import { expect } from 'chai';
import type { Route } from '../src/index.ts';
import type { TestResponse } from '../src/testing.ts';
import { sendDocumented, type Api } from './support/api.ts';
import { unknownId } from './support/field-kinds.ts';
import { ageSession } from './support/sessions.ts';
import { addFactor } from './support/setup.ts';
import { aPerson, startService, type Person, type Service } from './support/service.ts';

const maxAge = 900;

describe('§5: a recent authentication', () => {
  let service: Service;
  before(async () => {
    service = await startService({ stepUpMaxAge: maxAge });
  });
  after(() => service.stop());

  const aStalePerson = async (...roles: readonly string[]): Promise<Person> => {
    const person = await aPerson(service, roles);
    await ageSession(service, person, maxAge + 1);
    return person;
  };

  /** Calls a route with `{}` as the body. Only the checks that run before the body is read are tested. */
  const call = ({ url, token }: Api, { method, path }: Route) =>
    sendDocumented(`${url}/api${path.replaceAll(/:\w+/g, unknownId)}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });
  const codeOf = ({ text }: TestResponse): unknown => JSON.parse(text).code;

  it('is required only for sensitive operations', async () => {
    const { api } = await aStalePerson('ADMIN');
    const needsToken = ({ access, media }: Route) =>
      media === undefined && (access === 'authenticated' || access === 'authorized');
    for (const route of service.routes.filter(needsToken)) {
      if (route.operation === 'logout') continue;
      const name = `${route.method} ${route.path}`;
      expect(codeOf(await call(api, route)) === 1111, name).to.equal(
        route.stepUp === true || route.stepUp === 'always',
      );
    }
  });

  it('is checked after the role, with the maximum age in the error response', async () => {
    const [user, admin] = [await aStalePerson('USER'), await aStalePerson('ADMIN')];
    const path = `/users/${unknownId}/roles`;
    expect(await user.api.put(path, { roleIds: [] })).to.include({ status: 403, code: 1003 });
    const refused = await sendDocumented(`${service.api.url}/api${path}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${admin.api.token}` },
    });
    expect([refused.status, codeOf(refused)]).to.deep.equal([403, 1111]);
    const challenge = `Bearer error="insufficient_user_authentication", max_age=${maxAge}`;
    expect(refused.headers.get('WWW-Authenticate')).to.equal(challenge);
    await ageSession(service, admin, maxAge);
    expect((await admin.api.put(path, { roleIds: [] })).code).not.to.equal(1111);
  });

  it('is required for a new e-mail address of the caller, but not for other fields of the account', async () => {
    const { api } = await aStalePerson('USER');
    const { data } = await api.get<{ email: string }>('/auth/profile');
    const other = { email: `other-${data.email}`, nickName: 'Eve' };
    expect(await api.patch('/auth/profile', other)).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
    const kept = await api.patch<object>('/auth/profile', { email: data.email, nickName: 'Ada' });
    expect(kept.data).to.include({ email: data.email, nickName: 'Ada' });
    const { api: recent } = await aPerson(service, ['USER']);
    expect(await recent.patch('/auth/profile', other)).to.include({ status: 200 });
  });

  it('can be renewed with the password if the account has no second factor', async () => {
    const { api, password } = await aStalePerson('ADMIN');
    const remove = () => api.delete(`/users/${unknownId}/factors`);
    expect(await api.post('/auth/step-up', { password: 'wrong' })).to.include({ status: 400, code: 1005 });
    expect(await remove()).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
    expect(await api.post('/auth/step-up', { password })).to.include({ status: 200, code: 0 });
    expect(await remove()).to.include({ status: 404 });
  });

  it('can be renewed only with a code if the account has a second factor', async () => {
    const { id, api, password } = await aStalePerson('ADMIN');
    await addFactor(service, id);
    expect(await api.post('/auth/step-up', { password })).to.include({
      status: 400,
      code: 1109,
      reason: 'code-required',
    });
    const code = codeAt(service.world.clock.now());
    expect(await api.post('/auth/step-up', { code })).to.include({ status: 200, code: 0 });
    expect(await api.delete(`/users/${unknownId}/factors`)).to.include({ status: 404 });
  });
});
