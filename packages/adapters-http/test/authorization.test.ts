import { readFileSync } from 'node:fs';
import {
  administratorRole,
  builtInPermissions,
  contentPermissions,
  moderatorRole,
} from '@portcullis/domain/internal/built-in';
import { givenContentPermissions } from '@portcullis/testing/internal/given';
import { expect } from 'chai';
import { fullPathOf, type Route } from '../src/routes/route.ts';
import type { ApiResponse, Api } from './support/api.ts';
import { unknownId } from './support/field-kinds.ts';
import { administrator, aPerson, startService, unique, type Service } from './support/service.ts';

/**
 * The outcome for a caller: `through` if all access checks pass (the status is then 200, 400 or 404), otherwise the
 * code of the error.
 */
type Outcome = 'through' | 1001 | 1003 | 1103;

const callers = ['a visitor', 'a USER', 'a MODERATOR', 'an ADMIN', 'an ADMIN without permissions', 'a disabled user'];

type Outcomes = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome];

// The outcomes are in the order of `callers`.
const open: Outcomes = ['through', 'through', 'through', 'through', 'through', 'through'];
const publicRead: Outcomes = ['through', 'through', 'through', 'through', 'through', 1103];
const loggedIn: Outcomes = [1001, 'through', 'through', 'through', 'through', 1103];
/** A gateway that names no permission and no role asks about the table of routes, which is empty. */
const withoutRequirement: Outcomes = [1003, 1003, 1003, 1003, 1003, 1003];
const forAdmin: Outcomes = [1001, 1003, 1003, 'through', 'through', 1103];
const forEditors: Outcomes = [1001, 1003, 'through', 'through', 'through', 1103];
const byPermissionOfModerators: Outcomes = [1001, 1003, 'through', 'through', 1003, 1103];
const byPermissionOfAdmins: Outcomes = [1001, 1003, 1003, 'through', 1003, 1103];
const byOwnPermission: Outcomes = [1001, 1003, 1003, 1003, 1003, 1103];

/**
 * This table is written by hand from docs/interface.md §2.3, §4 and §5, so that it is independent of the route
 * definitions.
 */
