import { createClient, tokensInMemory } from '@portcullis/client';
import { expect } from 'chai';

const first = { accessToken: 'first', refreshToken: 'refresh' };
const renewed = { accessToken: 'renewed', refreshToken: 'refresh 2' };

const data = (value: unknown): Response => Response.json({ code: 0, message: 'Success', data: value });
const refusal = (code: number): Response => Response.json({ code, message: '', errors: null }, { status: 401 });

const forbidden = (): Response =>
  Response.json({ code: 1003, reason: 'permission-required', message: '', errors: null }, { status: 403 });

/** Waits until the client has handled all responses that have arrived. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/** Creates a client of a service. After `hold`, the service lists operations only when a function of `waiting` is called. */
function aClient() {
  const service = {
    operations: ['updateUser'],
    accepts: first.accessToken,
    messages: [] as readonly string[],
    isBroken: false,
  };
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const tokens = tokensInMemory();
  void tokens.write(first);
  const client = createClient({
    baseUrl: 'http://service.test',
    tokens,
    fetch: async ({ url, headers }) => {
      const { pathname } = new URL(url);
      sent.push(pathname);
      if (pathname === '/api/auth/refresh') {
        service.accepts = renewed.accessToken;
        return data({ token: renewed });
      }
      if (headers.get('Authorization') !== `Bearer ${service.accepts}`) return refusal(1102);
      if (pathname === '/api/me/stream') {
        return new Response(service.messages.map((type, id) => `event: ${type}\nid: ${id}\ndata: {}\n\n`).join(''));
      }
      if (pathname === '/api/users') return forbidden();
      if (pathname !== '/api/auth/operations') return data(null);
      if (service.isBroken) return new Response(null, { status: 500 });
      const listed = service.operations.map((id) => ({ id, when: 'always' }));
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return data(listed);
    },
  });
  const loads = (): number => sent.filter((path) => path === '/api/auth/operations').length;
  const hold = (): void => {
    isHeld = true;
  };
  return { client, service, loads, hold, waiting };
}

describe('The operations of the client', () => {
  it('are unknown before they are loaded, and after the logout', async () => {
    const { client } = aClient();
    expect(client.can('updateUser')).to.equal(false);
    await client.loadOperations();
    expect(client.can('updateUser')).to.equal(true);
    expect(client.can('deleteUser')).to.equal(false);
    await client.logout();
    expect(client.can('updateUser')).to.equal(false);
  });

  it('have the names of the API document', () => {
    const { client } = aClient();
    // @ts-expect-error: a misspelt operation does not compile
    expect(client.can('updateUsers')).to.equal(false);
  });

  for (const type of ['access.changed', 'reset']) {
    it(`are loaded again after ${type}, and listeners are called after a change`, async () => {
      const { client, service, loads } = aClient();
      let changes = 0;
      const removeListener = client.onOperationsChange(() => (changes += 1));
      await client.loadOperations();
      const listen = async (): Promise<void> => {
        service.messages = [type];
        for await (const _ of client.stream()) break;
        await settled();
      };
      service.operations = ['deleteUser'];
      await listen();
      expect(client.can('updateUser')).to.equal(false);
      expect(client.can('deleteUser')).to.equal(true);
      await listen();
      expect([changes, loads()]).to.deep.equal([2, 3]);
      removeListener();
      service.operations = [];
      await listen();
      expect(client.can('deleteUser')).to.equal(false);
      expect(changes).to.equal(2);
    });
  }

  it('are not loaded by messages of other types, or before the first load', async () => {
    const { client, service, loads } = aClient();
    service.messages = ['access.changed'];
    for await (const _ of client.stream()) break;
    await client.loadOperations();
    service.messages = ['profile.changed'];
    for await (const _ of client.stream()) break;
    await settled();
    expect(loads()).to.equal(1);
  });

  it('are loaded again after the tokens were renewed, once for all waiting calls', async () => {
    const { client, service, loads } = aClient();
    await client.loadOperations();
    service.accepts = 'another token';
    service.operations = ['deleteUser'];
    await Promise.all([client.get('/api/auth/profile'), client.get('/api/auth/profile')]);
    await settled();
    expect(client.can('deleteUser')).to.equal(true);
    expect(loads()).to.equal(2);
  });

  it('are loaded again after the service has refused a call because a right is missing', async () => {
    const { client, service, loads } = aClient();
    await client.loadOperations();
    service.operations = [];
    await client.get('/api/users').catch(() => undefined);
    await settled();
    expect([client.can('updateUser'), loads()]).to.deep.equal([false, 2]);
  });

  it('remain known if they cannot be loaded again', async () => {
    const { client, service, loads } = aClient();
    await client.loadOperations();
    service.isBroken = true;
    service.messages = ['access.changed'];
    for await (const _ of client.stream()) break;
    await settled();
    expect([client.can('updateUser'), loads()]).to.deep.equal([true, 2]);
  });

  it('are those of the last call, even if an earlier call is answered later', async () => {
    const { client, service, hold, waiting } = aClient();
    hold();
    const earlier = client.loadOperations();
    await settled();
    service.operations = ['deleteUser'];
    const later = client.loadOperations();
    await settled();
    waiting[1]?.();
    await later;
    waiting[0]?.();
    await earlier;
    expect(client.can('updateUser')).to.equal(false);
    expect(client.can('deleteUser')).to.equal(true);
  });
});
