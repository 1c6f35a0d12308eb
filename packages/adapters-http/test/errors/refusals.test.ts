import { aRole, aUser } from '@portcullis/testing/internal/builders';
import { codeAt } from '@portcullis/testing/internal/factors';
import { registrationResponse } from '@portcullis/testing/internal/fake-passkeys';
import { aProvider } from '@portcullis/testing/internal/fake-providers';
import { given, givenContentPermissions } from '@portcullis/testing/internal/given';
import { administratorRole, userRole } from '@portcullis/domain/internal/built-in';
import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { errorTable, publicReasons } from '../../src/responses/error-table.ts';
import type { Route } from '../../src/routes/route.ts';
import type { RequestEntry } from '../../src/server/request-entry.ts';
import type { ApiResponse } from '../support/api.ts';
import { unknownId } from '../support/field-kinds.ts';
import { ownerCalls } from '../support/owner-calls.ts';
import { aPerson, startService, unique, type Person } from '../support/service.ts';
import { addFactor, addProvedFactor, aMailToken, aResetToken, aSetupToken } from '../support/setup.ts';
import { aLinkedTicket, exchange, verifier } from '../support/sign-ins.ts';
import { cases } from './cases.ts';
import { errorServiceOf, expectError, type ErrorService, type Reason } from './error-case.ts';
import { refusedFiles } from './media-errors.ts';

/** Maps the reason of a case to the rule of docs/interface.md that the case demonstrates. */
const subjects: Partial<Record<Reason, string>> = {
  'email-taken': '§7 condition 1: registering with an e-mail in use',
  'username-taken': '§7 condition 2: registering with a username in use',
  'invalid-credentials': '§7 condition 3: login with wrong credentials',
  'user-not-found': '§7 condition 4, §4.4 PATCH, rule 1: PATCH of an unknown user',
  'unknown-roles': '§7 condition 5, §4.4 role setting, rule 1: setting roles with an unknown role id',
  'directory-menu-has-parent':
    '§7 condition 6, §4.5 PATCH, rule 3: a menu update that would leave a directory with a parent',
  'role-required': '§7 condition 7, §5.5: a failed role check',
  'permission-required': '§7 condition 7, §5.6: a failed permission check',
  'administrator-registration': '§5.9: registering an administrator',
  'too-many-requests': '§4.4 role setting, rule 4: the eleventh call in a minute',
  'unknown-permissions': '§4.3 POST, rule 3: assigning an unknown permission',
  'permission-code-taken': '§4.2 rule 1: a permission code in use',
  'permission-name-taken': '§4.2 rule 1: a permission name in use',
};

const isReason = (name: string): name is keyof typeof cases => name in cases;

type Body = Readonly<Record<string, unknown>>;

/** Valid bodies for the routes that create a record. */
const bodies: Readonly<Record<string, () => Body>> = {
  '/users': () => ({ username: unique('user-'), email: `${unique()}@example.com`, password: unique('password-') }),
  '/roles': () => ({ code: unique('R').toUpperCase(), name: unique() }),
  '/permissions': () => ({ code: unique(), name: unique(), resource: 'x', action: 'y' }),
  '/menus': () => ({ routeName: unique(), routePath: '/x', menuType: 2 }),
  '/contents': () => ({ title: unique(), slug: unique('slug-') }),
  '/categories': () => ({ name: unique(), slug: unique('slug-') }),
  '/tags': () => ({ name: unique(), slug: unique('slug-') }),
};

const bodyOf = (path: string): Body => (bodies[path] ?? expect.fail(path))();

/** Invalid values that POST and PATCH reject. */
const invalid: readonly (readonly [path: string, field: string, value: unknown, reason: string])[] = [
  ['/users', 'username', 'name\u034f', 'username-unacceptable'],
  ['/users', 'email', 'a\u200bda@example.com', 'email-unacceptable'],
  ['/users', 'roleIds', [unknownId], 'unknown-roles'],
  ['/users', 'attributes', { none: 'x' }, 'attributes-unacceptable'],
  ['/contents', 'slug', '../x', 'slug-unacceptable'],
  ['/contents', 'categoryId', unknownId, 'unknown-category'],
  ['/contents', 'coverId', unknownId, 'unknown-cover'],
  ['/contents', 'tagIds', [unknownId], 'unknown-tags'],
  ['/categories', 'slug', '../x', 'slug-unacceptable'],
  ['/categories', 'parentId', unknownId, 'unknown-parent-category'],
  ['/tags', 'slug', '../x', 'slug-unacceptable'],
];