const expected: Readonly<Record<string, Outcomes>> = {
  'GET /auth/registration': open,
  'POST /auth/register': open,
  'POST /auth/login': open,
  'GET /auth/permissions': loggedIn,
  'GET /auth/operations': loggedIn,
  'GET /auth/profile': loggedIn,
  'PATCH /auth/profile': loggedIn,
  'POST /auth/refresh': open,
  'POST /auth/logout': loggedIn,
  'PUT /auth/password': loggedIn,
  'GET /auth/sessions': loggedIn,
  'DELETE /auth/sessions/:id': loggedIn,
  'POST /auth/password-resets': open,
  'POST /auth/password-resets/confirm': open,
  'POST /auth/invitations/confirm': open,
  'POST /users/:id/invitation': forAdmin,
  'POST /auth/email-changes/confirm': open,
  'POST /users/:id/password-reset': forAdmin,
  'POST /auth/login/factor': open,
  'GET /auth/factors': loggedIn,
  'DELETE /auth/factors/:id': loggedIn,
  'POST /auth/step-up': loggedIn,
  'POST /auth/factors/totp': loggedIn,
  'POST /auth/factors/totp/confirm': loggedIn,
  'POST /auth/factors/recovery-codes': loggedIn,
  'POST /auth/factors/passkeys/options': loggedIn,
  'POST /auth/factors/passkeys': loggedIn,
  'POST /auth/passkey-login/options': open,
  'POST /auth/passkey-login': open,
  'GET /users/:id/factors': forAdmin,
  'DELETE /users/:id/factors': forAdmin,
  'GET /auth/providers': open,
  'GET /auth/oidc/:provider/start': open,
  'GET /auth/oidc/:provider/callback': open,
  'POST /auth/oidc/exchange': open,
  'GET /auth/identities': loggedIn,
  'POST /auth/identities/:provider/link': loggedIn,
  'DELETE /auth/identities/:id': loggedIn,
  'GET /users/:id/identities': forAdmin,
  'DELETE /users/:id/identities/:identityId': forAdmin,
  'POST /api-keys': loggedIn,
  'GET /api-keys': loggedIn,
  'GET /api-keys/:id': loggedIn,
  'PATCH /api-keys/:id': loggedIn,
  'DELETE /api-keys/:id': loggedIn,
  'POST /api-keys/:id/rotate': loggedIn,
  'POST /setup/check': open,
  'POST /setup': open,
  'POST /permissions': forAdmin,
  'GET /permissions': loggedIn,
  'GET /permissions/by-resource': loggedIn,
  'GET /permissions/:id': loggedIn,
  'GET /permissions/:id/roles': forAdmin,
  'GET /permissions/:id/holders': forAdmin,
  'PATCH /permissions/:id': forAdmin,
  'DELETE /permissions/:id': forAdmin,
  'GET /roles': byPermissionOfModerators,
  'POST /roles': forAdmin,
  'GET /roles/:id': byPermissionOfModerators,
  'PATCH /roles/:id': forAdmin,
  'DELETE /roles/:id': forAdmin,
  'POST /roles/:roleId/permissions': forAdmin,
  'POST /ready-roles': forAdmin,
  'GET /roles/:id/permission-grants': forAdmin,
  'PUT /roles/:id/permission-grants': forAdmin,
  'GET /roles/:roleId/permissions': forAdmin,
  'POST /roles/:roleId/menus': forAdmin,
  'GET /roles/:roleId/menus': forAdmin,
  'GET /roles/:id/permissions/count': forAdmin,
  'GET /roles/:id/stats': forAdmin,
  'GET /roles/:id/holders': forAdmin,
  'GET /users': byPermissionOfModerators,
  'POST /users': forAdmin,
  'GET /users/:id': loggedIn,
  'GET /users/:id/access': forAdmin,
  'POST /access/filter': loggedIn,
  'POST /access/what-if': forAdmin,
  'PATCH /users/:id': forAdmin,
  'DELETE /users/:id': forAdmin,
  'PUT /users/:id/roles': byPermissionOfAdmins,
  'GET /user-attributes': forAdmin,
  'PUT /user-attributes': forAdmin,
  'GET /users/:id/role-grants': forAdmin,
  'PUT /users/:id/role-grants': byPermissionOfAdmins,
  'PUT /users/:id/password': forAdmin,
  'GET /users/:id/sessions': forAdmin,
  'DELETE /users/:id/sessions': forAdmin,
  'DELETE /users/:id/sessions/:sessionId': forAdmin,
  'POST /menus': byPermissionOfAdmins,
  'GET /menus': byPermissionOfModerators,
  'GET /menus/tree': byPermissionOfModerators,
  'GET /menus/constant-routes': open,
  'GET /menus/route-exists': loggedIn,
  'GET /menus/user-routes': loggedIn,
  'GET /menus/:id': byPermissionOfModerators,
  'GET /menus/:id/holders': forAdmin,
  'PATCH /menus/:id': byPermissionOfAdmins,
  'POST /menus/:id/move': byPermissionOfAdmins,
  'DELETE /menus/:id': byPermissionOfAdmins,
  'POST /contents': forEditors,
  'POST /contents/preview': forEditors,
  'GET /contents': publicRead,
  'GET /contents/search': publicRead,
  'GET /contents/:id': publicRead,
  'GET /contents/slug/:slug': publicRead,
  'PATCH /contents/:id': forEditors,
  'DELETE /contents/:id': forEditors,
  'GET /contents/removed': forEditors,
  'POST /contents/:id/recover': forEditors,
  'DELETE /contents/removed/:id': forAdmin,
  'POST /contents/:id/publish': forEditors,
  'POST /contents/:id/unpublish': forEditors,
  'POST /contents/:id/archive': forEditors,
  'PUT /contents/:id/draft': forEditors,
  'GET /contents/:id/draft': forEditors,
  'DELETE /contents/:id/draft': forEditors,
  'POST /contents/:id/draft/publish': forEditors,
  'POST /contents/:id/preview-links': forEditors,
  'GET /contents/:id/preview-links': forEditors,
  'DELETE /contents/:id/preview-links/:linkId': forEditors,
  'GET /previews/:token': open,
  'POST /previews': open,
  'GET /contents/:id/revisions': forEditors,
  'GET /contents/:id/revisions/:version': forEditors,
  'GET /contents/:id/revisions/:from/diff/:to': forEditors,
  'POST /contents/:id/revisions/:version/restore': forEditors,
  'POST /contents/batch': forEditors,
  'PUT /contents/:id/schedule': forEditors,
  'DELETE /contents/:id/schedule': forEditors,
  'POST /categories': forEditors,
  'GET /categories': publicRead,
  'GET /categories/tree': publicRead,
  'GET /categories/:id': publicRead,
  'GET /categories/slug/:slug': publicRead,
  'PATCH /categories/:id': forEditors,
  'DELETE /categories/:id': forEditors,
  'POST /tags': forEditors,
  'POST /tags/batch': forEditors,
  'GET /tags': publicRead,
  'GET /tags/popular': publicRead,
  'GET /tags/:id': publicRead,
  'GET /tags/slug/:slug': publicRead,
  'PATCH /tags/:id': forEditors,
  'DELETE /tags/:id': forEditors,
  'POST /media': forEditors,
  'GET /media': forEditors,
  'GET /media/:id': forEditors,
  'GET /media/:id/usage': forEditors,
  'PATCH /media/:id': forEditors,
  'DELETE /media/:id': forEditors,
  'GET /media/:id/:name': open,
  'GET /access/forward': withoutRequirement,
  'GET /.well-known/jwks.json': open,
  'GET /.well-known/oauth-authorization-server': open,
  'GET /access/routes': forAdmin,
  'PUT /access/routes': forAdmin,
  'GET /feeds/contents.atom': open,
  'GET /feeds/contents.json': open,
  'GET /feeds/sitemap.xml': open,
  'GET /events': forAdmin,
  'GET /events/:id': forAdmin,
  'GET /users/:id/activity': forAdmin,
  'GET /auth/activity': loggedIn,
  'GET /audit-logs': forAdmin,
  'GET /audit-logs/:id': forAdmin,
  'POST /webhooks': forAdmin,
  'GET /webhooks': forAdmin,
  'GET /webhooks/:id': forAdmin,
  'PATCH /webhooks/:id': forAdmin,
  'DELETE /webhooks/:id': forAdmin,
  'POST /webhooks/:id/rotate-secret': forAdmin,
  'POST /webhooks/:id/test': forAdmin,
  'POST /webhooks/:id/replay': forAdmin,
  'GET /webhooks/:id/deliveries': forAdmin,
  'POST /webhooks/:id/deliveries/:deliveryId/retry': forAdmin,
  'GET /me/stream': loggedIn,
  'POST /me/stream/ticket': loggedIn,
  'POST /access/v1/evaluation': byOwnPermission,
  'POST /access/v1/evaluations': byOwnPermission,
  'GET /.well-known/authzen-configuration': open,
  'GET /overview': forAdmin,
  'GET /overview/installation': forAdmin,
  'GET /console': loggedIn,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /openapi.json': open,
  'GET /docs': open,
  'GET /docs/:asset': open,
};

