import { expect } from 'chai';
import { ownStore, typeormUnitOfWork, viewsOf } from '@portcullis/adapters-persistence';
import type { OwnFields } from '@portcullis/domain';
import { ownResource, type OwnDraft } from '@portcullis/domain/internal/own-resource';
import { declarePermission } from '@portcullis/domain/internal/roles/permission';
import { anActor, anId, InMemoryWorld, ownFake, ownWorld, refusalOf, unique } from '@portcullis/testing';
import { ownContract } from '@portcullis/testing/contracts';
import { aPerson, aUserWithRoles, sharedService, type Service } from '../support/service.ts';
import { defineResource } from '../../src/index.ts';
import { sendDocumented } from '../support/api.ts';
import { aPermission, aRole, expectSuccess } from '../support/builders.ts';
import { aStream } from '../support/streams.ts';
import { ownLabels } from './own-labels.ts';
import { openNotes, ownModules, sharedNotes } from './own-modules.ts';

interface Response {
  readonly status: number;
  readonly etag: string | null;
  readonly code: number;
  readonly reason?: string;
  readonly errors?: object | null;
  readonly data: { readonly id: string; readonly version: number; readonly [field: string]: unknown };
}

const draft = { name: 'Bug', colour: '#336699', rank: 3, isShown: true, size: 'small' };

let drafts = 0;
/** Returns values for all fields, most of which differ at each call. */
const aDraft = (): OwnDraft => {
  drafts += 1;
  const size = drafts % 2 === 0 ? 'small' : 'large';
  return { ...draft, name: unique('Häufig '), rank: drafts % 100, isShown: drafts % 3 === 0, size, description: null };
};