/** Fields that must be unique. */
const uniqueFields: readonly (readonly [path: string, field: string, reason: string])[] = [
  ['/users', 'username', 'username-taken'],
  ['/users', 'email', 'email-taken'],
  ['/roles', 'code', 'role-code-taken'],
  ['/roles', 'name', 'role-name-taken'],
  ['/permissions', 'code', 'permission-code-taken'],
  ['/permissions', 'name', 'permission-name-taken'],
  ['/contents', 'slug', 'slug-taken'],
  ['/categories', 'slug', 'slug-taken'],
  ['/tags', 'slug', 'slug-taken'],
  ['/tags', 'name', 'tag-name-taken'],
];

type Request = (service: ErrorService) => Promise<ApiResponse<unknown>>;

/** Creates an API key of a person. */
const aKey = async ({ api }: Person, body: object = {}): Promise<{ apiKey: { id: string }; key: string }> =>
  (await api.post<{ apiKey: { id: string }; key: string }>('/api-keys', { name: unique(), ...body })).data;

/** Creates an API key of a person and returns its id. */
const aKeyOf = async (person: Person): Promise<string> => (await aKey(person)).apiKey.id;

const forward = 'GET /access/forward';

/** Begins to add a passkey. @returns a credential like one that a browser creates from the options in the response */
async function aNewPasskey({ api, password }: Person): Promise<object> {
  const { data } = await api.post<{ challenge: string }>('/auth/factors/passkeys/options', {
    currentPassword: password,
  });
  return registrationResponse({ credentialId: unique('credential-'), counter: 0 }, data.challenge);
}

/**
 * Requests that are rejected if the account has a second factor and the session has not been confirmed with this
 * factor.
 */
const unproved: readonly (readonly [
  name: string,
  request: (person: Person, factorId: string) => Promise<ApiResponse<unknown>>,
])[] = [
  ['POST /auth/factors/totp', ({ api, password }) => api.post('/auth/factors/totp', { currentPassword: password })],
  ['POST /auth/factors/totp/confirm', ({ api }, id) => api.post('/auth/factors/totp/confirm', { id, code: '000000' })],
  [
    'POST /auth/factors/passkeys/options',
    ({ api, password }) => api.post('/auth/factors/passkeys/options', { currentPassword: password }),
  ],
  ['DELETE /auth/factors/:id', ({ api }, id) => api.delete(`/auth/factors/${id}`)],
];

const sendSetup = async (service: ErrorService, fields: Body, isUsed = false) =>
  service.api.post('/setup', { token: await aSetupToken(service, isUsed), ...bodyOf('/users'), ...fields });

/** Repeats a request after the resource that it created has been removed. The response is too large to be stored. */
async function repeatAfterRemoval({ admin }: ErrorService, path: string, body: Body): Promise<ApiResponse<unknown>> {
  const key = { 'Idempotency-Key': unique('key-') };
  const { data, status, message } = await admin.post<{ id: string }>(path, body, key);
  expect(status, message).to.equal(201);
  await admin.delete(`${path}/${data.id}`);
  return admin.post(path, body, key);
}