/** The routes that require a permission but no role. */
const requiredPermissions: Readonly<Record<string, string>> = {
  'GET /roles': 'role.read',
  'GET /roles/:id': 'role.read',
  'GET /users': 'user.read',
  'POST /menus': 'menu.create',
  'GET /menus': 'menu.read',
  'GET /menus/tree': 'menu.read',
  'GET /menus/:id': 'menu.read',
  'PATCH /menus/:id': 'menu.update',
  'POST /menus/:id/move': 'menu.update',
  'DELETE /menus/:id': 'menu.delete',
};

const keysOf = (outcomes: Outcomes): readonly string[] =>
  Object.keys(expected).filter((key) => expected[key] === outcomes);

interface LoggedIn {
  readonly token: { readonly accessToken: string };
}

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Routes whose bodies are forms. The tests of OAuth in `apps/server` show who may call them. */
const withForms = ['POST /oauth2/token', 'POST /oauth2/introspect', 'POST /oauth2/revoke'];

/**
 * Sends a request that changes no resource even if the access checks pass: its ids do not exist, its body is invalid,
 * or the route only reads or creates a ticket or a challenge.
 */
const sendHarmless = (
  api: Api,
  { method, path, bodyMedia }: Route,
  body = '[]',
  headers = {},
): Promise<ApiResponse<unknown>> => {
  const address = path.replace(/:\w+/g, (name) => (name === ':slug' ? 'no-such-slug' : unknownId));
  const type = bodyMedia === 'multipart/form-data' ? { 'Content-Type': `${bodyMedia}; boundary=x` } : {};
  return api.send(method, address, method === 'GET' ? undefined : body, { ...type, ...headers });
};