describe('A resource that is defined from its fields', () => {
  let service: Service;
  before(async () => {
    service = await sharedService(ownModules);
  });

  async function call(method: string, path = '', body?: object, headers: object = {}): Promise<Response> {
    const response = await sendDocumented(`${service.server.url}/api/team/labels${path}`, {
      method,
      headers: { Authorization: `Bearer ${service.admin.token}`, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope: Response = JSON.parse(response.text);
    return { ...envelope, status: response.status, etag: response.headers.get('ETag') };
  }
  const create = (own: object) => call('POST', '', { ...draft, ...own });

  it('is created, read, changed under If-Match, and deleted', async () => {
    const created = await create({ name: 'Urgent' });
    expect(created).to.include({ status: 201, etag: '"1"' });
    expect(created.data).to.include({ ...draft, name: 'Urgent', description: null, version: 1 });
    const path = `/${created.data.id}`;
    const changed = await call('PATCH', path, { rank: 4 }, { 'If-Match': '"1"' });
    expect([changed.status, changed.data['rank'], changed.data.version]).to.deep.equal([200, 4, 2]);
    const refused = await call('PATCH', path, { rank: 5 }, { 'If-Match': '"1"' });
    expect(refused).to.include({ status: 412, reason: 'version-changed' });
    const { data: profile } = await service.admin.get<{ id: string }>('/auth/profile');
    expect(refused.errors).to.deep.include({ current: 2, updatedBy: profile.id, changedFields: ['rank'] });
    expect((await call('GET', path)).data).to.include({ rank: 4, version: 2 });
    expect(await call('DELETE', path)).to.include({ status: 200 });
    expect(await call('GET', path)).to.include({ status: 404, reason: 'team-label-not-found', code: 1201 });
    const recorded = ['colour', 'isShown', 'name', 'rank', 'size'];
    const items = await viewsOf(service.server.database.reader).events.page({
      limit: 10,
      subjectId: created.data.id,
    });
    expect(items.map(({ type, changes }) => [type, Object.keys(changes).toSorted()])).to.deep.equal([
      ['team.label.deleted', recorded],
      ['team.label.updated', ['rank']],
      ['team.label.created', recorded],
    ]);
    expect(items[1]?.changes).to.deep.equal({ rank: { before: 3, after: 4 } });
  });

  it('is created once if a request with an Idempotency-Key is repeated', async () => {
    const body = { ...draft, name: unique('Once ') };
    const key = { 'Idempotency-Key': unique('key-') };
    const first = await call('POST', '', body, key);
    // A repeated request records no event, so it is not sent with the client that expects one.
    const again = await fetch(`${service.server.url}/api/team/labels`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.admin.token}`, 'Content-Type': 'application/json', ...key },
      body: JSON.stringify(body),
    });
    const repeated: Response = JSON.parse(await again.text());
    expect([first.status, again.status, repeated.data.id]).to.deep.equal([201, 201, first.data.id]);
    const other = await call('POST', '', { ...body, rank: 9 }, key);
    expect(other).to.include({ status: 422, reason: 'idempotency-key-reused' });
  });

  it('refuses invalid values and a value that is in use', async () => {
    expect(await create({ name: 'Red', colour: 'red' })).to.include({ status: 400, code: 1005 });
    expect(await create({ name: 'Red', rank: 101 })).to.include({ status: 400, code: 1005 });
    await create({ name: 'Häufig' });
    expect(await create({ name: 'HÄUFIG' })).to.include({ status: 409, code: 1202, reason: 'team-label-name-taken' });
  });

  it('is listed with search, filters and sorting', async () => {
    const prefix = unique('Sorted');
    for (const [name, rank, size] of [
      ['b', 1, 'large'],
      ['a', 2, 'small'],
      ['c', 3, 'small'],
    ] as const)
      await create({ name: `${prefix} ${name}`, rank, size });
    const names = async (query: string) => {
      const { data } = await call('GET', `?search=${prefix}&${query}`);
      const items = data['items'];
      return [Array.isArray(items) ? items.map(({ name }) => String(name).at(-1)).join('') : '', data['total']];
    };
    expect(await names('sortBy=name')).to.deep.equal(['abc', 3]);
    expect(await names('sortBy=rank&sortOrder=desc&pageSize=2')).to.deep.equal(['ca', 3]);
    expect(await names('size=small&isShown=true&sortBy=rank')).to.deep.equal(['ac', 2]);
    expect(await call('GET', '?size=medium')).to.include({ status: 400, code: 1005 });
  });

  it('requires a permission for each operation, which the migration gives to administrators', async () => {
    const { api } = await aPerson(service);
    expect((await sendDocumented(`${service.server.url}/api/team/labels`)).status).to.equal(401);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', `/${anId()}`],
      ['DELETE', `/${anId()}`],
    ] as const) {
      const refused = await call(method, path, method === 'GET' ? undefined : {}, {
        Authorization: `Bearer ${api.token}`,
      });
      expect(refused, method).to.include({ status: 403, reason: 'permission-required' });
    }
    const read: 'team.label.read' = ownLabels.permissions.read;
    expect(declarePermission(read)).to.equal(ownLabels.resource.permissions.read);
  });

  it('shows and changes only what the conditions of the permissions of the caller allow', async () => {
    const { items } = await expectSuccess(
      service.admin.get<{ items: { id: string; code: string }[] }>('/permissions?search=team.label&pageSize=100'),
    );
    const grants = (conditions: Readonly<Record<string, unknown>>) => ({
      grants: Object.entries(conditions).map(([action, condition]) => ({
        permissionId: items.find(({ code }) => code === `team.label.${action}`)?.id,
        condition,
      })),
    });
    const small = ownLabels.condition({ attr: 'resource.size', eq: 'small' });
    const low = ownLabels.condition({ attr: 'resource.rank', lt: 50 });
    // @ts-expect-error The resource has no such field.
    const misspelt = ownLabels.condition({ attr: 'resource.sizes', eq: 'small' });
    const role = await aRole(service.admin);
    const grantsPath = `/roles/${role.id}/permission-grants`;
    for (const [condition, place] of [
      [misspelt, 'attr'],
      [ownLabels.condition({ attr: 'resource.size', eq: 'medium' }), 'eq'],
      [ownLabels.condition({ attr: 'resource.rank', contains: 'a' }), 'contains'],
    ] as const) {
      const refused = await service.admin.put(grantsPath, grants({ read: condition }));
      expect(refused).to.deep.include({ status: 400, code: 1005, reason: 'condition-unacceptable' });
      expect(JSON.stringify(refused.errors)).to.include(`grants[0].condition.${place}`);
    }
    const lowAndSmall = { all: [small, low] };
    await expectSuccess(
      service.admin.put(grantsPath, grants({ read: small, create: small, update: lowAndSmall, delete: low })),
    );
    const { api, id: userId } = await aUserWithRoles(service, role);
    const headers = { Authorization: `Bearer ${api.token}` };
    const asPerson = (method: string, path: string, body?: object, further: object = {}) =>
      call(method, path, body, { ...headers, ...further });
    const prefix = unique('Scoped ');
    const make = async (own: object) => (await create({ name: unique(prefix), ...own })).data.id;
    const [shown, high] = [await make({ rank: 4 }), await make({ rank: 60 })];
    const hidden = await make({ size: 'large', rank: 4 });

    const listed = await asPerson('GET', `?search=${encodeURIComponent(prefix)}&sortBy=rank`);
    expect(listed.data).to.deep.include({ total: 2 });
    expect(JSON.stringify(listed.data['items'])).to.include(shown).and.include(high).and.not.include(hidden);
    const notFound = { status: 404, reason: 'team-label-not-found' };
    const forbidden = { status: 403, reason: 'permission-required' };
    expect(await asPerson('GET', `/${shown}`)).to.include({ status: 200 });
    expect(await asPerson('GET', `/${hidden}`)).to.include(notFound);
    expect(await asPerson('PATCH', `/${hidden}`, { rank: 5 })).to.include(notFound);
    expect(await asPerson('PATCH', `/${high}`, { rank: 5 }, { 'If-Match': '"7"' })).to.include(forbidden);
    expect(await asPerson('PATCH', `/${shown}`, { size: 'large' })).to.include(forbidden);
    expect(await asPerson('PATCH', `/${shown}`, { rank: 5 }, { 'If-Match': '"7"' })).to.include({ status: 412 });
    expect(await asPerson('PATCH', `/${shown}`, { rank: 5 })).to.include({ status: 200 });
    expect(await asPerson('DELETE', `/${high}`)).to.include(forbidden);
    expect(await asPerson('DELETE', `/${shown}`)).to.include({ status: 200 });
    expect(await asPerson('POST', '', { ...draft, name: unique(prefix), size: 'large' })).to.include(forbidden);
    expect(await asPerson('POST', '', { ...draft, name: unique(prefix) })).to.include({ status: 201 });

    const ids = Object.values(ownLabels.operations);
    const mine = await expectSuccess(api.get<readonly object[]>(`/auth/operations?ids=${ids.join(',')}`));
    expect(mine).to.have.deep.members(ids.map((id) => ({ id, when: 'some' })));
    const { operations } = await expectSuccess(
      service.admin.get<{ operations: object[] }>(`/users/${userId}/access?ids=${ids.join(',')}`),
    );
    for (const each of operations) expect(each).to.include({ granted: true, isConditional: true });
    expect(operations.length).to.equal(ids.length);

    await expectSuccess(service.admin.put(grantsPath, grants({ read: small, create: null, update: null })));
    expect(
      await expectSuccess(api.get<readonly object[]>(`/auth/operations?ids=${ids.join(',')}`)),
    ).to.have.deep.members([
      { id: ownLabels.operations.create, when: 'always' },
      { id: ownLabels.operations.list, when: 'some' },
      { id: ownLabels.operations.count, when: 'some' },
      { id: ownLabels.operations.export, when: 'some' },
      { id: ownLabels.operations.import, when: 'always' },
      { id: ownLabels.operations.get, when: 'some' },
      { id: ownLabels.operations.update, when: 'some' },
    ]);
  });

  it('decides no condition with the values that another service sends, because it stores the entries itself', async () => {
    const { items } = await expectSuccess(
      service.admin.get<{ items: { id: string }[] }>('/permissions?search=team.label.read'),
    );
    const [role, asking] = [await aRole(service.admin), await aRole(service.admin)];
    const set = (condition: unknown) => {
      const grants = items.map(({ id: permissionId }) => ({ permissionId, condition }));
      return expectSuccess(service.admin.put(`/roles/${role.id}/permission-grants`, { grants }));
    };
    const codes = ['access.evaluate', 'access.explain'];
    const asked = await Promise.all(codes.map((code) => aPermission(service.admin, { code })));
    const permissionIds = asked.map(({ id }) => id);
    await expectSuccess(service.admin.post(`/roles/${asking.id}/permissions`, { permissionIds }));
    const [person, { api }] = [await aUserWithRoles(service, role), await aUserWithRoles(service, asking)];
    const evaluate = async (): Promise<unknown> => {
      const response = await sendDocumented(`${service.server.url}/access/v1/evaluation`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          subject: { type: 'user', id: person.id },
          action: { name: 'read' },
          resource: { type: 'team.label', id: anId(), properties: { size: 'small' } },
        }),
      });
      return JSON.parse(response.text);
    };
    await set(ownLabels.condition({ attr: 'resource.size', eq: 'small' }));
    expect(await evaluate()).to.deep.equal({ decision: false, context: { reason: 'conditional', roles: [role.code] } });
    await set(null);
    expect(await evaluate()).to.deep.equal({ decision: true, context: { reason: 'granted', roles: [role.code] } });
  });

  it('has literal types for its events and operations, and for those of a plural of its own', () => {
    const created: 'team.label.created' = ownLabels.eventTypes.created;
    const list: 'listTeamLabels' = ownLabels.operations.list;
    const people = defineResource({
      name: 'team.person',
      plural: 'team.people',
      since: 1795281000001,
      namedBy: 'name',
      fields: { name: { type: 'text', max: 5 } },
    });
    const listPeople: 'listTeamPeople' = people.operations.list;
    expect([created, list, listPeople, people.operations.get]).to.deep.equal([
      ownLabels.resource.events.created.type,
      ownLabels.resource.operations.list,
      'listTeamPeople',
      'getTeamPerson',
    ]);
  });

  it('sends live updates to users who may read it, and to nobody else', async () => {
    const person = await aPerson(service, []);
    const [reader, other] = [await aStream(service.admin), await aStream(person.api)];
    const { data: profile } = await service.admin.get<{ id: string }>('/auth/profile');
    const { data } = await create({ name: unique('Live ') });
    expect(await reader.next()).to.deep.include({
      type: 'team.label.created',
      data: { id: data.id, title: data['name'], by: { id: profile.id, name: 'admin' } },
    });
    const role = await aRole(service.admin);
    await expectSuccess(service.admin.patch(`/users/${person.id}`, { roleIds: [role.id] }));
    expect(await other.next()).to.include({ type: 'access.changed' });
    await Promise.all([reader.close(), other.close()]);
  });

  it('sends live updates about those entries for which the condition of a reader is true', async () => {
    const { items } = await expectSuccess(
      service.admin.get<{ items: { id: string }[] }>('/permissions?search=team.label.read'),
    );
    const role = await aRole(service.admin);
    const condition = ownLabels.condition({ attr: 'resource.size', eq: 'large' });
    const grants = items.map(({ id: permissionId }) => ({ permissionId, condition }));
    await expectSuccess(service.admin.put(`/roles/${role.id}/permission-grants`, { grants }));
    const { api } = await aUserWithRoles(service, role);
    const stream = await aStream(api);
    const { data: hidden } = await create({ name: unique('Live '), size: 'small' });
    const { data: shown } = await create({ name: unique('Live '), size: 'large' });
    expect(await stream.next())
      .to.deep.include({ type: 'team.label.created' })
      .and.have.nested.property('data.id', shown.id);
    await call('DELETE', `/${hidden.id}`);
    await call('DELETE', `/${shown.id}`);
    expect(await stream.next())
      .to.deep.include({ type: 'team.label.deleted' })
      .and.have.nested.property('data.id', shown.id);
    await stream.close();
  });

  it('can be read by everybody, or by everybody who is logged in', async () => {
    const { api } = await aPerson(service);
    for (const [shared, visitor] of [
      [openNotes, 200],
      [sharedNotes, 401],
    ] as const) {
      const path = shared.resource.path;
      const { data } = await service.admin.post<{ id: string }>(path, { name: 'Read me' });
      expect((await service.api.get(path)).status, path).to.equal(visitor);
      expect((await service.api.get(`${path}/${data.id}`)).status, path).to.equal(visitor);
      expect(await api.get(`${path}/${data.id}`), path).to.include({ status: 200 });
      expect(await api.get(`${path}?colour=red`), path).to.include({ status: 400, code: 1005 });
      // Whoever may read an entry is told that it may not be changed, and not that it does not exist.
      expect(await api.patch(`${path}/${data.id}`, { name: 'x' })).to.include({ status: 403 });
      expect(await api.post(path, { name: 'x' })).to.include({ status: 403 });
    }
  });

  it('is in the API document', async () => {
    const text = await (await fetch(`${service.server.url}/api/openapi.json`)).text();
    for (const part of ['listTeamLabels', 'updateTeamLabel', 'team-label-name-taken', 'team.label.updated'])
      expect(text).to.include(`"${part}"`);
  });

  ownContract('the database', ownLabels.resource, {
    draft: aDraft,
    open: () => {
      const { database } = service.server;
      const stores = { teamLabels: ownStore(ownLabels.resource, 0) };
      return {
        work: typeormUnitOfWork(database, stores),
        repository: (tx) => Reflect.get(tx, 'teamLabels'),
        views: viewsOf(database.reader, stores).teamLabels,
      };
    },
  });
});

describe('The fake of a resource that is defined from its fields', () => {
  it('says who changed a label meanwhile', async () => {
    const { use } = ownWorld(ownLabels.resource);
    const [ada, bob] = [anActor(), anActor()];
    const { id } = await use.create({ actor: ada, draft: { ...draft, description: null } });
    await use.update({ actor: bob, id, ifMatch: [1], change: { rank: 4 } });
    const late = await refusalOf(use.update({ actor: ada, id, ifMatch: [1], change: { rank: 5 } }));
    expect(late.details).to.deep.include({ current: 2, updatedBy: bob.id, changedFields: ['rank'] });
  });

  const world = InMemoryWorld.seeded({ teamLabels: ownFake(ownLabels.resource) });
  it('is changed with an event of its own, by those who reach it', async () => {
    const hidden = ownLabels.event('hidden', 'isShown');
    const hide = ownLabels.change(hidden, () => ({ isShown: false }))(world);
    const [id, at, actor] = [anId<string>(), new Date(), anActor()];
    const label = { ...aDraft(), isShown: true, id, version: 1, createdAt: at, updatedAt: at };
    await world.work.run((tx) => Reflect.get(tx, 'teamLabels').add(label));
    const refusals = [
      hide({ actor, id, ifMatch: undefined, reach: { reads: false, changes: true } }),
      hide({ actor, id, ifMatch: undefined, reach: { reads: true, changes: false } }),
      hide({ actor, id, ifMatch: [2] }),
    ].map(async (refused) => (await refusalOf(refused)).refusal);
    const wanted = ['team-label-not-found', 'permission-required', 'version-changed'];
    expect(await Promise.all(refusals)).to.deep.equal(wanted);
    expect(await hide({ actor, id, ifMatch: [1] })).to.include({ isShown: false, version: 2 });
    const [event] = await world.events.page({ limit: 1, subjectId: id });
    expect([event?.type, event?.changes]).to.deep.equal([
      'team.label.hidden',
      { isShown: { before: true, after: false } },
    ]);
  });
  ownContract('the in-memory world', ownLabels.resource, {
    draft: aDraft,
    open: () => ({
      work: world.work,
      repository: (tx) => Reflect.get(tx, 'teamLabels'),
      views: world.teamLabels,
    }),
  });
});

describe('The definition of a resource', () => {
  const define = (fields: OwnFields) => () => ownResource('team.x', 'team.xs', { fields, namedBy: 'name' });
  const name = { type: 'text', max: 5 } as const;
  it('is refused if a field has the name of a secret or of a parameter, or if no field names the resource', () => {
    expect(define({ name, apiToken: name })).to.throw('The field apiToken of team.x has the name of a secret');
    expect(define({ name, version: name })).to.throw('of a field or parameter of every resource');
    expect(define({ title: name })).to.throw('The resource team.x needs a text field name.');
  });
});
