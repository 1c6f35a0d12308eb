import { expect } from 'chai';
import type { Route } from '../../src/index.ts';
import type { Api, ApiResponse } from '../support/api.ts';
import { aPerson, startService, unique, type Service } from '../support/service.ts';
import { upload } from '../support/uploads.ts';

type Body = Readonly<Record<string, unknown>>;

interface Stored {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: string;
}

/** Functions that return a body for creating a resource, by the path of the collection. */
const newBodies: Readonly<Record<string, () => Body>> = {
  '/users': () => ({ username: unique('user-'), email: `${unique()}@example.com`, password: unique('password-') }),
  '/roles': () => ({ code: unique('R').toUpperCase(), name: unique() }),
  '/permissions': () => ({ code: unique(), name: unique(), resource: 'x', action: 'y' }),
  '/menus': () => ({ routeName: unique(), routePath: '/x', menuType: 2 }),
  '/contents': () => ({ title: unique() }),
  '/categories': () => ({ name: unique() }),
  '/tags': () => ({ name: unique() }),
};

/** Functions that create a resource, by the path of the collection. */
const creations: Readonly<Record<string, (api: Api) => Promise<ApiResponse<Stored>>>> = {
  ...Object.fromEntries(
    Object.entries(newBodies).map(([path, body]) => [path, (api: Api) => api.post<Stored>(path, body())]),
  ),
  '/media': (api) => upload<Stored>(api, `picture 800x600 ${unique()}`),
};

/** Functions that return a body for changing a resource of which there is one, by its path. */
const replacements: Readonly<Record<string, () => Body>> = {
  '/user-attributes': () => ({
    attributes: [{ name: unique('a'), label: 'x', type: 'string', readableBy: 'admin', writableBy: 'admin' }],
  }),
  '/access/routes': () => ({
    routes: [{ methods: ['GET'], path: `/${unique()}`, audience: 'x', authenticated: true }],
  }),
};

/** Bodies of routes that need more than an empty object, by operation. */
const bodies: Readonly<Record<string, Body>> = {
  setUserRoles: { roleIds: [] },
  setRoleGrants: { grants: [] },
  setUserPassword: { password: 'a long enough password' },
  setRolePermissions: { permissionIds: [] },
  setPermissionGrants: { grants: [] },
  setRoleMenus: { menuIds: [] },
  moveMenu: { parentId: null },
  scheduleContent: { publishAt: '2999-01-01T00:00:00Z' },
};

const collectionOf = ({ path }: Route): string => `/${path.split('/')[1]}`;

