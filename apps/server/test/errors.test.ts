import { setTimeout } from 'node:timers/promises';
import { errorTable, healthRoutes, type Route } from '@portcullis/adapters-http';
import { administratorRole } from '@portcullis/domain';
import { expect } from 'chai';
import { fetchAnswer, type Answer, type Api } from './support/api.ts';
import { documentedErrors, type ErrorExample } from './support/documented-examples.ts';
import { unknownId } from './support/builders.ts';
import { mounted, type Mounted } from './support/mounted.ts';
import {
  administrator,
  aPerson,
  sharedService,
  startService,
  unique,
  type Person,
  type Service,
} from './support/service.ts';
import { openSession, refresh, refreshed } from './support/sessions.ts';

/** What `errors` holds: nothing, entries of `{ field, message }` for these fields, or the ids that do not exist. */
type Errors = null | { readonly fields: readonly string[] } | { readonly missingIds: readonly string[] };

interface World extends Service {
  readonly user: Person;
  /** Makes a thing and answers its id. */
  readonly made: (path: string, body: object) => Promise<string>;
}

/** Status, code, message and `errors` as the specification, section 7, and the decisions have them; and what leads there. */
type Case = readonly [
  status: number,
  code: number,
  message: string,
  errors: Errors,
  request: (world: World) => Promise<Answer<unknown>>,
];

const missing = { missingIds: [unknownId] };
const fields = (...names: readonly string[]): Errors => ({ fields: names });
const notFound = (noun: string, path: string, method = 'GET'): Case => [
  404,
  1201,
  `This ${noun} does not exist.`,
  null,
  ({ admin }) => admin.send(method, `${path}/${unknownId}`),
];

/** Makes a thing, and another one with `same` of the first. */
const twice =
  (path: string, body: () => object, same: readonly string[]): Case[4] =>
  async ({ admin }) => {
    const first = body();
    const kept = Object.fromEntries(Object.entries(first).filter(([name]) => same.includes(name)));
    expect((await admin.post(path, first)).status).to.equal(201);
    return admin.post(path, { ...body(), ...kept });
  };
const aRole = () => ({ code: unique('R').toUpperCase(), name: unique() });
const aPermission = () => ({ code: unique(), name: unique(), resource: 'x', action: 'y' });
const anAccount = () => ({ username: unique(), email: `${unique()}@example.com`, password: unique('password-') });

type Reason = keyof typeof errorTable;

/** Those that this service does not come to by itself have tests of their own below. */
type Reachable = Exclude<
  Reason,
  | 'token-expired'
  | 'internal-error'
  | 'database-failure'
  | 'external-service-failure'
  | 'not-ready'
  | 'body-too-slow'
  | BelowHttp
>;

/** What no client of ours can send; `raw-http.test.ts` does. */
type BelowHttp = 'malformed-request' | 'request-too-slow' | 'expectation-failed' | 'headers-too-large';

