import { expect } from 'chai';
import { startService, type Service } from './support/service.ts';

describe('§4.13: the limits of OAuth requests', () => {
  let service: Service;
  let key: { readonly apiKey: { readonly id: string }; readonly key: string };
  before(async () => {
    service = await startService({ tokenCalls: 5, keyCalls: 4 });
    const body = { name: 'limited', permissions: ['user.read'] };
    key = (await service.admin.post<typeof key>('/api-keys', body)).data;
  });
  after(() => service.stop());

  async function requestToken(secret: string) {
    const response = await fetch(`${service.api.url}/oauth2/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${key.apiKey.id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const body: unknown = await response.json();
    const { error, access_token: token } = Object(body);
    return { status: response.status, headers: response.headers, error, token };
  }

  it('count the token of a key together with the key, and failed requests for tokens by address', async () => {
    const { token, status } = await requestToken(key.key);
    expect(status).to.equal(200);
    const statuses: number[] = [];
    for (const each of [token, key.key, token, key.key, token])
      statuses.push((await service.api.as(each).get('/users')).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
    for (let attempt = 2; attempt <= 5; attempt += 1)
      expect((await requestToken('wrong')).status, `attempt ${attempt}`).to.equal(401);
    const { headers, error, ...limited } = await requestToken('wrong');
    expect([limited.status, error]).to.deep.equal([429, 'temporarily_unavailable']);
    expect(headers.get('RateLimit-Policy')).to.equal('"oauth-token";q=5;w=60');
    expect(Number(headers.get('Retry-After'))).to.be.within(1, 60);
  });
});