/** Errors that need a different request in each route. */
const others: readonly (readonly [reason: string, name: string, request: Request])[] = [
  [
    'permission-required',
    'POST /access/filter',
    async (service) =>
      (await aPerson(service)).api.post('/access/filter', { permission: 'user.read', subjectId: unknownId }),
  ],
  [
    'content-not-found',
    'GET /users/:id/access',
    async (service) => service.admin.get(`/users/${(await aPerson(service)).id}/access?contentId=${unknownId}`),
  ],
  [
    'content-not-found',
    'POST /contents',
    (service) => {
      const contentHtml = 'x'.repeat(70_000);
      return repeatAfterRemoval(service, '/contents', { title: unique(), editorType: 'RICHTEXT', contentHtml });
    },
  ],
  [
    'user-not-found',
    'POST /users',
    async (service) => {
      const roles = Array.from({ length: 800 }, () => aRole({ name: `${unique()}${'x'.repeat(40)}` }));
      const roleIds = roles.map(({ id }) => id);
      await given(service.world, { roles });
      const response = await repeatAfterRemoval(service, '/users', { ...bodyOf('/users'), roleIds });
      await service.world.run((tx) => Promise.all(roleIds.map((id) => tx.roles.remove(id))));
      return response;
    },
  ],
  [
    'email-taken',
    'PATCH /auth/profile',
    async (service) => (await aPerson(service)).api.patch('/auth/profile', { email: service.user.email }),
  ],
  [
    'password-unacceptable',
    'POST /auth/password-resets/confirm',
    async (service) =>
      service.api.post('/auth/password-resets/confirm', { token: await aResetToken(service), newPassword: 'short' }),
  ],
  [
    'password-unacceptable',
    'POST /auth/invitations/confirm',
    async (service) =>
      service.api.post('/auth/invitations/confirm', {
        token: await aMailToken(service, { purpose: 'invitation' }),
        password: 'short',
      }),
  ],
  [
    'email-taken',
    'POST /auth/email-changes/confirm',
    async (service) =>
      service.api.post('/auth/email-changes/confirm', {
        token: await aMailToken(service, { purpose: 'email-change', email: service.user.email }),
      }),
  ],
  ...(['invitation', 'email-change'] as const).flatMap((purpose) =>
    [false, true].map((isExpired): (typeof others)[number] => [
      isExpired ? 'mail-link-expired' : 'mail-link-invalid',
      `POST /auth/${purpose}s/confirm`,
      async (service) =>
        service.api.post(`/auth/${purpose}s/confirm`, {
          token: isExpired ? await aMailToken(service, { purpose, isExpired }) : 'none',
          password: unique('password-'),
        }),
    ]),
  ),
  [
    'factor-required',
    'POST /auth/login',
    async (service) => {
      const { id, username, password } = await aPerson(service);
      await addFactor(service, id);
      return service.api.post('/auth/login', { username, password });
    },
  ],
  [
    'wrong-code',
    'POST /auth/login/factor',
    async (service) => {
      const { id, username, password } = await aPerson(service);
      await addFactor(service, id);
      const { errors } = await service.api.post('/auth/login', { username, password });
      const { challenge } = errors as { challenge: string };
      return service.api.post('/auth/login/factor', { challenge, code: '000000' });
    },
  ],
  [
    'wrong-code',
    'POST /auth/factors/totp/confirm',
    async ({ user }) => {
      const { data } = await user.api.post<{ id: string }>('/auth/factors/totp', { currentPassword: user.password });
      return user.api.post('/auth/factors/totp/confirm', { id: data.id, code: '000000' });
    },
  ],
  ...unproved.map(([name, request]): (typeof others)[number] => [
    'code-required',
    name,
    async (service) => {
      const person = await aPerson(service);
      return request(person, await addFactor(service, person.id));
    },
  ]),
  [
    'code-required',
    'POST /auth/factors/passkeys',
    async (service) => {
      const person = await aPerson(service);
      const credential = await aNewPasskey(person);
      await addFactor(service, person.id);
      return person.api.post('/auth/factors/passkeys', { name: 'Laptop', credential });
    },
  ],
  ['wrong-current-password', 'POST /auth/step-up', ({ user }) => user.api.post('/auth/step-up', { password: 'wrong' })],
  [
    'sign-in-invalid',
    'POST /auth/step-up',
    ({ user }) => user.api.post('/auth/step-up', { ticket: 'unknown', verifier: 'x' }),
  ],
  ['wrong-passkey', 'POST /auth/step-up', ({ user }) => user.api.post('/auth/step-up', { credential: {} })],
  ['wrong-code', 'POST /auth/step-up', ({ user }) => user.api.post('/auth/step-up', { code: '000000' })],
  [
    'wrong-passkey',
    'POST /auth/login/factor',
    async (service) => {
      const { id, username, password } = await aPerson(service);
      await addFactor(service, id);
      const { errors } = await service.api.post('/auth/login', { username, password });
      const { challenge } = errors as { challenge: string };
      return service.api.post('/auth/login/factor', { challenge, credential: {} });
    },
  ],
  [
    'wrong-passkey',
    'POST /auth/factors/passkeys',
    ({ user }) => user.api.post('/auth/factors/passkeys', { name: 'Laptop', credential: {} }),
  ],
  [
    'too-many-factors',
    'POST /auth/factors/passkeys/options',
    async (service) => {
      const person = await aPerson(service);
      await addProvedFactor(service, person, 5);
      return person.api.post('/auth/factors/passkeys/options', { currentPassword: person.password });
    },
  ],
  [
    'too-many-factors',
    'POST /auth/factors/totp/confirm',
    async (service) => {
      const person = await aPerson(service);
      const { data } = await person.api.post<{ id: string }>('/auth/factors/totp', {
        currentPassword: person.password,
      });
      await addProvedFactor(service, person, 5);
      const code = codeAt(service.world.clock.now());
      return person.api.post('/auth/factors/totp/confirm', { id: data.id, code });
    },
  ],
  [
    'too-many-factors',
    'POST /auth/factors/passkeys',
    async (service) => {
      const person = await aPerson(service);
      const credential = await aNewPasskey(person);
      await addProvedFactor(service, person, 5);
      return person.api.post('/auth/factors/passkeys', { name: 'Laptop', credential });
    },
  ],
  ['sign-in-invalid', 'GET /auth/oidc/:provider/callback', ({ api }) => api.get('/auth/oidc/corp/callback?state=x')],
  [
    'sign-in-invalid',
    'POST /auth/identities/:provider/link',
    ({ admin }) => admin.post('/auth/identities/corp/link', { ticket: 'none', verifier }),
  ],
  [
    'identity-not-found',
    'DELETE /users/:id/identities/:identityId',
    ({ admin, user }) => admin.delete(`/users/${user.id}/identities/${unknownId}`),
  ],
  [
    'invalid-credentials',
    'POST /auth/oidc/exchange',
    async (service) => {
      const user = aUser({ status: disabled });
      await given(service.world, { users: [user] });
      return exchange(service, await aLinkedTicket(service, user.id));
    },
  ],
  [
    'factor-required',
    'POST /auth/oidc/exchange',
    async (service) => {
      const user = aUser();
      await given(service.world, { users: [user] });
      await addFactor(service, user.id);
      return exchange(service, await aLinkedTicket(service, user.id));
    },
  ],
  [
    'last-administrator',
    'POST /auth/oidc/exchange',
    async (service) => {
      const { world, admin } = service;
      const { id } = (await admin.get<User>('/auth/profile')).data;
      await world.run((tx) => tx.users.setRoleSource(id, [administratorRole.id], 'corp'));
      const { all } = world.providers;
      world.providers.all = [aProvider({ roleMap: {} })];
      const response = await exchange(service, await aLinkedTicket(service, id));
      world.providers.all = all;
      return response;
    },
  ],
  ['setup-token-invalid', 'POST /setup', (service) => sendSetup(service, { token: 'none' })],
  ['setup-closed', 'POST /setup', (service) => sendSetup(service, {}, true)],
  ['username-unacceptable', 'POST /setup', (service) => sendSetup(service, { username: 'name\u034f' })],
  ['email-unacceptable', 'POST /setup', (service) => sendSetup(service, { email: 'a\u200bda@example.com' })],
  [
    'email-unacceptable',
    'PATCH /auth/profile',
    ({ user }) => user.api.patch('/auth/profile', { email: 'a\u200bda@example.com' }),
  ],
  ['password-unacceptable', 'POST /setup', (service) => sendSetup(service, { password: 'short' })],
  ['email-taken', 'POST /setup', (service) => sendSetup(service, { email: service.user.email })],
  ['username-taken', 'POST /setup', (service) => sendSetup(service, { username: service.user.username })],
  [
    'password-unacceptable',
    'PUT /auth/password',
    ({ user }) => user.api.put('/auth/password', { currentPassword: user.password, newPassword: 'short' }),
  ],
  [
    'password-unacceptable',
    'POST /users',
    ({ admin }) => admin.post('/users', { ...bodyOf('/users'), password: 'short' }),
  ],
  [
    'password-unacceptable',
    'PUT /users/:id/password',
    ({ admin, user }) => admin.put(`/users/${user.id}/password`, { password: 'short' }),
  ],
  [
    'webhook-url-unacceptable',
    'PATCH /webhooks/:id',
    async ({ admin }) => {
      const { data } = await admin.post<{ webhook: { id: string } }>('/webhooks', {
        url: 'https://a.example',
        types: ['*'],
      });
      return admin.patch(`/webhooks/${data.webhook.id}`, { url: 'http://a.example' });
    },
  ],
  [
    'unknown-event-types',
    'PATCH /webhooks/:id',
    async ({ admin }) => {
      const { data } = await admin.post<{ webhook: { id: string } }>('/webhooks', {
        url: 'https://a.example',
        types: ['*'],
      });
      return admin.patch(`/webhooks/${data.webhook.id}`, { types: ['user.craeted'] });
    },
  ],
  ['role-required', 'POST /api-keys', ({ user }) => user.api.post('/api-keys', { name: 'x', ownerId: unknownId })],
  ['role-required', 'GET /api-keys', ({ user }) => user.api.get('/api-keys?ownerKind=SERVICE')],
  [
    'api-key-unacceptable',
    'PATCH /api-keys/:id',
    async ({ user }) => user.api.patch(`/api-keys/${await aKeyOf(user)}`, { allowedAddresses: ['host'] }),
  ],
  [
    'api-key-unacceptable',
    'POST /api-keys/:id/rotate',
    async ({ user }) => user.api.post(`/api-keys/${await aKeyOf(user)}/rotate`, { expiresAt: '2999-01-01T00:00:00Z' }),
  ],
  [
    'api-key-of-another-person',
    'POST /api-keys/:id/rotate',
    async ({ admin, user }) => admin.post(`/api-keys/${await aKeyOf(user)}/rotate`),
  ],
  [
    'service-account',
    'POST /users/:id/password-reset',
    async ({ admin, created }) => {
      const { password: _none, ...account } = bodyOf('/users');
      return admin.post(`/users/${await created('/users', { ...account, kind: 'SERVICE' })}/password-reset`);
    },
  ],
  [
    'session-not-found',
    'DELETE /users/:id/sessions/:sessionId',
    ({ admin, user }) => admin.delete(`/users/${user.id}/sessions/${unknownId}`),
  ],
  [
    'content-move-refused',
    'PUT /contents/:id/schedule',
    async ({ admin, created }) => {
      const id = await created('/contents', { title: unique() });
      await admin.post(`/contents/${id}/publish`);
      return admin.put(`/contents/${id}/schedule`, { publishAt: '2999-01-01T00:00:00Z' });
    },
  ],
  [
    'attribute-in-use',
    'PUT /roles/:id/permission-grants',
    async ({ admin, created, world }) => {
      const own = { name: 'own', label: 'Own', type: 'string', readableBy: 'self', writableBy: 'self' };
      await admin.put('/user-attributes', { attributes: [own] });
      const { 'content.create': permissionId } = await givenContentPermissions(world);
      const condition = { attr: 'resource.categoryId', under: { ref: 'subject.own' } };
      const id = await created('/roles', bodyOf('/roles'));
      const refused = await admin.put(`/roles/${id}/permission-grants`, { grants: [{ permissionId, condition }] });
      await admin.put('/user-attributes', { attributes: [] });
      return refused;
    },
  ],
  [
    'attribute-in-use',
    'POST /ready-roles',
    async ({ admin }) => {
      const section = { name: 'section', label: 'Section', type: 'string', readableBy: 'self', writableBy: 'self' };
      await admin.put('/user-attributes', { attributes: [section] });
      const refused = await admin.post('/ready-roles', { code: 'SECTION_EDITOR' });
      await admin.put('/user-attributes', { attributes: [] });
      return refused;
    },
  ],
  [
    'attributes-unacceptable',
    'POST /ready-roles',
    async ({ admin }) => {
      const declared = { label: 'x', type: 'string', readableBy: 'admin', writableBy: 'admin' };
      const attributes = Array.from({ length: 32 }, (_, index) => ({ ...declared, name: `a${index}` }));
      await admin.put('/user-attributes', { attributes });
      const refused = await admin.post('/ready-roles', { code: 'SECTION_EDITOR' });
      await admin.put('/user-attributes', { attributes: [] });
      return refused;
    },
  ],
  [
    'category-in-conditions',
    'DELETE /categories/:id',
    async ({ admin, created, world }) => {
      const { 'content.create': permissionId } = await givenContentPermissions(world);
      const category = await created('/categories', { name: unique() });
      const condition = { attr: 'resource.categoryId', under: category };
      const role = await created('/roles', bodyOf('/roles'));
      await admin.put(`/roles/${role}/permission-grants`, { grants: [{ permissionId, condition }] });
      return admin.delete(`/categories/${category}`);
    },
  ],
  [
    'tag-in-conditions',
    'DELETE /tags/:id',
    async ({ admin, created, world }) => {
      const { 'content.create': permissionId } = await givenContentPermissions(world);
      const tag = await created('/tags', { name: unique() });
      const condition = { not: { attr: 'resource.tagIds', contains: tag } };
      const role = await created('/roles', bodyOf('/roles'));
      await admin.put(`/roles/${role}/permission-grants`, { grants: [{ permissionId, condition }] });
      return admin.delete(`/tags/${tag}`);
    },
  ],
  [
    'role-name-taken',
    'POST /ready-roles',
    async ({ admin, created }) => {
      await created('/roles', { ...bodyOf('/roles'), name: 'Publisher' });
      return admin.post('/ready-roles', { code: 'PUBLISHER' });
    },
  ],
  [
    'role-code-taken',
    'POST /ready-roles',
    async ({ admin }) => {
      await admin.post('/ready-roles', { code: 'AUTHOR' });
      return admin.post('/ready-roles', { code: 'AUTHOR' });
    },
  ],
  ['attributes-unacceptable', 'GET /users', ({ admin }) => admin.get('/users?attributes.none=x')],
  [
    'role-required',
    'GET /users',
    async ({ api, admin }) => {
      const { data } = await admin.post<{ key: string }>('/api-keys', { name: unique(), permissions: ['user.read'] });
      return api.as(data.key).get('/users?withLogIns=true');
    },
  ],
  [
    'attributes-unacceptable',
    'PATCH /auth/profile',
    ({ admin }) => admin.patch('/auth/profile', { attributes: { none: 'x' } }),
  ],
  [
    'attributes-unacceptable',
    'PUT /user-attributes',
    ({ admin }) =>
      admin.put('/user-attributes', {
        attributes: [{ name: 'id', label: 'Id', type: 'string', readableBy: 'self', writableBy: 'admin' }],
      }),
  ],
  ['unknown-route', 'GET /feeds/contents.atom', ({ api }) => api.get('/feeds/contents.atom')],
  ['unknown-route', 'GET /feeds/contents.json', ({ api }) => api.get('/feeds/contents.json')],
  ['unknown-route', 'GET /feeds/sitemap.xml', ({ api }) => api.get('/feeds/sitemap.xml')],
  ['system-role', 'PATCH /roles/:id', ({ admin }) => admin.patch(`/roles/${userRole.id}`, { name: unique() })],
  [
    'last-administrator',
    'PUT /users/:id/roles',
    async ({ admin }) => {
      const { data } = await admin.get<{ id: string }>('/auth/profile');
      return admin.put(`/users/${data.id}/roles`, { roleIds: [userRole.id] });
    },
  ],
  ['token-missing', forward, ({ api }) => api.get('/access/forward?role=ADMIN')],
  ['role-required', forward, ({ user }) => user.api.get('/access/forward?role=ADMIN')],
  ['permission-required', forward, ({ user }) => user.api.get('/access/forward?permission=x')],
  ['unprotected-route', forward, ({ user }) => user.api.get('/access/forward')],
  [
    'api-key-refused',
    forward,
    async ({ api, user }) => api.as((await aKey(user)).key).get('/access/forward?role=USER'),
  ],
  [
    'api-key-read-only',
    forward,
    async ({ api, user }) =>
      api.as((await aKey(user, { readOnly: true })).key).get('/access/forward?permission=user.read'),
  ],
  ['role-required', 'GET /users/:id/access', ({ user }) => user.api.get(`/users/${unknownId}/access`)],
  [
    'unknown-permissions',
    'PUT /roles/:id/permission-grants',
    ({ admin }) =>
      admin.put(`/roles/${administratorRole.id}/permission-grants`, { grants: [{ permissionId: unknownId }] }),
  ],
  [
    'role-not-found',
    'PUT /roles/:id/permission-grants',
    ({ admin }) => admin.put(`/roles/${unknownId}/permission-grants`, { grants: [] }),
  ],
  [
    'last-administrator',
    'PUT /users/:id/role-grants',
    async ({ admin }) => {
      const { data } = await admin.get<{ id: string }>('/auth/profile');
      const grants = [{ roleId: administratorRole.id, validUntil: '2999-01-01T00:00:00Z' }];
      return admin.put(`/users/${data.id}/role-grants`, { grants });
    },
  ],
  [
    'unknown-user',
    'PUT /users/:id/role-grants',
    ({ admin }) => admin.put(`/users/${unknownId}/role-grants`, { grants: [] }),
  ],
  [
    'unknown-roles',
    'PUT /users/:id/role-grants',
    ({ admin, user }) => admin.put(`/users/${user.id}/role-grants`, { grants: [{ roleId: unknownId }] }),
  ],
  [
    'directory-menu-has-parent',
    'POST /menus',
    async ({ admin, created }) => {
      const parentId = await created('/menus', { ...bodyOf('/menus'), menuType: 1 });
      return admin.post('/menus', { ...bodyOf('/menus'), menuType: 1, parentId });
    },
  ],
  [
    'directory-menu-has-parent',
    'POST /menus/:id/move',
    async ({ admin, created }) => {
      const directory = { ...bodyOf('/menus'), menuType: 1 };
      const [id, parentId] = [await created('/menus', directory), await created('/menus', bodyOf('/menus'))];
      return admin.post(`/menus/${id}/move`, { parentId });
    },
  ],
  [
    'unknown-parent-menu',
    'POST /menus/:id/move',
    async ({ admin, created }) =>
      admin.post(`/menus/${await created('/menus', bodyOf('/menus'))}/move`, { parentId: unknownId }),
  ],
  [
    'menu-too-deep',
    'POST /menus/:id/move',
    async ({ admin, created }) => {
      let parentId = await created('/menus', bodyOf('/menus'));
      for (let depth = 2; depth <= 16; depth += 1)
        parentId = await created('/menus', { ...bodyOf('/menus'), parentId });
      return admin.post(`/menus/${await created('/menus', bodyOf('/menus'))}/move`, { parentId });
    },
  ],
  [
    'category-too-deep',
    'PATCH /categories/:id',
    async ({ admin, created }) => {
      let parentId: string | null = null;
      for (let depth = 1; depth <= 16; depth += 1)
        parentId = await created('/categories', { ...bodyOf('/categories'), parentId });
      return admin.patch(`/categories/${await created('/categories', bodyOf('/categories'))}`, { parentId });
    },
  ],
];

