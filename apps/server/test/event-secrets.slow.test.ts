import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { aContent, createResource, expectSuccess } from './support/builders.ts';
import { administrator, aPerson, signingSecret, startService, unique, type Service } from './support/service.ts';
import { openSession, refreshTokensOf, type Tokens } from './support/sessions.ts';

interface WithSecret {
  readonly webhook: { readonly id: string };
  readonly secret: string;
}

/** Columns with a secret, with the hash of a secret, or with an encrypted secret. */
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['password_hash'],
  sessions: ['refresh_hash', 'previous_hash'],
  preview_links: ['token_hash'],
  webhooks: ['secret', 'previous_secret'],
  factors: ['sealed_secret'],
  recovery_codes: ['code_hash'],
  login_challenges: ['token_hash'],
  passkey_challenges: ['hash'],
};

describe('The log of events and the deliveries', () => {
  const secretsKey = randomBytes(32).toString('base64');
  const canaries: string[] = [administrator.password, signingSecret, secretsKey];
  /** Returns a unique password, which neither the log of events nor a delivery may contain. */
  const aPassword = (): string => {
    const password = unique('canary-');
    canaries.push(password);
    return password;
  };
  const keep = ({ accessToken, refreshToken }: Tokens): void => {
    // The first part of a refresh token is the id of the session, which is not a secret.
    canaries.push(accessToken, ...refreshToken.split('.').slice(1));
  };
  let service: Service;
  let text = '';

  before(async () => {
    service = await startService({ SECRETS_KEY: secretsKey });
    const { api, admin, server } = service;
    const { webhook, secret } = await createResource<WithSecret>(admin, '/webhooks', {
      url: 'https://example.com',
      types: ['*'],
    });
    const rotated = await expectSuccess(admin.post<WithSecret>(`/webhooks/${webhook.id}/rotate-secret`, {}));
    canaries.push(secret, rotated.secret);

    const registered = { username: unique('bob-'), email: `${unique()}@example.com`, password: aPassword() };
    await expectSuccess(api.post('/auth/register', registered));
    const first = await openSession(api, registered);
    const second = await refreshTokensOf(api, first);
    [first, second].forEach(keep);
    for (const login of [registered.username, aPassword()]) {
      expect(await api.post('/auth/login', { username: login, password: aPassword() })).to.include({ status: 401 });
    }
    const newPassword = aPassword();
    const passwords = { currentPassword: registered.password, newPassword };
    await expectSuccess(api.as(second.accessToken).put('/auth/password', passwords));
    await expectSuccess(api.as(second.accessToken).post('/auth/logout', {}));

    const person = await aPerson(service);
    canaries.push(person.password);
    await expectSuccess(admin.put(`/users/${person.id}/password`, { password: aPassword() }));
    await expectSuccess(admin.patch(`/users/${person.id}`, { nickName: 'Bobby' }));
    const { id } = await aContent(admin);
    const link = await createResource<{ readonly token: string }>(admin, `/contents/${id}/preview-links`, {
      expiresIn: '1h',
    });
    canaries.push(link.token);

    for (const [table, columns] of Object.entries(secretColumns)) {
      const { rows } = await server.database.pool.query(`SELECT ${columns.join(', ')} FROM ${table}`);
      for (const row of rows) canaries.push(...columns.map((name) => row[name]).filter((value) => value !== null));
    }
    await admin.get('/events');
    const dump = `SELECT e::text AS line FROM events e UNION ALL SELECT n::text FROM new_events n
      UNION ALL SELECT d::text FROM deliveries d`;
    text = (await server.database.pool.query(dump)).rows.map(({ line }: { line: string }) => line).join('\n');
  });
  after(() => service.stop());

  it('contain the events of the requests that used secrets', () => {
    for (const type of [
      'webhook.secret.rotated',
      'user.password.changed',
      'session.refused',
      'content.previewLink.created',
    ]) {
      expect(text).to.include(type);
    }
  });

  it('contain no password, token, key or webhook secret, and none of their stored forms', () => {
    expect(canaries.length).to.be.above(20);
    const found = canaries.filter((canary) => text.includes(canary));
    expect(found).to.deep.equal([]);
    expect(text).not.to.match(/whsec_|\$argon2|eyJ[\w-]+\.eyJ/);
  });
});