describe('§2.9: versions over HTTP', () => {
  let service: Service;
  before(async () => {
    service = await startService({ setUserRolesCalls: 1000 });
  });
  after(() => service.stop());

  async function created(collection: string): Promise<ApiResponse<Stored>> {
    const response = await (creations[collection] ?? expect.fail(collection))(service.admin);
    expect(response.status, response.message).to.equal(201);
    return response;
  }

  /**
   * Creates a resource. Returns the resource, and a function that calls this route for the resource with an `If-Match`
   * header.
   */
  async function target(route: Route) {
    if (route.operation === 'updateProfile') {
      const { id, api } = await aPerson(service);
      const { data } = await service.admin.get<Stored>(`/users/${id}`);
      return { stored: data, send: (ifMatch: string) => api.patch('/auth/profile', {}, { 'If-Match': ifMatch }) };
    }
    const replacement = replacements[route.path];
    if (replacement !== undefined) {
      const { data } = await service.admin.put<Stored>(route.path, replacement());
      return {
        stored: data,
        send: (ifMatch: string) => service.admin.put(route.path, replacement(), { 'If-Match': ifMatch }),
      };
    }
    const { data } = await created(collectionOf(route));
    const path = route.path.replace(':version', '1').replace(/:\w+/, data.id);
    // A working copy has a version of its own, which is the ETag of its routes.
    const copy = path.includes('/draft')
      ? await service.admin.put<Stored>(`/contents/${data.id}/draft`, {})
      : undefined;
    if (['recoverContent', 'purgeContent'].includes(route.operation))
      await service.admin.delete(`/contents/${data.id}`);
    const body = bodies[route.operation] ?? {};
    const send = (ifMatch: string) => service.admin.send(route.method, path, body, { 'If-Match': ifMatch });
    const stored = copy !== undefined && route.operation !== 'publishWorkingCopy' ? copy.data : data;
    return { stored, send };
  }

  const conditional = () => service.routes.filter(({ isConditional }) => isConditional);

  it('are checked by every write to a resource, except for sessions, factors, identities and links', () => {
    const paths = Object.keys(creations);
    const writes = service.routes.filter(
      (route) => route.method !== 'GET' && paths.includes(collectionOf(route)) && route.path.includes('/:'),
    );
    const unchecked = writes
      .filter(({ isConditional }) => !isConditional)
      .map(({ method, path }) => `${method} ${path}`);
    expect(unchecked).to.have.members([
      'DELETE /users/:id/sessions',
      'DELETE /users/:id/sessions/:sessionId',
      'DELETE /users/:id/factors',
      'DELETE /users/:id/identities/:identityId',
      'POST /users/:id/password-reset',
      'POST /users/:id/invitation',
      'POST /contents/:id/preview-links',
      'DELETE /contents/:id/preview-links/:linkId',
    ]);
  });

  it('cause 412, 1012 with the current version if If-Match contains only other versions', async () => {
    expect(conditional()).not.to.deep.equal([]);
    const { data: administrator } = await service.admin.get<{ id: string }>('/auth/profile');
    for (const route of conditional()) {
      const { stored, send } = await target(route);
      const response = await send('"8", "abc"');
      expect(response, route.operation).to.include({ status: 412, code: 1012, reason: 'version-changed' });
      expect(response.errors, route.operation).to.deep.include({
        current: stored.version,
        // The response with the declarations of attributes does not contain the time.
        ...('updatedAt' in stored && { updatedAt: stored.updatedAt }),
        updatedBy: administrator.id,
      });
    }
  });

  it('cause 412 with the changed fields if If-Match contains an earlier version', async () => {
    const { data: role } = await created('/roles');
    const path = `/roles/${role.id}`;
    await service.admin.patch(path, { description: 'new' });
    await service.admin.patch(path, { name: unique(), status: 0 });
    const late = (ifMatch: string) => service.admin.patch(path, { name: unique() }, { 'If-Match': ifMatch });
    expect(await late('"1"')).to.have.deep.nested.property('errors.changedFields', ['description', 'name', 'status']);
    expect(await late('"1", "2"')).to.have.deep.nested.property('errors.changedFields', ['name', 'status']);
    expect(await late('"9"')).not.to.have.nested.property('errors.changedFields');
  });

  it('are accepted if If-Match contains the current version or *', async () => {
    const accepted = [
      (version: number) => `"8", "${version}"`,
      (version: number) => `W/"${version}"`,
      (version: number) => `"${version}-gzip"`,
      () => '*',
    ];
    // All routes compare with the same function, so each route gets two of the values.
    for (const [at, route] of conditional().entries()) {
      for (const ifMatch of [accepted[at % 4], accepted[(at + 1) % 4]]) {
        const { stored, send } = await target(route);
        expect((await send(ifMatch?.(stored.version) ?? '')).status, route.operation).to.equal(200);
      }
    }
  });

  it('cause 400, 1005 if their ETags are malformed', async () => {
    for (const route of conditional()) {
      const { send } = await target(route);
      for (const ifMatch of ['w/"1"', '1', '']) {
        const response = await send(ifMatch);
        expect(response, route.operation).to.include({ status: 400, code: 1005 });
        expect(response.errors).to.have.nested.property('[0].field', 'If-Match');
      }
    }
  });

  it('are strong ETags in responses to single reads, creations and changes with a token', async () => {
    for (const collection of Object.keys(creations)) {
      const creation = await created(collection);
      expect(creation.headers.get('ETag'), collection).to.equal('"1"');
      const path = `${collection}/${creation.data.id}`;
      const name =
        { '/users': 'nickName', '/menus': 'menuName', '/contents': 'title', '/media': 'title' }[collection] ?? 'name';
      const change = await service.admin.patch<Stored>(path, { [name]: unique() }, { 'If-Match': '"1"' });
      expect([change.headers.get('ETag'), change.data.version], collection).to.deep.equal(['"2"', 2]);
      const same = await service.admin.patch<Stored>(path, {});
      expect([same.headers.get('ETag'), same.data], collection).to.deep.equal(['"2"', change.data]);
      const read = await service.admin.get<Stored>(path);
      expect(read.headers.get('ETag'), collection).to.equal('"2"');
      // A content that is read by its id has one more field, which says whether it has a working copy.
      expect(read.data, collection).to.deep.include(change.data);
      const removal = await service.admin.delete(path);
      expect(removal.headers.get('ETag'), collection).to.equal(null);
    }
  });

  it('are ETags of responses without a version, after a change of the roles or permissions of a resource', async () => {
    const [user, role] = [(await created('/users')).data, (await created('/roles')).data];
    const permission = (await created('/permissions')).data;
    const roles = await service.admin.put(`/users/${user.id}/roles`, { roleIds: [role.id] });
    expect(roles.headers.get('ETag')).to.equal('"2"');
    expect(roles.data).to.have.all.keys('userId', 'roleIds', 'message');
    const permissions = await service.admin.post(`/roles/${role.id}/permissions`, { permissionIds: [permission.id] });
    expect(permissions.headers.get('ETag')).to.equal('"2"');
    expect((await service.admin.get<Stored>(`/roles/${role.id}`)).data.version).to.equal(2);
  });

  it('are not used as ETags of public reads, which have weak ETags', async () => {
    const { data } = await created('/tags');
    const visited = await service.api.get<Stored>(`/tags/${data.id}`);
    expect(visited.headers.get('ETag')).to.match(/^W\/"/);
    expect(visited.data.version).to.equal(1);
  });

  it('can be required for PATCH and DELETE: 428, 1028 without If-Match', async () => {
    const strict = await startService({ requiresIfMatch: true });
    try {
      const { admin } = strict;
      const { data } = await admin.post<Stored>('/tags', { name: unique() });
      const path = `/tags/${data.id}`;
      for (const attempt of [admin.patch(path, {}), admin.delete(path)]) {
        expect(await attempt).to.include({ status: 428, code: 1028, reason: 'if-match-missing' });
      }
      const { data: content } = await admin.post<Stored>('/contents', { title: unique() });
      expect((await admin.post(`/contents/${content.id}/publish`)).status).to.equal(200);
      expect((await admin.delete(path, undefined, { 'If-Match': '"1"' })).status).to.equal(200);
    } finally {
      await strict.stop();
    }
  });
});