const cases: Readonly<Record<Reachable, Case>> = {
  'malformed-body': [400, 1000, 'The body is not valid JSON.', null, ({ admin }) => admin.post('/roles', '{"code": ')],
  'session-ended': [
    401,
    1103,
    'Your session has ended. Please log in again.',
    null,
    ({ api }) => api.post('/auth/refresh', { refreshToken: 'none' }),
  ],
  'session-not-found': notFound('session', '/auth/sessions', 'DELETE'),
  'wrong-current-password': [
    400,
    1005,
    'The current password is wrong.',
    fields('currentPassword'),
    ({ user }) => user.api.put('/auth/password', { currentPassword: 'no', newPassword: unique('password-') }),
  ],
  'unknown-user': [
    400,
    1000,
    `Unknown user id: ${unknownId}`,
    missing,
    ({ admin }) => admin.put(`/users/${unknownId}/roles`, { roleIds: [] }),
  ],
  'unknown-roles': [
    400,
    1000,
    `Unknown role ids: ${unknownId}`,
    missing,
    ({ admin, user }) =>
      admin.put(`/users/${user.id}/roles`, { roleIds: [administratorRole.id, unknownId, unknownId] }),
  ],
  'unknown-permissions': [
    400,
    1000,
    `Unknown permission ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post(`/roles/${administratorRole.id}/permissions`, { permissionIds: [unknownId] }),
  ],
  'unknown-menus': [
    400,
    1000,
    `Unknown menu ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post(`/roles/${administratorRole.id}/menus`, { menuIds: [unknownId] }),
  ],
  'unknown-tags': [
    400,
    1000,
    `Unknown tag ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post('/contents', { title: 'x', tagIds: [unknownId] }),
  ],
  'unknown-category': [
    400,
    1000,
    `Unknown category ids: ${unknownId}`,
    missing,
    ({ admin }) => admin.post('/contents', { title: 'x', categoryId: unknownId }),
  ],
  'method-not-allowed': [
    405,
    1000,
    'This address takes POST.',
    null,
    async ({ admin }) => {
      const answer = await admin.get('/auth/login');
      expect(answer.headers.get('Allow')).to.equal('POST');
      return answer;
    },
  ],

  'token-missing': [401, 1001, 'Please log in.', null, ({ api }) => api.get('/users')],
  'role-required': [403, 1003, 'Your roles do not allow this.', null, ({ user }) => user.api.post('/roles', {})],
  'permission-required': [403, 1003, 'Your permissions do not allow this.', null, ({ user }) => user.api.get('/roles')],
  'system-role': [
    403,
    1003,
    'A system role cannot be changed or deleted.',
    null,
    ({ admin }) => admin.delete(`/roles/${administratorRole.id}`),
  ],
  'unknown-route': [404, 1004, 'There is nothing at this address.', null, ({ api }) => api.get('/nothing')],

  'validation-failed': [
    400,
    1005,
    'Some of the values sent are not valid.',
    fields('permissionIds[1]'),
    ({ admin }) => admin.post(`/roles/${unknownId}/permissions`, { permissionIds: [unknownId, 'x'] }),
  ],
  'password-unacceptable': [
    400,
    1005,
    'The password must have 8 to 128 characters.',
    fields('password'),
    ({ api }) => api.post('/auth/register', { ...anAccount(), password: 'short' }),
  ],
  'username-unacceptable': [
    400,
    1005,
    'The user name must not contain invisible characters.',
    fields('username'),
    ({ api }) => api.post('/auth/register', { ...anAccount(), username: unique('x\u034f') }),
  ],
  'slug-unacceptable': [
    400,
    1005,
    "The slug must consist of letters, digits, '-', '_', '.' and '~', and must not be '.' or '..'.",
    fields('slug'),
    ({ admin }) => admin.post('/contents', { title: 'x', slug: '../../etc' }),
  ],
  'unknown-parent-menu': [
    400,
    1005,
    'The parent menu does not exist.',
    fields('parentId'),
    ({ admin }) => admin.post('/menus', { routeName: 'x', routePath: '/x', menuType: 2, parentId: unknownId }),
  ],
  'unknown-parent-category': [
    400,
    1005,
    'The parent category does not exist.',
    fields('parentId'),
    ({ admin }) => admin.post('/categories', { name: unique(), parentId: unknownId }),
  ],
  'directory-menu-has-parent': [
    400,
    1005,
    'A directory menu may not have a parent.',
    fields('menuType'),
    async ({ admin, made }) => {
      const parentId = await made('/menus', { routeName: 'x', routePath: '/x', menuType: 1 });
      const page = await made('/menus', { routeName: 'y', routePath: '/y', menuType: 2, parentId });
      return admin.patch(`/menus/${page}`, { menuType: 1 });
    },
  ],

  'last-administrator': [
    409,
    1009,
    'The last administrator cannot be removed, disabled or stripped of the role.',
    null,
    async ({ admin }) => {
      const { data } = await admin.get<{ id: string }>('/auth/profile');
      return admin.patch(`/users/${data.id}`, { status: 0 });
    },
  ],
  'self-deletion': [
    409,
    1009,
    'You cannot delete your own account.',
    null,
    async ({ admin }) => {
      const { data } = await admin.get<{ id: string }>('/auth/profile');
      return admin.delete(`/users/${data.id}`);
    },
  ],
  'menu-has-children': [
    409,
    1009,
    'This menu has others below it. Delete those first.',
    null,
    async ({ admin, made }) => {
      const parentId = await made('/menus', { routeName: 'x', routePath: '/x', menuType: 1 });
      await made('/menus', { routeName: 'y', routePath: '/y', menuType: 2, parentId });
      return admin.delete(`/menus/${parentId}`);
    },
  ],
  'menu-too-deep': [
    409,
    1009,
    'Menus may be nested 16 levels deep.',
    null,
    async ({ admin, made }) => {
      const page = (parentId: string) => ({ routeName: unique(), routePath: '/x', menuType: 2, parentId });
      let parentId = '';
      for (let level = 1; level <= 16; level += 1) parentId = await made('/menus', page(parentId));
      return admin.post('/menus', page(parentId));
    },
  ],
  'category-in-use': [
    409,
    1009,
    'This category still holds categories or contents.',
    null,
    async ({ admin, made }) => {
      const categoryId = await made('/categories', { name: unique() });
      await made('/contents', { title: unique(), categoryId });
      return admin.delete(`/categories/${categoryId}`);
    },
  ],
  'category-cycle': [
    409,
    1009,
    'A category cannot hang below itself.',
    null,
    async ({ admin, made }) => {
      const id = await made('/categories', { name: unique() });
      return admin.patch(`/categories/${id}`, { parentId: id });
    },
  ],
  'category-too-deep': [
    409,
    1009,
    'Categories may be nested 16 levels deep.',
    null,
    async ({ admin, made }) => {
      let parentId: string | null = null;
      for (let depth = 1; depth <= 16; depth++) parentId = await made('/categories', { name: unique(), parentId });
      return admin.post('/categories', { name: unique(), parentId });
    },
  ],
  'content-move-refused': [
    409,
    1009,
    'Content that is ARCHIVED cannot be changed this way.',
    null,
    async ({ admin, made }) => {
      const id = await made('/contents', { title: unique() });
      await admin.post(`/contents/${id}/archive`);
      return admin.post(`/contents/${id}/unpublish`);
    },
  ],

  'body-too-large': [
    413,
    1013,
    'The body must not be larger than 65536 bytes.',
    null,
    ({ admin }) => admin.post('/roles', { name: 'x'.repeat(65_536) }),
  ],
  'unsupported-media-type': [
    415,
    1015,
    'The body must be JSON in UTF-8.',
    null,
    ({ admin }) => admin.post('/roles', 'code=X', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  ],
  'too-many-requests': [
    429,
    1029,
    'Too many requests. Please try again later.',
    null,
    async ({ user }) => {
      const call = () => user.api.put(`/users/${unknownId}/roles`, {});
      for (let calls = 1; calls <= 10; calls++) expect((await call()).status).to.equal(403);
      const answer = await call();
      expect(Number(answer.headers.get('Retry-After'))).to.be.within(1, 60);
      return answer;
    },
  ],

  'invalid-credentials': [
    401,
    1101,
    'Wrong user name or password.',
    null,
    ({ api }) => api.post('/auth/login', { username: administrator.username, password: 'wrong' }),
  ],
  'token-invalid': [
    401,
    1103,
    'Your session has ended. Please log in again.',
    null,
    ({ api }) => api.as('nonsense').get('/users'),
  ],
  'user-not-found': [
    404,
    1104,
    'This user does not exist.',
    null,
    ({ admin }) => admin.patch(`/users/${unknownId}`, { nickName: 'Nobody' }),
  ],
  'email-taken': [
    409,
    1106,
    'This e-mail address is already registered.',
    null,
    ({ api, user }) => api.post('/auth/register', { ...anAccount(), email: user.email.toUpperCase() }),
  ],
  'username-taken': [
    409,
    1107,
    'This user name is already in use.',
    null,
    ({ api, user }) => api.post('/auth/register', { ...anAccount(), username: user.username.toUpperCase() }),
  ],
  'administrator-registration': [
    403,
    1108,
    'Administrator accounts cannot be registered.',
    null,
    ({ api }) => api.post('/auth/register', { ...anAccount(), role: 'ADMIN' }),
  ],

  'role-not-found': notFound('role', '/roles'),
  'permission-not-found': notFound('permission', '/permissions'),
  'menu-not-found': notFound('menu', '/menus'),
  'content-not-found': notFound('content', '/contents'),
  'category-not-found': notFound('category', '/categories'),
  'tag-not-found': notFound('tag', '/tags'),
  'audit-record-not-found': notFound('audit record', '/audit-logs'),

  'role-code-taken': [409, 1202, 'A role with this code already exists.', null, twice('/roles', aRole, ['code'])],
  'role-name-taken': [409, 1202, 'A role with this name already exists.', null, twice('/roles', aRole, ['name'])],
  'permission-code-taken': [
    409,
    1202,
    'A permission with this code already exists.',
    null,
    twice('/permissions', aPermission, ['code']),
  ],
  'permission-name-taken': [
    409,
    1202,
    'A permission with this name already exists.',
    null,
    twice('/permissions', aPermission, ['name']),
  ],
  'slug-taken': [
    409,
    1202,
    'This slug is already in use.',
    null,
    twice('/contents', () => ({ title: 'x', slug: unique() }), ['slug']),
  ],
  'tag-name-taken': [
    409,
    1202,
    'A tag with this name already exists.',
    null,
    twice('/tags', () => ({ name: unique() }), ['name']),
  ],
};

/** The rules that a case shows. */
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

/** The code table of the specification, section 7, with the codes that the decisions add by its pattern: HTTP statuses. */
const codes: Readonly<Record<number, readonly number[]>> = {
  1000: [400, 405, 408, 417, 431],
  1001: [401],
  1003: [403],
  1004: [404],
  1005: [400],
  1009: [409],
  1013: [413],
  1015: [415],
  1029: [429],
  1101: [401],
  1102: [401],
  1103: [401],
  1104: [404],
  1106: [409],
  1107: [409],
  1108: [403],
  1201: [404],
  1202: [409],
  2000: [500],
  2001: [500, 503],
  2002: [500],
};

/** Codes of the table that no answer carries, and why. */
const unused: Readonly<Record<number, string>> = {
  1105: 'a user who exists already is told by what is taken: 1106 or 1107',
};

/** What only our side of an error may know. */
const internals = /select|insert|relation|column|constraint|postgres|sqlstate|node_modules|secret|\.[jt]s\b|\/\w+\//i;

function expectError(answer: Answer<unknown>, reason: Reason, message: string, errors: Errors): void {
  const told = { status: answer.status, code: answer.code, reason: answer.reason, message: answer.message };
  expect(told).to.deep.equal({ ...errorTable[reason], reason, message });
  expect(JSON.stringify([answer.message, answer.errors])).not.to.match(internals);
  if (errors === null || 'missingIds' in errors) {
    expect(answer.errors).to.deep.equal(errors);
  } else {
    expect(answer.errors).to.be.an('array').with.lengthOf(errors.fields.length);
    for (const [index, field] of errors.fields.entries()) {
      expect(answer.errors).to.have.nested.property(`[${index}].field`, field);
      expect(answer.errors).to.have.nested.property(`[${index}].message`).that.matches(/\S/);
    }
  }
}

/** Where there is no route, there is nothing to document. */
const routeless: readonly Reason[] = ['unknown-route', 'method-not-allowed'];

/** Expects an example in the API document like the response; invalid fields are those of each operation. */
function expectShown(reason: Reason, { code, message, errors }: Answer<unknown>): void {
  if (routeless.includes(reason)) return;
  const comparable = (error: Pick<ErrorExample, 'code' | 'message' | 'errors'>) => ({
    code: error.code,
    message: error.message,
    errors: reason === 'validation-failed' ? 'those of the operation' : error.errors,
  });
  const shown = documentedErrors.filter((example) => example.reason === reason).map(comparable);
  expect(shown, reason).to.deep.include(comparable({ code, message, errors }));
}

const isReachable = (reason: string): reason is Reachable => reason in cases;

describe('§7: errors over HTTP', () => {
  let service: Service;
  let world: World;
  before(async () => {
    service = await startService();
    world = {
      ...service,
      user: await aPerson(service),
      made: async (path, body) => {
        const { data, status, message } = await service.admin.post<{ id: string }>(path, body);
        expect(status, message).to.equal(201);
        return data.id;
      },
    };
  });
  after(() => service.stop());

  for (const reason of Object.keys(cases).filter(isReachable)) {
    const [status, code, message, errors, request] = cases[reason];
    it(`${subjects[reason] ?? reason}: ${status}, ${code}`, async () => {
      expect(errorTable[reason]).to.deep.equal({ status, code });
      const answer = await request(world);
      expectError(answer, reason, message, errors);
      expectShown(reason, answer);
    });
  }

  it('§7 condition 3: says the same of an unknown user, a wrong password and a disabled account', async () => {
    const disabled = await aPerson(service);
    await service.admin.patch(`/users/${disabled.id}`, { status: 0 });
    const attempts = [
      { username: unique(), password: 'wrong-password' },
      { username: administrator.username, password: 'wrong-password' },
      { email: administrator.email, password: 'wrong-password' },
      { username: disabled.username, password: disabled.password },
    ];
    for (const attempt of attempts) {
      const answer = await service.api.post('/auth/login', attempt);
      expectError(answer, 'invalid-credentials', 'Wrong user name or password.', null);
    }
  });

  it('says the same of a refresh token that does not exist and of one that was used before', async () => {
    const first = await openSession(service.api, world.user);
    await refreshed(service.api, await refreshed(service.api, first));
    for (const token of ['none', first.refreshToken]) {
      const answer = await refresh(service.api, token);
      expectError(answer, 'session-ended', 'Your session has ended. Please log in again.', null);
    }
  });

  it('§7 condition 5: lists every missing id, each once, by either route', async () => {
    const other = unknownId.replace('dead', 'beef');
    const body = { roleIds: [unknownId, administratorRole.id, other, unknownId] };
    const message = `Unknown role ids: ${unknownId}, ${other}`;
    for (const send of [
      service.admin.put(`/users/${world.user.id}/roles`, body),
      service.admin.patch(`/users/${world.user.id}`, body),
    ]) {
      expectError(await send, 'unknown-roles', message, { missingIds: [unknownId, other] });
    }
  });

  describe('a body that is no ordinary JSON', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    const wide = (keys: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, key) => [key, 0])));
    const bodies: readonly [what: string, body: string, headers: Readonly<Record<string, string>>, code: number][] = [
      ['is nested 32 levels deep', nested(32), {}, 1005],
      ['is nested 33 levels deep', nested(33), {}, 1000],
      ['has 1,000 keys', wide(1000), {}, 1005],
      ['has 1,001 keys', wide(1001), {}, 1000],
      ['is cut off', '{"code": "X"', {}, 1000],
      ['is no JSON', 'code', {}, 1000],
      ['has a content encoding', '{}', { 'Content-Encoding': 'gzip' }, 1015],
      ['has the identity encoding', '{}', { 'Content-Encoding': 'identity' }, 1005],
      ['is in another character set', '{}', { 'Content-Type': 'application/json; charset=utf-16' }, 1015],
      ['is a form', 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }, 1015],
    ];
    for (const [what, body, headers, code] of bodies) {
      it(`${what}: ${code}`, async () => {
        const answer = await service.admin.post('/roles', body, headers);
        expect([answer.status, answer.code]).to.deep.equal([code === 1015 ? 415 : 400, code]);
      });
    }
  });

  describe('a method that an address does not take', () => {
    const addresses: readonly [method: string, path: string, allow: string][] = [
      ['PUT', '/users', 'GET, POST'],
      ['POST', `/users/${unknownId}`, 'GET, PATCH, DELETE'],
      ['DELETE', `/users/${unknownId}/roles`, 'PUT'],
      ['PATCH', '/health/live', 'GET'],
    ];
    for (const [method, path, allow] of addresses) {
      it(`is answered with those it does: ${method} ${path}`, async () => {
        const { status, code, headers } = await service.admin.send(method, path);
        const allowed = (headers.get('Allow') ?? '').split(', ').filter((each) => each !== 'HEAD');
        expect({ status, code, allowed }).to.deep.equal({ status: 405, code: 1000, allowed: allow.split(', ') });
      });
    }
  });

  it('§9: there is nothing outside /api, and the error says where', async () => {
    for (const path of ['/', '/users', '/apiusers', '/api', '/api/v1/users']) {
      const response = await fetchAnswer(`${service.api.url}${path}?a=b`);
      expect(await response.json()).to.include({ statusCode: 404, code: 1004, path });
    }
  });

  describe('X-Request-Id', () => {
    const idSentAs = async (sent: string): Promise<string | null> =>
      (await service.api.get('/health/live', { 'X-Request-Id': sent })).headers.get('X-Request-Id');

    for (const sent of ['a', 'A-b_9', 'x'.repeat(64)]) {
      it(`is the caller's: ${sent}`, async () => {
        expect(await idSentAs(sent)).to.equal(sent);
      });
    }

    for (const sent of ['', 'x'.repeat(65), 'a b', 'a.b', 'é', '<script>']) {
      it(`is an own one in place of '${sent}'`, async () => {
        expect(await idSentAs(sent))
          .to.match(/^[A-Za-z0-9_-]{1,64}$/)
          .and.not.equal(sent);
      });
    }

    it('is another one for each request, errors too', async () => {
      const answers = await Promise.all([service.api.get('/nothing'), service.api.get('/users')]);
      const [first, second] = answers.map(({ headers }) => headers.get('X-Request-Id'));
      expect(first).not.to.equal(second);
    });
  });

  it('has every code of the table but those that nothing leads to', () => {
    const told: Record<number, number[]> = {};
    for (const { code, status } of Object.values(errorTable)) {
      told[code] = [...new Set([...(told[code] ?? []), status])].toSorted((a, b) => a - b);
    }
    expect(told).to.deep.equal(codes);
    expect(Object.keys(unused).filter((code) => code in told)).to.deep.equal([]);
  });
});

