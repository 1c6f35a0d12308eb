import { expect } from 'chai';
import type { Route } from '../src/routes/route.ts';
import { HttpError } from '../src/responses/http-error.ts';
import { fieldsOf, readBody, readParameters, type RequestSchema } from '../src/validation/validate.ts';
import type { ApiResponse, Api } from './support/api.ts';
import { badIds, unknownId, type Fields } from './support/field-kinds.ts';
import { fieldTable } from './support/field-table.ts';
import { anAdministrator, startService, unique, type Service } from './support/service.ts';

interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface Made {
  readonly id: string;
  readonly isSystem?: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const areFieldErrors = (errors: unknown): errors is readonly FieldError[] => Array.isArray(errors);

/**
 * Returns the names of the fields that the response lists as invalid. Returns an empty list if the response is not a
 * validation error. A wrong password counts as a valid value.
 */
function invalidFieldsOf(
  { status, code, reason, message, errors }: ApiResponse<unknown>,
  sent: string,
): readonly string[] {
  expect(status, `${sent}: ${message}`).to.be.below(500);
  if (code !== 1005 || reason === 'wrong-current-password' || !areFieldErrors(errors)) return [];
  expect(status).to.equal(400);
  for (const error of errors) {
    expect(error).to.have.all.keys('field', 'message');
    expect(error.message, error.field).to.be.a('string').and.not.equal('');
  }
  return errors.map(({ field }) => field);
}

/** Whether an error of the validators names a field. */
function refuses(error: unknown, name: string): boolean {
  const errors: unknown = error instanceof HttpError ? error.errors : undefined;
  return areFieldErrors(errors) && errors.some(({ field }) => field === name);
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);

const namesOf = (fields: Fields = {}): readonly string[] => Object.keys(fields);

const namesWhere = (fields: Fields, holds: (field: Fields[string]) => boolean): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (holds(field) ? [name] : []));

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;

/** This route ends the session of its caller. */
const logOut = 'POST /auth/logout';

