import { anActor, anId } from '@portcullis/testing';
import { givenContentPermissions } from '@portcullis/testing/internal/given';
import { isId, type UserId } from '@portcullis/domain/internal/shared/ids';
import { createApiKey } from '@portcullis/application/internal/api-keys/create-api-key';
import { expect } from 'chai';
import { route } from '../src/index.ts';
import { text } from '../src/validation/schema.ts';
import type { Api } from './support/api.ts';
import { startRoutes } from './support/mounted.ts';
import { ageSession } from './support/sessions.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

interface Key {
  readonly id: string;
  readonly owner: { readonly id: string; readonly kind: string };
  readonly name: string;
  readonly permissions: readonly string[];
  readonly hasFactor: boolean;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

interface KeyWithSecret {
  readonly apiKey: Key;
  readonly key: string;
}

interface Page {
  readonly items: readonly Key[];
  readonly total: number;
}

const dayMs = 24 * 3_600_000;

describe('API keys', () => {
  let service: Service;
  before(async () => {
    service = await startService({ keyCalls: 50 });
  });
  after(() => service.stop());

  async function aKeyOf({ api }: { readonly api: Api }, body: object = {}) {
    const { data, status, message } = await api.post<KeyWithSecret>('/api-keys', { name: unique('key'), ...body });
    expect(status, message).to.equal(201);
    return { ...data.apiKey, key: data.key, api: service.api.as(data.key) };
  }

  async function aServiceAccount(roleCodes: readonly string[] = []): Promise<string> {
    const { data: roles } = await service.admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
    const roleIds = roles.items.filter(({ code }) => roleCodes.includes(code)).map(({ id }) => id);
    const username = unique('service-');
    const body = { kind: 'SERVICE', username, email: `${username}@example.com`, roleIds };
    const { data, status, message } = await service.admin.post<{ id: string; kind: string }>('/users', body);
    expect([status, data.kind], message).to.deep.equal([201, 'SERVICE']);
    return data.id;
  }

  const aModerator = (): Promise<Person> => aPerson(service, ['MODERATOR']);

  it('§5.2 rule 2: work with the permissions that the key lists and the owner holds at that time', async () => {
    const moderator = await aModerator();
    const { api } = await aKeyOf(moderator, { permissions: ['user.read', 'menu.create', 'user.read'] });
    expect(await api.get('/users')).to.include({ status: 200 });
    expect(await api.get('/roles')).to.include({ status: 403, reason: 'permission-required' });
    expect(await api.post('/menus', {})).to.include({ status: 403, reason: 'permission-required' });
    expect((await api.get('/auth/permissions')).data).to.deep.equal({ permissions: ['user.read'] });
    await service.admin.patch(`/users/${moderator.id}`, { roleIds: [] });
    expect(await api.get('/users')).to.include({ status: 403, reason: 'permission-required' });
  });

  it('§5.2 rule 1: are refused with 401 if they are wrong, expired, deleted or rotated, or if the owner is disabled', async () => {
    const owner = await aModerator();
    const inAnHour = new Date(service.world.clock.now().getTime() + 3_600_000).toISOString();
    const { id, key, api } = await aKeyOf(owner, { expiresAt: inAnHour });
    const isRefused = async (sent: Api) => {
      const { status, code, reason } = await sent.get('/auth/permissions');
      return status === 401 && code === 1103 && reason === 'token-invalid';
    };
    expect(await isRefused(api)).to.equal(false);
    for (const wrong of [`${key}x`, 'ptc_', 'ptc_unknown'])
      expect(await isRefused(service.api.as(wrong))).to.equal(true);
    await service.admin.patch(`/users/${owner.id}`, { status: 0 });
    expect(await isRefused(api)).to.equal(true);
    await service.admin.patch(`/users/${owner.id}`, { status: 1 });
    expect(await isRefused(api)).to.equal(false);
    service.world.clock.advance(3_600_000);
    expect(await isRefused(api)).to.equal(true);
    service.world.clock.advance(-3_600_000);
    const { data: rotated } = await service.admin.delete(`/api-keys/${id}`);
    expect([rotated, await isRefused(api)]).to.deep.equal([null, true]);
  });

  it('stop working when they are rotated, and the new text works', async () => {
    const owner = await aModerator();
    const { id, api } = await aKeyOf(owner);
    const { data } = await owner.api.post<KeyWithSecret>(`/api-keys/${id}/rotate`, {});
    expect(data.apiKey.id).to.equal(id);
    expect((await api.get('/auth/permissions')).status).to.equal(401);
    expect((await service.api.as(data.key).get('/auth/permissions')).status).to.equal(200);
  });

  it('work only from allowed addresses', async () => {
    const owner = await aModerator();
    const local = await aKeyOf(owner, { allowedAddresses: ['127.0.0.0/8', '::1'] });
    const remote = await aKeyOf(owner, { allowedAddresses: ['192.0.2.0/24'] });
    expect((await local.api.get('/auth/permissions')).status).to.equal(200);
    expect(await remote.api.get('/auth/permissions')).to.include({ status: 401, code: 1103 });
    const unknown = await owner.api.post('/api-keys', { name: 'x', permissions: ['user.read', 'no.such'] });
    expect(unknown.errors).to.deep.equal([{ field: 'permissions[1]', message: 'No permission has this code.' }]);
    const wrong = await owner.api.post('/api-keys', { name: 'x', allowedAddresses: ['192.0.2.1/24', '::1', 'host'] });
    expect(wrong).to.include({ status: 400, code: 1005, reason: 'api-key-unacceptable' });
    expect(wrong.errors).to.have.length(2);
  });

  it('§5.2 rule 4: that are read-only can only read', async () => {
    const { api } = await aKeyOf({ api: service.admin }, { permissions: ['menu.read', 'menu.create'], readOnly: true });
    expect(await api.get('/menus')).to.include({ status: 200 });
    expect(await api.post('/menus', {})).to.include({ status: 403, code: 1003, reason: 'api-key-read-only' });
  });

  it('see drafts with content.read-drafts, and write contents without a role', async () => {
    const code = unique('WRITERS_').toUpperCase();
    const { data: role } = await service.admin.post<{ id: string }>('/roles', { code, name: code });
    const permissionIds = Object.values(await givenContentPermissions(service.world));
    await service.admin.post(`/roles/${role.id}/permissions`, { permissionIds });
    const writer = await aPerson(service, [code]);
    const { api } = await aKeyOf(writer, { permissions: ['content.create', 'content.read-drafts'] });
    const reader = await aKeyOf(writer, { permissions: ['content.create'] });
    const { data, status } = await api.post<{ id: string; authorId: string }>('/contents', { title: 'By a key' });
    expect([status, data.authorId]).to.deep.equal([201, writer.id]);
    expect((await api.get(`/contents/${data.id}`)).status).to.equal(200);
    expect((await reader.api.get(`/contents/${data.id}`)).status).to.equal(404);
    expect(await api.delete(`/contents/${data.id}`)).to.include({ status: 403, reason: 'role-required' });
  });

  it('are named in events, with their owner', async () => {
    const { id, name, api } = await aKeyOf({ api: service.admin }, { permissions: ['menu.create'] });
    const body = { routeName: unique('menu'), routePath: '/x', menuType: 2 };
    const { data: menu } = await api.post<{ id: string }>('/menus', body);
    const { data } = await service.admin.get<{ items: readonly { actor: object }[] }>(`/events?subjectId=${menu.id}`);
    expect(data.items[0]?.actor).to.deep.include({ type: 'apiKey', name: 'admin', apiKey: { id, name } });
    const events = await service.admin.get<{ items: readonly { type: string }[] }>(`/events?subjectId=${id}`);
    expect(events.data.items.map(({ type }) => type)).to.deep.equal(['apiKey.created']);
    expect(JSON.stringify(events.data)).not.to.match(/secret|ptc_/i);
  });

  it('have their own responses for an Idempotency-Key', async () => {
    const keys = await Promise.all(
      ['one', 'two'].map(() => aKeyOf({ api: service.admin }, { permissions: ['menu.create'] })),
    );
    const created = async (api: Api) => {
      const body = { routeName: 'repeated', routePath: '/x', menuType: 2 };
      return (await api.post<{ id: string }>('/menus', body, { 'Idempotency-Key': 'same' })).data.id;
    };
    const [one, two] = await Promise.all(keys.map(({ api }) => created(api)));
    expect(one).not.to.equal(two);
    expect(await Promise.all(keys.map(({ api }) => created(api)))).to.deep.equal([one, two]);
  });

  it('store the time of the last use to the minute', async () => {
    const owner = await aModerator();
    const { id, api } = await aKeyOf(owner);
    service.world.clock.advance(90_400);
    await api.get('/auth/permissions');
    await api.get('/auth/permissions');
    const { data } = await owner.api.get<Key>(`/api-keys/${id}`);
    expect(data.lastUsedAt).to.equal('2026-01-01T00:01:00.000Z');
  });

  it('§5.2 rule 6: are refused by a sensitive operation that needs a recent authentication', async () => {
    const { key } = await aKeyOf({ api: service.admin }, { permissions: ['user.read'] });
    const sensitive = route({
      method: 'GET',
      path: '/sensitive',
      operation: 'sensitive',
      summary: 'Do something sensitive',
      access: 'authorized',
      allPermissions: ['user.read'],
      stepUp: true,
      data: text,
      handle: async () => 'done',
    });
    for (const [stepUpMaxAge, status] of [
      [0, 200],
      [900, 403],
    ] as const) {
      const { api, stop } = await startRoutes([sensitive], { authenticator: service.authenticator, stepUpMaxAge });
      const response = await fetch(`${api.url}/api/sensitive`, { headers: { Authorization: `Bearer ${key}` } });
      await stop();
      expect(response.status).to.equal(status);
    }
  });

  it('§5.2 rule 7: have a limit of their own', async () => {
    const owner = await aModerator();
    const [one, other] = [await aKeyOf(owner), await aKeyOf(owner)];
    for (let count = 0; count < 50; count += 1) await one.api.get('/auth/permissions');
    const refused = await one.api.get('/auth/permissions');
    expect(refused).to.include({ status: 429, code: 1029 });
    expect(refused.headers.get('RateLimit-Policy')).to.equal('"api-key";q=50;w=60');
    expect((await other.api.get('/auth/permissions')).status).to.equal(200);
  });

  it('need a recent authentication of the session that creates, changes or rotates them', async () => {
    const owner = await aModerator();
    const { id } = await aKeyOf(owner);
    await ageSession(service, owner, 901);
    const calls = [
      owner.api.post('/api-keys', { name: 'x' }),
      owner.api.patch(`/api-keys/${id}`, { name: 'x' }),
      owner.api.post(`/api-keys/${id}/rotate`, {}),
    ];
    for (const call of calls) expect(await call).to.include({ status: 403, code: 1111 });
    expect((await owner.api.delete(`/api-keys/${id}`)).status).to.equal(200);
  });

  it('expire after 90 days by default, and after 365 days at most', async () => {
    const owner = await aModerator();
    const now = service.world.clock.now().getTime();
    const { expiresAt } = await aKeyOf(owner);
    expect(Date.parse(expiresAt) - now).to.equal(90 * dayMs);
    const inDays = (days: number) => ({ name: 'x', expiresAt: new Date(now + days * dayMs).toISOString() });
    expect((await owner.api.post('/api-keys', inDays(365))).status).to.equal(201);
    for (const days of [366, 0]) {
      expect(await owner.api.post('/api-keys', inDays(days))).to.include({ reason: 'api-key-unacceptable' });
    }
  });

  it('are managed by their owner; an administrator can read and delete them, but not change them', async () => {
    const [owner, other] = [await aModerator(), await aModerator()];
    const { id } = await aKeyOf(owner, { permissions: ['user.read'] });
    const { data } = await owner.api.patch<Key>(`/api-keys/${id}`, { permissions: ['role.read'] });
    expect(data.permissions).to.deep.equal(['role.read']);
    for (const call of [other.api.get, other.api.delete]) {
      expect(await call(`/api-keys/${id}`)).to.include({ status: 404, reason: 'api-key-not-found' });
    }
    expect(await other.api.patch(`/api-keys/${id}`, {})).to.include({ status: 404 });
    expect(await other.api.get(`/api-keys?ownerId=${owner.id}`)).to.include({ status: 403, reason: 'role-required' });
    expect(await other.api.get('/api-keys?ownerKind=PERSON')).to.include({ status: 403, reason: 'role-required' });
    expect((await other.api.get<Page>('/api-keys')).data.total).to.equal(0);
    expect((await owner.api.get<Page>('/api-keys')).data.items.map((key) => key.id)).to.deep.equal([id]);
    const shown = await service.admin.get<Page>(`/api-keys?ownerId=${owner.id}`);
    expect(shown.data.items.map((key) => key.id)).to.deep.equal([id]);
    const { admin } = service;
    expect((await admin.get(`/api-keys/${id}`)).status).to.equal(200);
    expect(await admin.post(`/api-keys/${id}/rotate`, {})).to.include({ reason: 'api-key-of-another-person' });
    expect((await admin.delete(`/api-keys/${id}`)).status).to.equal(200);
  });

  it('of a service account are created by an administrator, and have its rights', async () => {
    const { admin } = service;
    const ownerId = await aServiceAccount(['MODERATOR']);
    const permissions = ['user.read', 'menu.delete'];
    const { id, name, owner, api } = await aKeyOf({ api: admin }, { ownerId, permissions });
    expect(owner).to.deep.include({ id: ownerId, kind: 'SERVICE' });
    expect((await api.get('/auth/permissions')).data).to.deep.equal({ permissions: ['user.read'] });
    const listed = await admin.get<Page>('/api-keys?ownerKind=SERVICE&pageSize=100');
    expect(listed.data.items.map((key) => key.id)).to.include(id);
    const found = await admin.get<{ items: readonly { id: string }[] }>('/permissions?search=user.read');
    const path = `/permissions/${found.data.items[0]?.id}/holders`;
    const holders = await admin.get<{ items: readonly { id: string; apiKeys: readonly object[] }[] }>(path);
    const account = holders.data.items.find((holder) => holder.id === ownerId);
    expect(account?.apiKeys).to.deep.equal([{ id, name }]);
    expect((await admin.patch<Key>(`/api-keys/${id}`, { name: 'new' })).data.name).to.equal('new');
    expect((await admin.post(`/api-keys/${id}/rotate`, {})).status).to.equal(200);
    const moderator = await aModerator();
    const refused = await moderator.api.post('/api-keys', { name: 'x', ownerId });
    expect(refused).to.include({ status: 403, reason: 'role-required' });
    for (const wrong of [moderator.id, anId()]) {
      const { reason, errors } = await admin.post('/api-keys', { name: 'x', ownerId: wrong });
      expect([reason, errors]).to.deep.equal([
        'api-key-unacceptable',
        [{ field: 'ownerId', message: 'Must be the id of a service account.' }],
      ]);
    }
  });

  it('§5.2 rule 5: have a factor only if the session has one, and never if a service account owns them', async () => {
    const { world } = service;
    const person = await aModerator();
    const serviceId = await aServiceAccount();
    const actor = async (id: UserId, hasFactor: boolean) => {
      const [session] = (await world.sessions.list({ userId: id, page: 1, pageSize: 1 })).items;
      await world.run(async (tx) => {
        const stored = session && (await tx.sessions.lockLive(session.id, world.clock.now()));
        if (stored !== undefined) await tx.sessions.save({ ...stored, hasFactor });
      });
      return anActor({ id, sessionId: session?.id ?? null });
    };
    if (!isId<'User'>(person.id) || !isId<'User'>(serviceId)) throw new Error('These are ids.');
    const create = createApiKey(world);
    const [without, withFactor, ofService] = [
      await create({ actor: await actor(person.id, false), name: 'without' }),
      await create({ actor: await actor(person.id, true), name: 'with' }),
      await create({ actor: await actor(person.id, true), ownerId: serviceId, name: 'of a service' }),
    ];
    expect([without, withFactor, ofService].map(({ apiKey }) => apiKey.hasFactor)).to.deep.equal([false, true, false]);
    await actor(person.id, false);
    const path = `/api-keys/${withFactor.apiKey.id}`;
    expect((await person.api.patch<Key>(path, { name: 'renamed' })).data.hasFactor).to.equal(true);
    expect((await person.api.patch<Key>(path, { permissions: [] })).data.hasFactor).to.equal(false);
  });
});

describe('§4.11: service accounts', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const account = () => {
    const username = unique('service-');
    return { kind: 'SERVICE', username, email: `${username}@example.com` };
  };

  it('have no password and no invitation, and cannot get any', async () => {
    const { admin } = service;
    for (const wrong of [{ password: 'a long password' }, { invite: true }]) {
      expect(await admin.post('/users', { ...account(), ...wrong })).to.include({ status: 400, code: 1005 });
    }
    const { data } = await admin.post<{ id: string; kind: string }>('/users', account());
    expect(data.kind).to.equal('SERVICE');
    const calls = [
      admin.put(`/users/${data.id}/password`, { password: 'a long password' }),
      admin.post(`/users/${data.id}/password-reset`, {}),
    ];
    for (const call of calls) expect(await call).to.include({ status: 409, reason: 'service-account' });
    expect(await admin.post(`/users/${data.id}/invitation`, {})).to.include({ status: 409, code: 1118 });
    const listed = await admin.get<{ items: readonly { id: string; kind: string }[] }>('/users?kind=SERVICE');
    expect(listed.data.items.map(({ id }) => id)).to.deep.equal([data.id]);
  });

  it('cannot log in', async () => {
    const draft = account();
    await service.admin.post('/users', draft);
    const refused = await service.api.post('/auth/login', { username: draft.username, password: '' });
    expect(refused).to.include({ status: 401, code: 1101 });
  });
});
