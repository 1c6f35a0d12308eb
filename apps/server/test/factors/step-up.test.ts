import { expect } from 'chai';
import type { Api } from '../support/api.ts';
import { created, succeeds } from '../support/builders.ts';
import { aPerson, startService, unique, type Service } from '../support/service.ts';
import { openSession, refreshed, sessionOf, type Tokens } from '../support/sessions.ts';

describe('§5: STEP_UP_MAX_AGE', () => {
  let service: Service;
  before(async () => {
    service = await startService({ STEP_UP_MAX_AGE: '900' });
  });
  after(() => service.stop());

  /** Changes a session as if its login had been `seconds` earlier. */
  const letAge = (tokens: Tokens, seconds: number) =>
    service.server.database.pool.query(
      'UPDATE sessions SET created_at = created_at - make_interval(secs => $2) WHERE id = $1',
      [sessionOf(tokens), seconds],
    );
  const createUser = (api: Api) => {
    const username = unique('user-');
    return api.post('/users', { username, email: `${username}@example.com`, password: unique('password-') });
  };

  it('refuses sensitive operations of an old session until it steps up, whatever its tokens', async () => {
    const person = await aPerson(service, ['ADMIN']);
    const tokens = await openSession(service.api, person);
    const api = service.api.as(tokens.accessToken);
    expect((await createUser(api)).status).to.equal(201);
    await letAge(tokens, 1000);
    expect(await createUser(api)).to.include({ status: 403, code: 1111, reason: 'step-up-required' });
    const renewed = service.api.as((await refreshed(service.api, tokens)).accessToken);
    expect(await createUser(renewed)).to.include({ status: 403, code: 1111 });
    expect((await renewed.get('/users')).status).to.equal(200);
    await created(renewed, '/tags', { name: unique(), slug: unique('slug-') });
    await succeeds(api.post('/auth/step-up', { password: person.password }));
    expect((await createUser(renewed)).status).to.equal(201);
  });
});
