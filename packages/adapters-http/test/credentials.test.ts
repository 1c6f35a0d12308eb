import { aPermission, aRole } from '@portcullis/testing/internal/builders';
import { given, givenContentPermissions } from '@portcullis/testing/internal/given';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

/** Codes by the operation of this service that asks for them, if there is one. */
const codes: Readonly<Record<string, { readonly isRead: boolean; readonly operation?: string }>> = {
  'menu.read': { isRead: true, operation: 'listMenus' },
  'menu.create': { isRead: false, operation: 'createMenu' },
  'content.read-drafts': { isRead: true, operation: 'getWorkingCopy' },
  'content.create': { isRead: false, operation: 'createContent' },
  'invoice.read': { isRead: true },
  'invoice.approve': { isRead: false },
};

interface Credential {
  readonly body: object;
  /** Whether the key can be used at all. */
  readonly isUsable: boolean;
  readonly readOnly?: true;
  readonly lists?: readonly string[];
}

const all = Object.keys(codes);
const reading = ['menu.read', 'content.create'];
const credentials: Readonly<Record<string, Credential>> = {
  'an ordinary key': { body: {}, isUsable: true },
  'a read-only key': { body: { readOnly: true }, isUsable: true, readOnly: true },
  'a key that lists few codes': { body: { permissions: reading }, isUsable: true, lists: reading },
  'a read-only key that lists few codes': {
    body: { permissions: reading, readOnly: true },
    isUsable: true,
    readOnly: true,
    lists: reading,
  },
  'a key for this address': { body: { allowedAddresses: ['127.0.0.1', '::1'] }, isUsable: true },
  'a key for other addresses': { body: { allowedAddresses: ['198.51.100.0/24'] }, isUsable: false },
  'an expired key': { body: { expiresAt: '2026-01-01T00:30:00.000Z' }, isUsable: false },
};

const address = '127.0.0.1';

describe('The restrictions of a credential', () => {
  let service: Service;
  let owner: Person;
  let decider: Api;
  before(async () => {
    service = await startService({ stepUpMaxAge: 0 });
    const role = aRole();
    const further = ['invoice.read', 'invoice.approve', 'access.evaluate', 'token.introspect'].map((code) =>
      aPermission({ code, resource: code.split('.')[0] ?? '', action: code.split('.')[1] ?? '' }),
    );
    await given(service.world, { roles: [role], permissions: further });
    const contents = await givenContentPermissions(service.world);
    const stored = await service.world.permissions.all();
    const menus = stored.filter(({ code }) => code.startsWith('menu.'));
    const permissionIds = [...Object.values(contents), ...further.map(({ id }) => id), ...menus.map(({ id }) => id)];
    await service.admin.post(`/roles/${role.id}/permissions`, { permissionIds });
    owner = await aPerson(service, [role.code]);
    decider = service.api.as((await aKey({ permissions: ['access.evaluate', 'token.introspect'] })).key);
  });
  after(() => service.stop());

  async function aKey(body: object) {
    const created = await owner.api.post<{ readonly key: string; readonly apiKey: { readonly id: string } }>(
      '/api-keys',
      { name: unique('key'), permissions: all, ...body },
    );
    expect(created.status, JSON.stringify(created.errors)).to.equal(201);
    return { key: created.data.key, id: created.data.apiKey.id };
  }

  const sendForm = async (path: string, authorization: string, form: Readonly<Record<string, string>>) => {
    const headers = { Authorization: authorization };
    const response = await fetch(`${service.api.url}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });
    const body: unknown = await response.json();
    return Object(body);
  };

  /** The access token for a key. It can be requested only where the key can be used. */
  async function tokenOf({ id, key }: { readonly id: string; readonly key: string }): Promise<string | undefined> {
    const basic = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    return (await sendForm('/oauth2/token', basic, { grant_type: 'client_credentials' })).access_token;
  }

  const decide = async (id: string, type: string, action: string, resource: string): Promise<boolean> => {
    const subject = { type: 'apiKey', id, properties: { ip_address: address } };
    const response = await fetch(`${service.api.url}/access/v1/evaluation`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${decider.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ subject, action: { name: action }, resource: { type, id: resource } }),
    });
    const body: unknown = await response.json();
    return Object(body).decision;
  };

  for (const [name, { body, isUsable, readOnly = false, lists = all }] of Object.entries(credentials)) {
    it(`are those of ${name} in every interface`, async () => {
      const created = await aKey(body);
      const now = service.world.clock.now();
      if (name === 'an expired key') service.world.clock.set(new Date('2026-01-01T00:31:00.000Z'));
      const presented = [created.key, await tokenOf(created)].filter((each) => each !== undefined);
      expect(presented.length).to.equal(isUsable ? 2 : 1);
      for (const token of presented) {
        const api = service.api.as(token);
        const passes = async (...sent: Parameters<Api['send']>) =>
          ![401, 403].includes((await api.send(...sent)).status);
        const said = await sendForm('/oauth2/introspect', `Bearer ${decider.token}`, { token });
        expect(said.active, name).to.equal(isUsable);
        expect(said.read_only, name).to.equal(readOnly ? true : undefined);
        const operations = await api.get<readonly { readonly id: string }[]>('/auth/operations');
        const mine = await api.get<{ readonly permissions: readonly string[] }>('/auth/permissions');
        for (const [code, { isRead, operation }] of Object.entries(codes)) {
          const note = `${name}, ${code}`;
          const isHeld = isUsable && lists.includes(code);
          const isAllowed = isHeld && (isRead || !readOnly);
          const forward = `/access/forward?permission=${code}`;
          expect(await passes('GET', forward, undefined, { 'X-Forwarded-Method': 'GET' }), note).to.equal(isHeld);
          expect(await passes('GET', forward, undefined, { 'X-Forwarded-Method': 'POST' }), note).to.equal(
            isHeld && !readOnly,
          );
          expect(await passes('GET', forward), note).to.equal(isHeld && !readOnly);
          const [resource = '', action = ''] = code.split('.');
          expect(await decide(created.id, resource, action, 'x'), `${note}, action`).to.equal(isAllowed);
          expect(await decide(created.id, 'permission', 'hold', code), `${note}, hold`).to.equal(isAllowed);
          const filter = await api.post<{ readonly filter: boolean }>('/access/filter', { permission: code });
          expect(filter.status === 200 && filter.data.filter, `${note}, filter`).to.equal(isAllowed);
          const listed = isUsable ? mine.data.permissions : [];
          expect(listed.includes(code), `${note}, own permissions`).to.equal(isAllowed);
          const scope = `${said.scope ?? ''}`.split(' ');
          expect(scope.includes(code), `${note}, scope`).to.equal(isAllowed && !readOnly);
          if (operation === undefined) continue;
          expect(await decide(created.id, 'operation', 'call', operation), `${note}, call`).to.equal(isAllowed);
          const ids = isUsable ? operations.data.map(({ id }) => id) : [];
          expect(ids.includes(operation), `${note}, operations`).to.equal(isAllowed);
        }
        const may = (code: string) => isUsable && lists.includes(code) && (!readOnly || code === 'menu.read');
        expect(await passes('GET', '/menus'), name).to.equal(may('menu.read'));
        expect(await passes('POST', '/menus', {}), name).to.equal(may('menu.create'));
        expect(await passes('POST', '/contents', {}), name).to.equal(may('content.create'));
      }
      service.world.clock.set(now);
    });
  }
});