describe('§7 condition 8: what fails on our side', () => {
  const secret = 'SELECT secret FROM users -- /srv/app/dist/main.js';
  const failing: Route = {
    operation: 'listTags',
    summary: 'Fails',
    method: 'GET',
    path: '/tags',
    access: 'public',
    data: {},
    answer: () => Promise.reject(new TypeError(secret)),
  };
  const hanging: Route = {
    operation: 'listCategories',
    summary: 'Hangs',
    method: 'GET',
    path: '/categories',
    access: 'public',
    data: {},
    answer: () => new Promise(() => undefined),
  };
  const unready = healthRoutes({ readiness: { isReady: () => Promise.resolve(false) }, isServing: () => true });
  let served: Mounted;
  before(async () => {
    served = await mounted([failing, hanging, ...unready]);
  });
  after(() => served.stop());

  it('is 500, 2000, and nothing of it is told', async () => {
    const answer = await served.api.get('/tags');
    expectError(answer, 'internal-error', 'Something went wrong on our side.', null);
    expectShown('internal-error', answer);
  });

  it('is 503, 2001 when a balancer asks a service that is not ready', async () => {
    const answer = await served.api.get('/health/ready');
    expectError(answer, 'not-ready', 'The service is not ready.', null);
    expectShown('not-ready', answer);
  });

  it('is 500, 2001 when the database takes longer than a request may wait in all', async () => {
    const answer = await served.api.get('/categories');
    expectError(answer, 'database-failure', 'The database did not answer. Please try again.', null);
  });

  it('is 500, 2001 when the database fails, in reads and writes', async () => {
    const service = await sharedService();
    const { pool } = service.server.database;
    await pool.query('ALTER TABLE tags RENAME TO gone');
    const answers: readonly Answer<unknown>[] = [
      await service.api.get('/tags'),
      await service.admin.post('/tags', { name: unique() }),
    ];
    await pool.query('ALTER TABLE gone RENAME TO tags');
    for (const answer of answers) {
      expectError(answer, 'database-failure', 'The database did not answer. Please try again.', null);
      expectShown('database-failure', answer);
    }
  });
});

describe('§5.4: an access token past its time', () => {
  let service: Service;
  let admin: Api;
  before(async () => {
    service = await startService({ ACCESS_TOKEN_TTL: '1s' });
    ({ admin } = service);
    await setTimeout(1100);
  });
  after(() => service.stop());

  it('is 401, 1102, on public reads too', async () => {
    for (const path of ['/users', '/auth/profile', '/contents']) {
      const answer = await admin.get(path);
      expectError(answer, 'token-expired', 'Your access token has expired.', null);
      expectShown('token-expired', answer);
    }
  });
});