const statusOf: Readonly<Record<Exclude<Outcome, 'through'>, number>> = { 1001: 401, 1003: 403, 1103: 401 };

/** Expects that the status and the code of a response are those of `outcome`. */
function expectOutcome({ status, code, errors, message }: ApiResponse<unknown>, outcome: Outcome, about: string): void {
  if (outcome === 'through') expect(status, `${about}: ${message}`).to.be.oneOf([200, 400, 404]);
  // Errors of other standards have no code.
  else if (code === 0) expect(status, about).to.equal(statusOf[outcome]);
  else
    expect({ status, code, errors }, about).to.deep.equal({ status: statusOf[outcome], code: outcome, errors: null });
}

describe('§5: access to each route', () => {
  let service: Service;
  let byName: Readonly<Record<string, Api>>;

  before(async () => {
    service = await startService();
    const disabled = await aPerson(service, ['ADMIN']);
    await service.admin.patch(`/users/${disabled.id}`, { status: 0 });
    byName = {
      'a visitor': service.api,
      'a USER': (await aPerson(service, ['USER'])).api,
      'a MODERATOR': (await aPerson(service, ['MODERATOR'])).api,
      'an ADMIN': service.admin,
      'a disabled user': disabled.api,
    };
  });
  after(() => service.stop());

  const as = (caller: string): Api => byName[caller] ?? expect.fail(`There is no caller named ${caller}.`);

  const routeAt = (key: string): Route =>
    service.routes.find((route) => keyOf(route) === key) ?? expect.fail(`There is no route ${key}.`);

  /** Gives a role exactly the permissions with these codes. */
  async function grant(roleId: string, codes: readonly string[]): Promise<void> {
    const permissionIds = builtInPermissions.filter(({ code }) => codes.includes(code)).map(({ id }) => id);
    const { data } = await service.admin.post(`/roles/${roleId}/permissions`, { permissionIds });
    expect(data).to.include({ permissionCount: codes.length });
  }

  /** Creates a role with these permissions and returns its code. */
  async function aRoleWith(codes: readonly string[]): Promise<string> {
    const code = unique('ROLE_').toUpperCase();
    const { data } = await service.admin.post<{ id: string }>('/roles', { code, name: code });
    await grant(data.id, codes);
    return code;
  }

  it('is listed in this test for exactly the mounted routes', () => {
    expect([...Object.keys(expected), ...withForms]).to.have.members(service.routes.map(keyOf));
  });

  it('is tested for every route in docs/reference/api.md', () => {
    const text = readFileSync(new URL('../../../../docs/reference/api.md', import.meta.url), 'utf8');
    const rows = text.matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| `([^`]+)`/gm);
    const documented = [...rows].map(([, method, path]) => `${method} ${path}`);
    expect(service.routes.map((route) => `${route.method} ${fullPathOf(route)}`)).to.have.members(documented);
  });

  const bare = callers.indexOf('an ADMIN without permissions');

  describe('§5.10: the service checks access regardless of the front end', () => {
    for (const [key, outcomes] of Object.entries(expected)) {
      for (const [column, outcome] of outcomes.entries()) {
        if (column === bare) continue;
        const caller = callers[column] ?? '';
        it(`${key} as ${caller}: ${outcome}`, async () => {
          expectOutcome(await sendHarmless(as(caller), routeAt(key)), outcome, key);
        });
      }
    }
  });

  describe('§5.1: the token is sent as Authorization: Bearer', () => {
    const profile = '/auth/profile';
    let token: string;
    before(async () => {
      const { username, password } = administrator;
      const { data } = await service.api.post<LoggedIn>('/auth/login', { username, password });
      token = data.token.accessToken;
    });

    it('accepts Bearer in any case', async () => {
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        const { status } = await service.api.get(profile, { Authorization: `${scheme} ${token}` });
        expect(status, scheme).to.equal(200);
      }
    });

    it('rejects other forms of the header', async () => {
      for (const header of [
        token,
        `Token ${token}`,
        `Bearer${token}`,
        `Bearer ${token}x`,
        `Bearer ${token} ${token}`,
      ]) {
        const response = await service.api.get(profile, { Authorization: header });
        expectOutcome(response, 1103, header.replaceAll(token, '<token>'));
      }
    });

    it('ignores tokens in other places', async () => {
      expectOutcome(await service.api.get(`${profile}?access_token=${token}&token=${token}`), 1001, 'query');
      expectOutcome(await service.api.get(profile, { Cookie: `token=${token}; accessToken=${token}` }), 1001, 'cookie');
    });
  });

  it('§5.2: looks up roles and permissions on each check instead of storing them in the token', async () => {
    const { id, api } = await aPerson(service, ['USER']);
    const hold = async (roleIds: readonly string[]) => {
      expect((await service.admin.patch(`/users/${id}`, { roleIds })).status).to.equal(200);
    };
    expectOutcome(await api.get('/roles'), 1003, 'before');
    await hold([moderatorRole.id]);
    expectOutcome(await api.get('/roles'), 'through', 'with the role');
    await hold([]);
    expectOutcome(await api.get('/roles'), 1003, 'after');
  });

  it('§5.5: requires the role even if a caller has every permission', async () => {
    const { api } = await aPerson(service, [await aRoleWith(builtInPermissions.map(({ code }) => code))]);
    const byRole = [...keysOf(forAdmin), ...keysOf(forEditors), 'PUT /users/:id/roles', 'PUT /users/:id/role-grants'];
    for (const key of byRole) expectOutcome(await sendHarmless(api, routeAt(key)), 1003, key);
  });

  it('§5.5: a role passes no check while it is disabled', async () => {
    const { api } = await aPerson(service, [moderatorRole.code]);
    const moderator = (await service.world.roles.find(moderatorRole.id)) ?? expect.fail('There is no such role.');
    const setStatus = (status: 0 | 1) => service.world.run(({ roles }) => roles.save({ ...moderator, status }));
    // The API cannot change the status of a system role, so the test changes the store.
    await setStatus(0);
    for (const key of keysOf(forEditors)) expectOutcome(await sendHarmless(api, routeAt(key)), 1003, key);
    await setStatus(1);
    for (const key of keysOf(forEditors)) expectOutcome(await sendHarmless(api, routeAt(key)), 'through', key);
  });

  describe('§5.7: a user without roles may call the routes for logged-in users', () => {
    let withoutRoles: Api;
    before(async () => {
      withoutRoles = (await aPerson(service, [])).api;
    });

    for (const [key, outcomes] of Object.entries(expected)) {
      const outcome = [open, publicRead, loggedIn].includes(outcomes) ? 'through' : 1003;
      it(`${key}: ${outcome}`, async () => {
        expectOutcome(await sendHarmless(withoutRoles, routeAt(key)), outcome, key);
      });
    }
  });

  describe('§5.8: ADMIN has only the permissions that are assigned to the role', () => {
    const all = builtInPermissions.map(({ code }) => code);
    let helped: Api;
    before(async () => {
      helped = (await aPerson(service, ['ADMIN', await aRoleWith(['user.update'])])).api;
      await grant(administratorRole.id, []);
    });
    after(() => grant(administratorRole.id, all));

    for (const [key, outcomes] of Object.entries(expected)) {
      it(`${key} as an ADMIN without permissions: ${outcomes[bare]}`, async () => {
        expectOutcome(await sendHarmless(service.admin, routeAt(key)), outcomes[bare] ?? 'through', key);
      });
    }

    it('§5.6: accepts a required permission that a different role grants', async () => {
      expectOutcome(await sendHarmless(helped, routeAt('PUT /users/:id/roles')), 'through', 'two roles');
    });
  });

  describe('§5.6: the required permission', () => {
    for (const [key, permission] of Object.entries(requiredPermissions)) {
      it(`${key} accepts ${permission} from any role`, async () => {
        const { api } = await aPerson(service, [await aRoleWith([permission])]);
        expectOutcome(await sendHarmless(api, routeAt(key)), 'through', 'that permission alone');
      });

      it(`${key} rejects a caller with every other permission`, async () => {
        const others = builtInPermissions.map(({ code }) => code).filter((code) => code !== permission);
        const { api } = await aPerson(service, [await aRoleWith(others)]);
        expectOutcome(await sendHarmless(api, routeAt(key)), 1003, 'all the others');
      });
    }
  });

  describe('§5.2 rules 2 and 3: an API key with every permission of its owner, who is an ADMIN and holds all permissions', () => {
    const codes = [...builtInPermissions, ...contentPermissions].map(({ code }) => code);
    const forKeys = ['GET /auth/permissions', 'GET /auth/operations', 'POST /access/filter'];
    let withKey: Api;
    before(async () => {
      const role = await service.admin.post<{ id: string }>('/roles', { code: 'ALL_CONTENTS', name: 'All contents' });
      const permissionIds = Object.values(await givenContentPermissions(service.world));
      await service.admin.post(`/roles/${role.data.id}/permissions`, { permissionIds });
      const { api } = await aPerson(service, [administratorRole.code, 'ALL_CONTENTS']);
      const { data } = await api.post<{ key: string }>('/api-keys', { name: 'all', permissions: codes });
      withKey = service.api.as(data.key);
    });

    for (const [key, outcomes] of Object.entries(expected)) {
      const isByPermission = key in requiredPermissions || outcomes === forEditors;
      const outcome = isByPermission || outcomes === open || outcomes === publicRead || forKeys.includes(key);
      it(`${key}: ${outcome ? 'through' : 1003}`, async () => {
        expectOutcome(await sendHarmless(withKey, routeAt(key)), outcome ? 'through' : 1003, key);
      });
    }
  });

  describe('§5.4: an invalid Authorization header', () => {
    const headers = [
      'Bearer nonsense',
      'Bearer a.b.c',
      'Bearer',
      'Bearer two words',
      'Basic YWRtaW46YWRtaW4=',
      'nonsense',
    ];
    for (const [index, [key, outcomes]] of Object.entries(expected).entries()) {
      // The token is not read before the request is known to be protected.
      const isOpen = outcomes === open || outcomes === withoutRequirement;
      const outcome = isOpen ? outcomes[0] : 1103;
      // One function reads the header for all routes, so each route gets one of the headers.
      const Authorization = headers[index % headers.length];
      it(`${key}: ${outcome === 'through' ? 'ignored' : outcome} for ${Authorization}`, async () => {
        const response = await sendHarmless(service.api, routeAt(key), '[]', { Authorization });
        expectOutcome(response, outcome, key);
      });
    }
  });

  describe('§5.3: the order of the checks', () => {
    const route = () => routeAt('PUT /users/:id/roles');

    it('checks the token first', async () => {
      expectOutcome(await sendHarmless(as('a visitor'), route()), 1001, 'no token, role or permission');
    });

    it('checks the role before the permission', async () => {
      const { message } = await sendHarmless(as('a USER'), route());
      expect(message).to.equal('Your roles do not allow this.');
    });

    it('checks the permission last', async () => {
      const update = builtInPermissions.find(({ code }) => code === 'user.update')?.id;
      await service.admin.patch(`/permissions/${update}`, { status: 0 });
      const { message } = await sendHarmless(as('an ADMIN'), route());
      await service.admin.patch(`/permissions/${update}`, { status: 1 });
      expect(message).to.equal('Your permissions do not allow this.');
    });

    const foreign = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };
    const bodies: readonly (readonly [what: string, bodyFor: (route: Route) => string, headers?: object])[] = [
      ['a broken body', () => '{"broken'],
      [
        'an oversized body',
        ({ bodyLimits }) => JSON.stringify({ text: 'x'.repeat(bodyLimits?.maxBytes ?? 64 * 1024) }),
      ],
      ['a body that is not JSON', () => 'x', foreign],
    ];
    const writes = Object.entries(expected).filter(
      ([key, [visitor]]) => !key.startsWith('GET') && visitor !== 'through',
    );
    for (const [index, [key, [visitor, user]]] of writes.entries()) {
      // The checks and the body have one order for all routes, so each route gets one of the bodies.
      const [what, bodyFor, headers] = bodies[index % bodies.length] ?? expect.fail('There are no bodies.');
      it(`rejects ${key} before it reads ${what}`, async () => {
        for (const [caller, outcome] of [['a visitor', visitor] as const, ['a USER', user] as const]) {
          if (outcome === 'through') continue;
          const mounted = routeAt(key);
          expectOutcome(await sendHarmless(as(caller), mounted, bodyFor(mounted), headers), outcome, caller);
        }
      });
    }
  });
});
