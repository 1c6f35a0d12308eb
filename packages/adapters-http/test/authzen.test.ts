import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { InMemoryWorld } from '@portcullis/testing';
import { expect } from 'chai';
import type { ApiResponse, Api } from './support/api.ts';
import { startRoutes } from './support/mounted.ts';
import { routesOn } from './support/routes.ts';
import { aPerson, startService, unique, type Person, type Service } from './support/service.ts';

interface Decision {
  readonly decision: boolean;
  readonly context?: { readonly reason?: string; readonly roles?: readonly string[]; readonly error?: object };
}

interface Entity {
  readonly type: string;
  readonly id: string;
  readonly properties?: object;
}

const evaluationPath = '/access/v1/evaluation';
const evaluationsPath = '/access/v1/evaluations';

describe('§4.14: decisions for other services', () => {
  let service: Service;
  let pep: Api;
  /** Callers who also hold `access.explain`. */
  let explaining: Api;
  const permissionIds = new Map<string, string>();

  /** Creates a role with these permissions, and the permissions that do not exist, and returns its id and code. */
  async function aRole(codes: readonly string[], draft = {}) {
    for (const code of codes) {
      if (permissionIds.has(code)) continue;
      const [resource, action] = code.split('.');
      const { data } = await service.admin.post<{ id: string }>('/permissions', { code, name: code, resource, action });
      permissionIds.set(code, data.id);
    }
    const code = unique('ROLE_').toUpperCase();
    const { data } = await service.admin.post<{ id: string }>('/roles', { code, name: code, ...draft });
    const ids = codes.map((each) => permissionIds.get(each));
    await service.admin.post(`/roles/${data.id}/permissions`, { permissionIds: ids });
    return { id: data.id, code };
  }

  const aHolder = async (codes: readonly string[], draft = {}): Promise<Person & { readonly role: string }> => {
    const { code } = await aRole(codes, draft);
    return { ...(await aPerson(service, [code])), role: code };
  };

  async function aKey({ api }: Person, permissions: readonly string[], draft = {}) {
    const body = { name: unique('key'), permissions, ...draft };
    const { data, message } = await api.post<{ key: string; apiKey: { id: string } }>('/api-keys', body);
    expect(data, message).to.have.property('key');
    return { id: data.apiKey.id, api: service.api.as(data.key) };
  }

  before(async () => {
    service = await startService();
    const { data } = await service.admin.get<{ items: { id: string; code: string }[] }>('/permissions?pageSize=100');
    for (const { code, id } of data.items) permissionIds.set(code, id);
    pep = (await aHolder(['access.evaluate'])).api;
    explaining = (await aHolder(['access.evaluate', 'access.explain'])).api;
  });
  after(() => service.stop());

  const user = ({ id }: { readonly id: string }): Entity => ({ type: 'user', id });
  const apiKey = ({ id }: { readonly id: string }, address?: string): Entity => ({
    type: 'apiKey',
    id,
    ...(address !== undefined && { properties: { ip_address: address } }),
  });

  const ask = (subject: Entity, name: string, type: string, id = 'any', api = explaining) =>
    api.post<Decision>(evaluationPath, { subject, action: { name }, resource: { type, id } });

  async function expectDecision(asked: Promise<ApiResponse<Decision>>, decision: boolean, reason: string) {
    const { status, data, message } = await asked;
    expect(status, message).to.equal(200);
    expect({ decision: data.decision, reason: data.context?.reason }).to.deep.equal({ decision, reason });
    return data.context?.roles;
  }

  describe('the caller', () => {
    it('needs the permission access.evaluate, also as ADMIN or with a key', async () => {
      const person = await aHolder(['access.evaluate', 'user.read']);
      const subject = user(person);
      const other = await aKey(person, ['user.read']);
      for (const [api, status] of [
        [service.api, 401],
        [service.api.as('no.valid.token'), 401],
        [service.admin, 403],
        [other.api, 403],
        [(await aKey(person, ['access.evaluate'])).api, 200],
        [(await aKey(person, ['access.evaluate'], { readOnly: true })).api, 200],
        [person.api, 200],
      ] as const) {
        const response = await ask(subject, 'read', 'user', 'any', api);
        expect(response.status).to.equal(status);
        if (status !== 200) expect(response.headers.get('Content-Type')).to.equal('text/plain; charset=utf-8');
        expect(response.headers.get('WWW-Authenticate')).to.equal(status === 401 ? 'Bearer' : null);
        expect(response.headers.get('Cache-Control')).to.equal('no-store');
      }
    });

    it('learns a reason only with access.explain', async () => {
      const person = await aHolder(['user.read']);
      expect((await ask(user(person), 'read', 'user', 'any', pep)).data).to.deep.equal({ decision: true });
      expect((await ask(user(person), 'read', 'user')).data).to.deep.equal({
        decision: true,
        context: { reason: 'granted', roles: [person.role] },
      });
      const person2 = await aHolder(['access.evaluate', 'access.explain']);
      const key = await aKey(person2, ['access.evaluate']);
      expect((await ask(user(person), 'read', 'user', 'any', key.api)).data).to.deep.equal({ decision: true });
    });
  });

  describe('the subject', () => {
    it('is a user by id or by name, in any case', async () => {
      const person = await aHolder(['user.read']);
      for (const id of [person.id, person.id.toUpperCase(), person.username, person.username.toUpperCase()])
        await expectDecision(ask({ type: 'user', id }, 'read', 'user'), true, 'granted');
    });

    it('is never a user whose name looks like an id', async () => {
      const { id: roleId } = await aRole(['user.read']);
      const name = 'aaaaaaaa-0000-4000-8000-00000000beef';
      const draft = { username: name, email: 'beef@example.com', password: 'a-long-password-1', roleIds: [roleId] };
      expect((await service.admin.post('/users', draft)).status).to.equal(201);
      await expectDecision(ask({ type: 'user', id: name }, 'read', 'user'), false, 'unknown-subject');
    });

    it('is denied if it is unknown', async () => {
      const person = await aHolder(['user.read']);
      const unknown = ['nobody', '', 'x'.repeat(300), 'a\0b', '\ud800', '00000000-0000-4000-8000-00000000dead'];
      for (const id of unknown) {
        await expectDecision(ask({ type: 'user', id }, 'read', 'user'), false, 'unknown-subject');
        await expectDecision(ask({ type: 'apiKey', id }, 'read', 'user'), false, 'unknown-subject');
      }
      for (const type of ['group', 'USER', '', 'apikey', '__proto__'])
        await expectDecision(ask({ type, id: person.id }, 'read', 'user'), false, 'unknown-subject');
    });

    it('is denied if the user is disabled', async () => {
      const person = await aHolder(['user.read']);
      await service.admin.patch(`/users/${person.id}`, { status: 0 });
      const roles = await expectDecision(ask(user(person), 'read', 'user'), false, 'user-disabled');
      expect(roles).to.deep.equal([person.role]);
    });

    it('has no role that requires a second factor, because no session is known', async () => {
      const person = await aHolder(['user.read'], { requiresFactor: true });
      await expectDecision(ask(user(person), 'read', 'user'), false, 'factor-required');
    });

    it('can be a key, which has what it lists and its owner holds', async () => {
      const person = await aHolder(['user.read', 'role.read']);
      const key = await aKey(person, ['user.read', 'menu.read']);
      await expectDecision(ask(apiKey(key), 'read', 'user'), true, 'granted');
      await expectDecision(ask(apiKey(key), 'read', 'role'), false, 'not-listed-by-key');
      await expectDecision(ask(apiKey(key), 'read', 'menu'), false, 'not-granted');
      await service.admin.patch(`/users/${person.id}`, { status: 0 });
      await expectDecision(ask(apiKey(key), 'read', 'user'), false, 'user-disabled');
    });

    it('can be a key with allowed addresses only together with an address', async () => {
      const person = await aHolder(['user.read']);
      const key = await aKey(person, ['user.read'], { allowedAddresses: ['192.0.2.0/24'] });
      await expectDecision(ask(apiKey(key, '192.0.2.7'), 'read', 'user'), true, 'granted');
      for (const address of [undefined, '198.51.100.1', 'x', ''])
        await expectDecision(ask(apiKey(key, address), 'read', 'user'), false, 'address-not-allowed');
    });
  });

  describe('the resource and the action', () => {
    it('are denied if no permission has them', async () => {
      const person = await aHolder(['user.read']);
      for (const [type, name] of [
        ['user', 'fly'],
        ['spaceship', 'read'],
        ['', ''],
        ['a\0b', 'read'],
        ['constructor', 'call'],
      ] as const)
        await expectDecision(ask(user(person), name, type), false, 'unknown-resource');
      await expectDecision(ask(user(person), 'delete', 'user'), false, 'not-granted');
    });

    it('can be the code of a permission, which need not match its resource and action', async () => {
      const draft = { code: 'special', name: 'Special', resource: 'a', action: 'b' };
      const { data } = await service.admin.post<{ id: string }>('/permissions', draft);
      permissionIds.set('special', data.id);
      const person = await aHolder(['special']);
      await expectDecision(ask(user(person), 'hold', 'permission', 'special'), true, 'granted');
      await expectDecision(ask(user(person), 'b', 'a'), true, 'granted');
      await expectDecision(ask(user(person), 'hold', 'permission', 'user.read'), false, 'not-granted');
      await expectDecision(ask(user(person), 'hold', 'permission', 'no.code'), false, 'unknown-resource');
      await service.admin.patch(`/permissions/${data.id}`, { status: 0 });
      await expectDecision(ask(user(person), 'hold', 'permission', 'special'), false, 'permission-disabled');
    });

    it('can be an operation, as GET /auth/operations lists it', async () => {
      const person = await aHolder(['role.read']);
      const key = await aKey(person, ['role.read']);
      const readOnly = await aKey(person, ['role.read'], { readOnly: true });
      for (const [api, subject] of [
        [person.api, user(person)],
        [key.api, apiKey(key)],
        [readOnly.api, apiKey(readOnly)],
      ] as const) {
        const { data } = await api.get<readonly { id: string }[]>('/auth/operations');
        const listed = new Set(data.map(({ id }) => id));
        const asked = service.routes.map(({ operation }) => operation);
        const decisions: (readonly [string, boolean])[] = [];
        for (let first = 0; first < asked.length; first += 100) {
          const evaluations = asked
            .slice(first, first + 100)
            .map((id) => ({ subject, action: { name: 'call' }, resource: { type: 'operation', id } }));
          const response = await pep.post<{ evaluations: readonly Decision[] }>(evaluationsPath, { evaluations });
          for (const [index, { decision }] of response.data.evaluations.entries())
            decisions.push([asked[first + index] ?? '', decision]);
        }
        const allowed = decisions.flatMap(([id, decision]) => (decision ? [id] : []));
        // The list of the test service does not contain the operations of other routes, only its own two.
        const known = allowed.filter((id) => !listed.has(id));
        expect([...listed].every((id) => allowed.includes(id))).to.equal(true);
        expect(known).not.to.include('deleteUser');
        expect(allowed).to.include('listRoles');
      }
      await expectDecision(ask(user(person), 'call', 'operation', 'noSuch'), false, 'unknown-resource');
      await expectDecision(ask(apiKey(key), 'call', 'operation', 'getProfile'), false, 'key-refused');
      await expectDecision(ask(apiKey(readOnly), 'call', 'operation', 'createMenu'), false, 'key-read-only');
    });

    it('decide conditions with the properties and the id of a resource of another service', async () => {
      const { id: roleId, code } = await aRole(['bill.read']);
      const person = await aPerson(service, [code]);
      const set = async (condition: Condition) => {
        const grants = [{ permissionId: permissionIds.get('bill.read'), condition }];
        expect((await service.admin.put(`/roles/${roleId}/permission-grants`, { grants })).status).to.equal(200);
      };
      const askAbout = (properties: unknown, id = 'b1', type = 'bill') =>
        explaining.post<Decision>(evaluationPath, {
          subject: user(person),
          action: { name: 'read' },
          resource: { type, id, ...(properties !== undefined && { properties }) },
        });
      const own: Condition = { attr: 'resource.ownerId', eq: { ref: 'subject.id' } };
      const isNoSecret: Condition = { attr: 'resource.secret', exists: false };
      await set({ any: [{ all: [own, isNoSecret] }, { attr: 'resource.id', in: ['b2'] }] });
      const ownerId = person.id;
      await expectDecision(askAbout({ ownerId }), true, 'granted');
      await expectDecision(askAbout({ ownerId, secret: null }), true, 'granted');
      await expectDecision(askAbout({ id: 'b1' }, 'b2'), true, 'granted');
      for (const secret of [{}, [[]], [null], [], '', 0, false, 'x'])
        await expectDecision(askAbout({ ownerId, secret }), false, 'conditional');
      for (const properties of [undefined, {}, { ownerId: [ownerId] }, { ownerId: 'x' }, { ownerId: {} }, { id: 'b2' }])
        await expectDecision(askAbout(properties), false, 'conditional');
      expect((await askAbout([])).status).to.equal(400);
      // No other question says which bill is meant.
      await expectDecision(ask(user(person), 'hold', 'permission', 'bill.read'), false, 'conditional');
      await set({ not: { attr: 'resource.labels', contains: 'x' } });
      await expectDecision(askAbout({ labels: ['y'] }), true, 'granted');
      await expectDecision(askAbout({ labels: ['x'] }), false, 'conditional');
      await expectDecision(askAbout({ labels: [{}] }), false, 'conditional');
    });

    it('do not decide conditions on contents, which this service stores', async () => {
      const { id: roleId, code } = await aRole(['content.update']);
      const person = await aPerson(service, [code]);
      const condition: Condition = { attr: 'resource.status', eq: 'DRAFT' };
      const grants = [{ permissionId: permissionIds.get('content.update'), condition }];
      expect((await service.admin.put(`/roles/${roleId}/permission-grants`, { grants })).status).to.equal(200);
      const resource = { type: 'content', id: 'any', properties: { status: 'DRAFT' } };
      const asked = explaining.post<Decision>(evaluationPath, {
        subject: user(person),
        action: { name: 'update' },
        resource,
      });
      await expectDecision(asked, false, 'conditional');
    });

    it('can be a menu by its route name', async () => {
      const person = await aPerson(service, ['MODERATOR']);
      await expectDecision(ask(user(person), 'show', 'menu', 'manage_user'), true, 'granted');
      await expectDecision(ask(user(person), 'show', 'menu', 'manage_role'), false, 'not-granted');
      // Other actions of a menu are those of permissions.
      await expectDecision(ask(user(person), 'read', 'menu', 'manage_role'), true, 'granted');
      const key = await aKey(person, ['menu.read']);
      await expectDecision(ask(apiKey(key), 'show', 'menu', 'manage_user'), false, 'key-refused');
    });
  });

  describe('several evaluations', () => {
    const [yes, no] = [{ action: { name: 'read' } }, { action: { name: 'delete' } }];
    const many = async (evaluations: readonly unknown[], semantic?: unknown, api = pep) => {
      const person = await aHolder(['user.read']);
      return api.post<{ evaluations: readonly Decision[] }>(evaluationsPath, {
        subject: user(person),
        resource: { type: 'user', id: 'any' },
        evaluations,
        ...(semantic !== undefined && { options: { evaluations_semantic: semantic, another: 1 } }),
      });
    };

    const semantics: readonly (readonly [string | undefined, readonly object[], readonly boolean[]])[] = [
      [undefined, [yes, no, yes], [true, false, true]],
      ['execute_all', [yes, no, yes], [true, false, true]],
      ['deny_on_first_deny', [yes, no, yes], [true, false]],
      ['deny_on_first_deny', [yes, {}, yes], [true, false]],
      ['deny_on_first_deny', [yes, yes], [true, true]],
      ['permit_on_first_permit', [no, yes, no], [false, true]],
      ['permit_on_first_permit', [no, no], [false, false]],
    ];
    for (const [semantic, evaluations, expected] of semantics) {
      it(`end as ${semantic ?? 'no semantic'} says: ${expected.join(', ')}`, async () => {
        const { status, data } = await many(evaluations, semantic);
        expect(status).to.equal(200);
        expect(data.evaluations.map(({ decision }) => decision)).to.deep.equal(expected);
      });
    }

    it('are read with one statement', async () => {
      const { accessFacts } = service.world;
      let reads = 0;
      const ofSubjects: typeof accessFacts.ofSubjects = async (query) => {
        reads += 1;
        return accessFacts.ofSubjects(query);
      };
      const world: object = { ...service.world, accessFacts: { ...accessFacts, ofSubjects } };
      const routes = routesOn(world as InMemoryWorld);
      const server = await startRoutes(routes, { authenticator: service.authenticator });
      const { data } = await many(
        Array.from({ length: 100 }, (_each, index) => (index % 2 === 0 ? yes : no)),
        undefined,
        server.api.as(pep.token ?? ''),
      );
      await server.stop();
      expect(data.evaluations).to.have.length(100);
      expect(reads).to.equal(1);
    });

    it('are at most 100, and have a semantic of the standard', async () => {
      const tooMany = await many(Array.from({ length: 101 }, () => yes));
      expect({ status: tooMany.status, text: tooMany.data }).to.deep.equal({
        status: 400,
        text: 'evaluations must be a list of at most 100 evaluations.',
      });
      for (const semantic of ['other', 1, null]) expect((await many([yes], semantic)).status).to.equal(400);
    });

    it('are decided alike if they are equal, each in its place', async () => {
      const own = { resource: { type: 'menu', id: 'x' } };
      const asked = [yes, no, yes, { ...yes, ...own }, no, { ...no, properties: 1 }, yes];
      const { data } = await many(asked);
      expect(data.evaluations.map(({ decision }) => decision)).to.deep.equal([
        true,
        false,
        true,
        false,
        false,
        false,
        true,
      ]);
    });

    it('and single ones refuse long lists and texts in properties', async () => {
      const withProperty = (value: unknown) => ({ type: 'bill', id: '1', properties: { labels: value } });
      const person = await aHolder(['user.read']);
      const values = Array.from({ length: 1000 }, () => 1);
      const text = 'x'.repeat(2000);
      for (const [value, status] of [
        [values, 200],
        [[...values, 1], 400],
        [text, 200],
        [`${text}x`, 400],
        [[`${text}x`], 400],
      ] as const) {
        const resource = withProperty(value);
        const single = await pep.post(evaluationPath, { subject: user(person), ...yes, resource });
        expect(single.status).to.equal(status);
        const several = { subject: user(person), resource, evaluations: [yes] };
        expect((await pep.post(evaluationsPath, several)).status).to.equal(status);
        const { data } = await many([{ ...yes, resource }]);
        expect(data.evaluations.length).to.equal(1);
        expect(Object(data.evaluations[0]?.context).error?.status).to.equal(status === 400 ? 400 : undefined);
      }
    });

    it('contain an error for each that is not valid', async () => {
      const invalid = [
        {},
        null,
        1,
        [],
        { action: { name: 1 } },
        { action: null },
        { action: { name: 'x', properties: [] } },
      ];
      const { data } = await many([yes, ...invalid, yes]);
      expect(data.evaluations.map(({ decision }) => decision)).to.deep.equal([true, ...invalid.map(() => false), true]);
      for (const { context } of data.evaluations.slice(1, -1))
        expect(context).to.deep.equal({
          error: { status: 400, message: "action must be an object with the text 'name'" },
        });
    });
  });

  it('cannot be discovered without PUBLIC_URL', async () => {
    const server = await startRoutes(routesOn(InMemoryWorld.seeded(), { isDiscoverable: false }));
    const response = await server.api.get<string>('/.well-known/authzen-configuration');
    await server.stop();
    expect(response.status).to.equal(404);
  });
});