describe('§7: validation of requests', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const [bodies, queries] = (['body', 'query'] as const).map((part) =>
    Object.entries(fieldTable).flatMap(([key, { [part]: fields }]) => (fields === undefined ? [] : [{ key, fields }])),
  );

  /**
   * Returns an administrator for this route. A new administrator is created if the route has a rate limit per caller or
   * ends the session of the caller.
   */
  async function administratorFor(key: string): Promise<Api> {
    const limited = service.routes.some((route) => keyOf(route) === key && route.limit?.per === 'caller');
    return limited || key === logOut ? (await anAdministrator(service)).api : service.admin;
  }

  /** Sends a request to a route. The ids in the path do not exist. */
  function sendTo(api: Api, key: string, body?: unknown, search = ''): Promise<ApiResponse<unknown>> {
    const [method = '', path = ''] = key.split(' ');
    return api.send(method, path.replace(/:\w+/g, unknownId) + search, body);
  }

  describe('the table of fields', () => {
    for (const part of ['body', 'query'] as const) {
      it(`contains exactly the fields of each ${part}`, () => {
        // The test of a standard tests the bodies of its routes, and that of files the route that serves their bytes.
        const own = service.routes.filter(({ standard, base }) => standard === undefined && base !== '');
        const requestClasses = own.flatMap((route) => {
          const requestClass = route[part];
          // Forms are tested with the routes of OAuth.
          return requestClass === undefined || route.bodyMedia !== undefined
            ? []
            : [[keyOf(route), fieldsOf(requestClass).map(({ name }) => name)] as const];
        });
        const rows = Object.entries(fieldTable).flatMap(([key, parts]) => {
          const fields = parts[part];
          return fields === undefined ? [] : [[key, namesOf(fields)] as const];
        });
        const sorted = (lists: readonly (readonly [string, readonly string[]])[]) =>
          Object.fromEntries(lists.map(([key, names]) => [key, names.toSorted()]));
        expect(sorted(rows)).to.deep.equal(sorted(requestClasses));
      });
    }
  });

  for (const { key, fields } of bodies ?? []) {
    describe(`${key}, body`, () => {
      let api: Api;
      beforeEach(async () => {
        api = await administratorFor(key);
      });
      /** Whether the validators of the route refuse a field, which needs no request. Use cases refuse further values. */
      const isRefused = (name: string, body: object): boolean => {
        const route = service.routes.find((each) => keyOf(each) === key);
        if (route?.body === undefined) return false;
        try {
          readBody(route.body as RequestSchema<object>, body, route.ruleErrors);
          return false;
        } catch (error) {
          return refuses(error, name);
        }
      };
      const invalidFields = async (body: unknown) => {
        const caller = key === logOut ? await administratorFor(key) : api;
        return invalidFieldsOf(await sendTo(caller, key, body), shown(body));
      };

      it('requires exactly the required fields', async () => {
        const missing = namesWhere(fields, ({ isRequired }) => isRequired);
        expect(await invalidFields({})).to.have.members(missing);
      });

      it('accepts null only for nullable fields', async () => {
        const body = Object.fromEntries(namesOf(fields).map((name) => [name, null]));
        const refused = namesWhere(fields, ({ isNullable }) => !isNullable);
        expect(await invalidFields(body)).to.have.members(refused);
      });

      for (const [name, { good, bad }] of Object.entries(fields)) {
        it(`${name}: accepts valid values and is named in the error for invalid values`, async () => {
          const accepted: string[] = [];
          for (const value of bad) {
            const body = { [name]: value };
            if (!isRefused(name, body) && !(await invalidFields(body)).includes(name)) accepted.push(shown(value));
          }
          const refused: string[] = [];
          for (const value of good) {
            const invalid = await invalidFields({ [name]: value });
            if (invalid.some((field) => field === name || field.startsWith(`${name}[`))) refused.push(shown(value));
          }
          expect({ accepted, refused }).to.deep.equal({ accepted: [], refused: [] });
        });
      }
    });
  }

  for (const { key, fields } of queries ?? []) {
    describe(`${key}, query`, () => {
      const invalidFields = async (...pairs: readonly [string, string][]) => {
        const search = `?${new URLSearchParams(pairs).toString()}`;
        const named = invalidFieldsOf(await sendTo(service.admin, key, undefined, search), search);
        return named.map((field) => field.replace(/\[\d+\]$/, ''));
      };
      const missing = namesWhere(fields, ({ isRequired }) => isRequired);
      /** Whether the validators of the route refuse a parameter, which needs no request. */
      const isRefused = (name: string, value: string): boolean => {
        const route = service.routes.find((each) => keyOf(each) === key);
        if (route?.query === undefined) return false;
        try {
          readParameters(route.query as RequestSchema<object>, { [name]: value });
          return false;
        } catch (error) {
          return refuses(error, name);
        }
      };

      it('accepts missing and empty optional parameters, and ignores unknown parameters', async () => {
        // A parameter of a list is not missing if it is empty.
        const empty = namesWhere(fields, ({ isRepeatable }) => isRepeatable !== true).map((name): [string, string] => [
          name,
          '',
        ]);
        expect(await invalidFields()).to.deep.equal(missing);
        expect(await invalidFields(...empty, ['unknown', 'x'], ['unknown', 'y'])).to.deep.equal(missing);
      });

      for (const [name, { parameters, isRepeatable = false }] of Object.entries(fields)) {
        it(`${name}: accepts valid values and is named in the error for invalid values`, async () => {
          const accepted: string[] = [];
          for (const value of parameters.bad)
            if (!isRefused(name, value) && !(await invalidFields([name, value])).includes(name))
              accepted.push(shown(value));
          const refused: string[] = [];
          for (const value of parameters.good) {
            if (value !== '' && (await invalidFields([name, value])).includes(name)) refused.push(shown(value));
          }
          expect({ accepted, refused }).to.deep.equal({ accepted: [], refused: [] });
        });

        it(`${name}: is ${isRepeatable ? 'accepted' : 'rejected'} if it is repeated`, async () => {
          const value = parameters.good.find((each) => each !== '') ?? '';
          const invalid = await invalidFields([name, value], [name, value]);
          expect(invalid.includes(name)).to.equal(!isRepeatable);
        });
      }
    });
  }

  describe('an item of a list', () => {
    const lists: readonly [key: string, field: string, good: string, bad: readonly unknown[]][] = [
      ['POST /roles/:roleId/permissions', 'permissionIds', unknownId, [...badIds, 1, null, {}, [unknownId]]],
      ['POST /roles/:roleId/menus', 'menuIds', unknownId, [...badIds, 1, null, {}, [unknownId]]],
      ['PUT /users/:id/roles', 'roleIds', unknownId, [...badIds, 1, null, {}, [unknownId]]],
      ['PATCH /users/:id', 'roleIds', unknownId, [...badIds, 1, null, {}, [unknownId]]],
      ['PATCH /contents/:id', 'tagIds', unknownId, [...badIds, 1, null, {}, [unknownId]]],
      ['POST /tags/batch', 'names', 'name', ['', 'x'.repeat(65), 'a\0b', '\ud800', 1, null, {}, ['x']]],
    ];
    for (const [key, field, good, bad] of lists) {
      it(`is named by its index: ${key}, ${field}`, async () => {
        const fields = invalidFieldsOf(await sendTo(service.admin, key, { [field]: [good, good, ...bad] }), key);
        expect(fields).to.deep.equal(bad.map((_, index) => `${field}[${index + 2}]`));
      });
    }

    it('is named with its field if it is an object: PUT /users/:id/role-grants, grants', async () => {
      const { api } = await anAdministrator(service);
      const time = '2026-11-21T09:00:00Z';
      const bad: readonly (readonly [field: string, item: unknown])[] = [
        ['', null],
        ['', 1],
        ['', [unknownId]],
        ['.roleId', {}],
        ['.roleId', { roleId: 'x' }],
        ['.roleId', { roleId: [unknownId] }],
        ['.validFrom', { roleId: unknownId, validFrom: '2026-11-21' }],
        ['.validFrom', { roleId: unknownId, validFrom: 1 }],
        ['.validUntil', { roleId: unknownId, validUntil: {} }],
        ['.validUntil', { roleId: unknownId, validFrom: time, validUntil: time }],
        ['.validUntil', { roleId: unknownId, validFrom: time, validUntil: '2026-11-21T09:30:00+01:00' }],
      ];
      const body = { grants: [{ roleId: unknownId }, ...bad.map(([, item]) => item)] };
      const fields = invalidFieldsOf(await sendTo(api, 'PUT /users/:id/role-grants', body), 'grants');
      expect(fields).to.deep.equal(bad.map(([field], index) => `grants[${index + 1}]${field}`));
    });

    it('is named with its field if it is an object: PUT /user-attributes, attributes', async () => {
      const good = { name: 'a', label: 'A', type: 'string', readableBy: 'self', writableBy: 'self' };
      const bad: readonly (readonly [field: string, change: object])[] = [
        ['name', { name: 'Department' }],
        ['name', { name: 'a'.repeat(33) }],
        ['name', { name: 'a-b' }],
        ['label', { label: '' }],
        ['type', { type: 'date' }],
        ['readableBy', { readableBy: 'all' }],
        ['writableBy', { writableBy: undefined }],
        ['values', { values: 'x' }],
        ['values[0]', { values: [''] }],
        ['values[0]', { values: ['x'.repeat(129)] }],
        ['values', { values: Array.from({ length: 51 }, (_, index) => `value ${index}`) }],
      ];
      const attributes = [good, ...bad.map(([, change], index) => ({ ...good, name: `a${index}`, ...change }))];
      const fields = invalidFieldsOf(await sendTo(service.admin, 'PUT /user-attributes', { attributes }), 'attributes');
      expect(fields).to.deep.equal(bad.map(([field], index) => `attributes[${index + 1}].${field}`));
    });

    it('is not validated in a list that is too long', async () => {
      const tagIds = Array.from({ length: 40_000 }, () => 'x');
      const fields = invalidFieldsOf(await sendTo(service.admin, 'PATCH /contents/:id', { tagIds }), 'tagIds');
      expect(fields).to.deep.equal(['tagIds']);
    });
  });

  describe('a parameter of the path', () => {
    const badSlugs = ['x'.repeat(256), 'a\0b'];

    /** Returns a query with the required parameters, so that only the path is invalid. */
    const queryOf = (route: Route): string => {
      const fields = Object.entries(fieldTable[keyOf(route)]?.query ?? {}).filter(([, { isRequired }]) => isRequired);
      const good = Object.fromEntries(fields.map(([name, { parameters }]) => [name, parameters.good[0] ?? '']));
      return `?${new URLSearchParams(good).toString()}`;
    };

    it('is named in the error if it is not an id, a slug, a token or a key', async () => {
      // All routes read their parameters with the same classes, so each route gets two of the bad values.
      for (const [at, route] of service.routes.entries()) {
        // The client of the tests sends requests to the API only, which the bytes of files are no part of.
        if (route.params === undefined || route.base === '') continue;
        const [{ name } = expect.fail(`${keyOf(route)} reads no parameter.`)] = fieldsOf(route.params);
        const bad = ['slug', 'token', 'provider'].includes(name) ? badSlugs : badIds;
        for (const value of [bad[at % bad.length] ?? '', bad[(at + 1) % bad.length] ?? '']) {
          const address = route.path.replace(`:${name}`, encodeURIComponent(value));
          const api = await administratorFor(keyOf(route));
          const response = await api.send(
            route.method,
            `${address}${queryOf(route)}`,
            route.method === 'GET' ? undefined : {},
          );
          expect(invalidFieldsOf(response, address)[0], `${route.method} ${address}`).to.equal(name);
        }
      }
    });

    it('can be an id in upper case', async () => {
      const { data } = await service.admin.get<{ items: { id: string }[] }>('/roles');
      const [id = ''] = data.items.map((role) => role.id.toUpperCase());
      expect((await service.admin.get(`/roles/${id}`)).status).to.equal(200);
    });

    for (const address of ['/users/%', '/users/%E0%A4%A', '/users/%ff', '/contents/slug/%ff']) {
      it(`never causes an internal error in ${address}`, async () => {
        expect((await service.admin.get(address)).status).to.be.oneOf([400, 404]);
      });
    }
  });

  describe('a body', () => {
    const others = ['[]', '[{}]', 'null', '1', 'true', '"text"'];
    for (const [index, { key }] of (bodies ?? []).entries()) {
      // One function reads the bodies of all routes, so each route gets one of them.
      const body = others[index % others.length];
      it(`of ${key} must be a JSON object, and not ${body}`, async () => {
        const { status, code, errors } = await sendTo(await administratorFor(key), key, body);
        const errorsOfBody = [{ field: '', message: 'The body must be a JSON object.' }];
        expect({ status, code, errors }).to.deep.equal({ status: 400, code: 1005, errors: errorsOfBody });
      });
    }

    it('counts as {} if it is missing', async () => {
      const chunked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, duplex: 'half' } as const;
      const emptyStream = await fetch(`${service.api.url}/api/auth/login`, {
        ...chunked,
        body: new Blob([]).stream(),
      });
      expect(await emptyStream.json()).to.have.nested.property('errors[0].field', 'username');
      for (const body of [undefined, '']) {
        expect(invalidFieldsOf(await service.api.post('/auth/login', body), shown(body ?? null))).to.include(
          'username',
        );
      }
    });

    const given = { id: unknownId, isSystem: true, createdAt: '2000-01-01T00:00:00.000Z', updatedAt: 'yesterday' };
    const alike = { ...given, unknown: [1], constructor: 1, toString: null };
    const creations: readonly [path: string, body: () => object][] = [
      ['/permissions', () => ({ code: unique(), name: unique(), resource: 'x', action: 'y' })],
      ['/roles', () => ({ code: unique('R').toUpperCase(), name: unique() })],
      ['/users', () => ({ username: unique(), email: `${unique()}@example.com`, password: unique('password') })],
      ['/menus', () => ({ routeName: unique(), routePath: '/x', menuType: 2 })],
      ['/contents', () => ({ title: unique() })],
      ['/categories', () => ({ name: unique() })],
      ['/tags', () => ({ name: unique() })],
    ];
    for (const [path, body] of creations) {
      it(`of POST and PATCH ${path} cannot set id, timestamps or isSystem, and may have unknown properties`, async () => {
        const made = await service.admin.post<Made>(path, { ...body(), ...alike });
        expect(made.status, made.message).to.equal(201);
        const changed = await service.admin.patch<Made>(`${path}/${made.data.id}`, { ...body(), ...alike });
        expect(changed.status, changed.message).to.equal(200);
        for (const { id, isSystem = false, createdAt, updatedAt } of [made.data, changed.data]) {
          expect(id).to.equal(made.data.id).and.not.equal(given.id);
          expect(isSystem).to.equal(false);
          expect(createdAt).to.equal(made.data.createdAt).and.not.equal(given.createdAt);
          expect(updatedAt >= createdAt).to.equal(true);
        }
      });
    }

    it('with an invalid field gets an error message that states the rule', async () => {
      const body = { routeName: 'x', routePath: '/x', menuType: 2, href: 'javascript:alert(1)' };
      const { errors } = await service.admin.post('/menus', body);
      const message = 'href must not be a script URL or contain control characters';
      expect(errors).to.deep.equal([{ field: 'href', message }]);
    });

    it('of a registration must contain a password that is long enough, short enough and not common', async () => {
      const account = { username: unique(), email: `${unique()}@example.com` };
      for (const password of ['', 'x'.repeat(7), '😀'.repeat(7), 'x'.repeat(129), 'password1']) {
        expect(
          invalidFieldsOf(await service.api.post('/auth/register', { ...account, password }), password),
        ).to.deep.equal(['password']);
      }
    });
  });
});