/** Valid bodies for routes that validate the body before they look up the id. */
const bodiesOfUnknown: Readonly<Record<string, Body>> = {
  'POST /roles/:roleId/permissions': { permissionIds: [] },
  'PUT /roles/:id/permission-grants': { grants: [] },
  'POST /roles/:roleId/menus': { menuIds: [] },
  'POST /menus/:id/move': { parentId: null },
  'POST /webhooks/:id/replay': { from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' },
  'PUT /users/:id/password': { password: 'a long enough password' },
  'POST /auth/factors/totp/confirm': { id: unknownId, code: '000000' },
  'POST /contents/:id/preview-links': { expiresIn: '1h' },
  'POST /previews': { token: 'unknown' },
};

/**
 * Creates a working copy with these fields, calls `before`, and then publishes the working copy. Returns the response
 * to the publication.
 */
const publishCopy = async (
  { admin, created }: ErrorService,
  fields: Body,
  before: () => Promise<unknown> = async () => undefined,
): Promise<ApiResponse<unknown>> => {
  const id = await created('/contents', bodyOf('/contents'));
  await admin.put(`/contents/${id}/draft`, fields);
  await before();
  return admin.post(`/contents/${id}/draft/publish`);
};

const saveCopy = async ({ admin, created }: ErrorService, fields: Body): Promise<ApiResponse<unknown>> =>
  admin.put(`/contents/${await created('/contents', bodyOf('/contents'))}/draft`, fields);

/** Errors of the routes that need the owner of the account. */
const ofOwners: typeof others = ownerCalls.map(({ method, route, path, body }) => [
  'wrong-current-password',
  `${method} ${route}`,
  async (service) => service.user.api.send(method, path, { ...(await body(service)), currentPassword: 'wrong' }),
]);

/** Errors of the routes for working copies. */
const ofWorkingCopies: typeof others = [
  ['slug-unacceptable', 'PUT /contents/:id/draft', (service) => saveCopy(service, { slug: '../x' })],
  ['unknown-category', 'PUT /contents/:id/draft', (service) => saveCopy(service, { categoryId: unknownId })],
  ['unknown-cover', 'PUT /contents/:id/draft', (service) => saveCopy(service, { coverId: unknownId })],
  ['unknown-tags', 'PUT /contents/:id/draft', (service) => saveCopy(service, { tagIds: [unknownId] })],
  [
    'working-copy-not-found',
    'PUT /contents/:id/draft',
    async ({ admin, created }) =>
      admin.put(`/contents/${await created('/contents', bodyOf('/contents'))}/draft`, {}, { 'If-Match': '"1"' }),
  ],
  [
    'working-copy-not-found',
    'POST /contents/:id/draft/publish',
    async ({ admin, created }) =>
      admin.post(`/contents/${await created('/contents', bodyOf('/contents'))}/draft/publish`),
  ],
  [
    'slug-taken',
    'POST /contents/:id/draft/publish',
    async (service) => {
      const { slug, ...taken } = bodyOf('/contents');
      return publishCopy(service, { slug }, () => service.created('/contents', { slug, ...taken }));
    },
  ],
  [
    'unknown-category',
    'POST /contents/:id/draft/publish',
    async (service) => {
      const categoryId = await service.created('/categories', bodyOf('/categories'));
      return publishCopy(service, { categoryId }, () => service.admin.delete(`/categories/${categoryId}`));
    },
  ],
  [
    'unknown-tags',
    'POST /contents/:id/draft/publish',
    async (service) => {
      const tagId = await service.created('/tags', bodyOf('/tags'));
      return publishCopy(service, { tagIds: [tagId] }, () => service.admin.delete(`/tags/${tagId}`));
    },
  ],
];

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;
/** Returns the path of a route with ids that do not exist, and with version 1. */
const pathOf = ({ path }: Route): string =>
  path.replaceAll(/:(?:version|from|to)\b/g, '1').replaceAll(/:\w+/g, unknownId);
/** Queries that the routes validate before they look up the path parameters. */
const queries: Readonly<Record<string, string>> = {
  'GET /auth/oidc/:provider/start': `?return_to=https://app.example.com/&challenge=${'x'.repeat(43)}`,
};
const isNotFound = (reason: string): boolean => reason.endsWith('-not-found');

/**
 * Routes, each with a reason that other tests cover. These errors occur only with two concurrent requests, while the
 * service is not ready, or with another configuration.
 */
const testedElsewhere: readonly string[] = [
  'POST /tags/batch: tag-name-taken',
  'POST /tags/batch: slug-taken',
  'POST /contents/:id/recover: slug-taken',
  'DELETE /users/:id: last-administrator',
  'POST /contents/:id/revisions/:version/restore: content-not-found',
  'GET /me/stream: session-ended',
  'GET /health/ready: not-ready',
  'POST /auth/register: registration-closed',
  'GET /.well-known/authzen-configuration: unknown-route',
  'GET /media/:id/:name: media-not-found',
];

/** Maps the kind of error in the log to the reason in the response. */
const publicNames = new Map<string, string>(Object.entries(publicReasons));

describe('§7: the errors of each route', () => {
  const reasons = new Set<string>();
  let service: ErrorService;
  before(async () => {
    const log = ({ method, route, refusal }: RequestEntry): void => {
      reasons.add(`${method} ${route?.replace('/api', '')}: ${publicNames.get(`${refusal}`) ?? refusal}`);
    };
    service = await errorServiceOf(await startService({ log }));
  });
  after(() => service.stop());

  const expectReason = async (response: Promise<ApiResponse<unknown>>, reason: string): Promise<void> => {
    const { status, message, reason: found } = await response;
    expect(found, `${status} ${message}`).to.equal(reason);
  };

  for (const [path, field, value, reason] of invalid) {
    it(`POST and PATCH ${path}: ${reason}`, async () => {
      await expectReason(service.admin.post(path, { ...bodyOf(path), [field]: value }), reason);
      const id = await service.created(path, bodyOf(path));
      await expectReason(service.admin.patch(`${path}/${id}`, { [field]: value }), reason);
    });
  }

  for (const [path, field, reason] of uniqueFields) {
    it(`POST and PATCH ${path}: ${reason}`, async () => {
      const taken = bodyOf(path);
      await service.created(path, taken);
      await expectReason(service.admin.post(path, { ...bodyOf(path), [field]: taken[field] }), reason);
      const id = await service.created(path, bodyOf(path));
      await expectReason(service.admin.patch(`${path}/${id}`, { [field]: taken[field] }), reason);
    });
  }

  for (const [reason, name, request] of [...others, ...ofOwners, ...ofWorkingCopies, ...refusedFiles]) {
    it(`${name}: ${reason}`, () => expectReason(request(service), reason));
  }

  for (const reason of Object.keys(cases).filter(isReason)) {
    const [status, code, message, details, request] = cases[reason];
    it(`${subjects[reason] ?? reason}: ${status}, ${code}`, async () => {
      expect(errorTable[reason]).to.deep.equal({ status, code });
      const response = await request(service);
      expectError(response, reason, message, details);
    });
  }

  it('include a not-found error for every route with an id', async () => {
    // These routes find something missing only if they repeat a request.
    const creates = ({ path, idempotencyKey }: Route) => typeof idempotencyKey === 'object' && !path.includes(':');
    const routes = service.routes.filter(
      (route) => route.base !== '' && route.refuses?.some(isNotFound) && !creates(route),
    );
    expect(routes).not.to.deep.equal([]);
    for (const route of routes) {
      const body =
        route.method === 'GET' || route.method === 'DELETE' ? undefined : (bodiesOfUnknown[keyOf(route)] ?? {});
      const { reason = '' } = await service.admin.send(
        route.method,
        `${pathOf(route)}${queries[keyOf(route)] ?? ''}`,
        body,
      );
      expect(isNotFound(reason), `${keyOf(route)}: ${reason}`).to.equal(true);
      expect(route.refuses).to.include(reason);
    }
  });

  // The tests above have caused the errors.
  it('are exactly the errors that the routes declare', () => {
    const declared = service.routes.flatMap((route) =>
      (route.refuses ?? []).map((reason) => `${keyOf(route)}: ${reason}`),
    );
    const expected = declared.filter(
      (each) => !testedElsewhere.includes(each) && !each.endsWith(': too-many-requests'),
    );
    expect(expected.filter((each) => !reasons.has(each))).to.deep.equal([]);
  });
});
