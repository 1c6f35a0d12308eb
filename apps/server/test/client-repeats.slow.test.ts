import { createClient, PortcullisError, type Client } from '@portcullis/client';
import { expect } from 'chai';
import { administrator, sharedService, unique, type Service } from './support/service.ts';

describe('@portcullis/client, when a response is lost or the service is busy', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  type Step = 'lose the request' | 'lose the response' | 503 | 429 | 'pass';

  /** Returns a client that is logged in, and the keys of the requests that it has sent since then. */
  async function aClient(...steps: Step[]): Promise<{ client: Client; keys: (string | null)[] }> {
    const keys: (string | null)[] = [];
    let isLoggedIn = false;
    const client = createClient({
      baseUrl: service.server.url,
      fetch: async (request) => {
        if (!isLoggedIn) return fetch(request);
        keys.push(request.headers.get('Idempotency-Key'));
        const step = steps.shift() ?? 'pass';
        if (step === 'lose the request') throw new TypeError('Failed to fetch');
        if (typeof step === 'number') return new Response('busy', { status: step, headers: { 'Retry-After': '0' } });
        const response = await fetch(request);
        if (step === 'lose the response') throw new TypeError('Failed to fetch');
        return response;
      },
    });
    await client.login({ username: administrator.username, password: administrator.password });
    isLoggedIn = true;
    return { client, keys };
  }

  const total = async (name: string): Promise<number> => {
    const { data } = await service.admin.get<{ total: number }>(`/tags?search=${name}`);
    return data.total;
  };

  const losses: readonly Step[][] = [
    ['lose the request'],
    ['lose the response'],
    ['lose the response', 'lose the response'],
    [503, 'lose the response'],
    [429],
  ];
  for (const steps of losses) {
    it(`executes a POST once: ${steps.join(', ')}`, async () => {
      const { client, keys } = await aClient(...steps);
      const name = unique('tag-');
      expect((await client.post('/api/tags', { body: { name } })).name).to.equal(name);
      expect(await total(name)).to.equal(1);
      expect(keys).to.have.length(steps.length + 1);
      expect(new Set(keys).size).to.equal(1);
      expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
    });
  }

  it('uses another key for another call, or the key that the caller has chosen', async () => {
    const { client, keys } = await aClient();
    const idempotencyKey = unique('key-');
    const body = { name: unique('tag-') };
    await client.post('/api/tags', { body: { name: unique('tag-') } });
    const first = await client.post('/api/tags', { body, idempotencyKey });
    expect(await client.post('/api/tags', { body, idempotencyKey })).to.deep.equal(first);
    expect(new Set(keys).size).to.equal(2);
    expect(keys.slice(1)).to.deep.equal([idempotencyKey, idempotencyKey]);
  });

  it('gives up after three attempts', async () => {
    const { client, keys } = await aClient('lose the request', 'lose the request', 'lose the request');
    const failed = client.post('/api/tags', { body: { name: unique('tag-') } });
    expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    expect(keys).to.have.length(3);
  });

  it('repeats no other error, and no call that the service may execute twice', async () => {
    const refused = await aClient();
    const error = await refused.client.post('/api/tags', { body: { name: '' } }).catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(PortcullisError).and.to.include({ status: 400 });
    expect(refused.keys).to.have.length(1);
    const lost = await aClient('lose the response');
    const failed = lost.client.post('/api/auth/step-up', { body: { password: administrator.password } });
    expect(await failed.catch((cause: unknown) => cause)).to.be.instanceOf(TypeError);
    expect(lost.keys).to.deep.equal([null]);
  });
});
