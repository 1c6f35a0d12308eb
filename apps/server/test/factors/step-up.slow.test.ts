import { createClient, tokensInMemory, type Client } from '@portcullis/client';
import { expect } from 'chai';
import { setTimeout } from 'node:timers/promises';
import type { Api } from '../support/api.ts';
import { createResource, expectSuccess } from '../support/builders.ts';
import { aPerson, startService, unique, type Service } from '../support/service.ts';
import { openSession, refreshTokensOf, sessionOf, type Tokens } from '../support/sessions.ts';

/** Makes a session look older: its stored login time moves into the past by this number of seconds. */
const letAge = ({ server }: Service, tokens: Tokens, seconds: number) =>
  server.database.pool.query('UPDATE sessions SET created_at = created_at - make_interval(secs => $2) WHERE id = $1', [
    sessionOf(tokens),
    seconds,
  ]);

describe('§5: STEP_UP_MAX_AGE', () => {
  let service: Service;
  before(async () => {
    service = await startService({ STEP_UP_MAX_AGE: '900' });
  });
  after(() => service.stop());

  const createUser = (api: Api) => {
    const username = unique('user-');
    return api.post('/users', { username, email: `${username}@example.com`, password: unique('password-') });
  };

  it('refuses sensitive operations in an old session until a step-up, even with new tokens', async () => {
    const person = await aPerson(service, ['ADMIN']);
    const tokens = await openSession(service.api, person);
    const api = service.api.as(tokens.accessToken);
    expect((await createUser(api)).status).to.equal(201);
    await letAge(service, tokens, 1000);
    expect(await createUser(api)).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
    const renewed = service.api.as((await refreshTokensOf(service.api, tokens)).accessToken);
    expect(await createUser(renewed)).to.include({ status: 403, code: 1111 });
    expect((await renewed.get('/users')).status).to.equal(200);
    await createResource(renewed, '/tags', { name: unique(), slug: unique('slug-') });
    await expectSuccess(api.post('/auth/step-up', { password: person.password }));
    expect((await createUser(renewed)).status).to.equal(201);
  });

  it('makes the client ask only once for calls that are refused together, and repeat these calls', async () => {
    const person = await aPerson(service, ['ADMIN']);
    const [tokens, opened] = [tokensInMemory(), await openSession(service.api, person)];
    await tokens.write(opened);
    await letAge(service, opened, 1000);
    let questions = 0;
    const refusals: number[] = [];
    const refused = async (count: number): Promise<void> => {
      while (refusals.length < count) await setTimeout(5);
    };
    const client: Client = createClient({
      baseUrl: service.server.url,
      tokens,
      fetch: async (request) => {
        const response = await fetch(request);
        if (response.status === 403) refusals.push(response.status);
        return response;
      },
      onStepUpRequired: async () => {
        questions += 1;
        if (questions === 1) return false;
        // The first refusal is that of the call 'one'. After the third, both concurrent calls have been refused.
        await refused(3);
        await client.post('/api/auth/step-up', { body: { password: person.password } });
        return true;
      },
    });
    const change = (nickName: string) =>
      client.patch('/api/users/{id}', { params: { path: { id: person.id } }, body: { nickName } });
    const first: unknown = await change('one').catch((error: unknown) => error);
    expect(first).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
    expect((await Promise.all([change('two'), change('two')])).map(({ nickName }) => nickName)).to.deep.equal([
      'two',
      'two',
    ]);
    expect(questions).to.equal(2);
  });
});

describe('§5: without STEP_UP_MAX_AGE', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('the owner of an old session needs the password or a step-up for another e-mail address and a factor', async () => {
    const person = await aPerson(service, ['USER']);
    const tokens = await openSession(service.api, person);
    const api = service.api.as(tokens.accessToken);
    await letAge(service, tokens, 1000);
    const change = (body: object = {}) => api.patch('/auth/profile', { email: `${unique()}@example.org`, ...body });
    const enrol = () => api.post('/auth/factors/totp', {});
    expect(await change()).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
    expect(await enrol()).to.include({ status: 403, code: 1111 });
    const wrong = await change({ currentPassword: 'wrong' });
    expect(wrong).to.include({ status: 400, code: 1005, reason: 'wrong-current-password' });
    expect((await change({ currentPassword: person.password })).status).to.equal(200);
    expect((await enrol()).status).to.equal(201);
  });
});
