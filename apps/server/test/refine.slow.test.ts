import { createClient, type Client } from '@portcullis/client';
import { accessControlProvider, authProvider, dataProvider, ProviderError } from '@portcullis/refine';
import { expect } from 'chai';
import { ownLabels } from './exercise/own-labels.ts';
import { administrator, aPerson, startService, unique, type Service } from './support/service.ts';

interface Label {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly version: number;
}

const resource = 'team.labels';
const draft = { colour: '#336699', rank: 3, isShown: true, size: 'small' };

describe('The providers for refine', () => {
  let service: Service;
  let client: Client;
  let data: ReturnType<typeof dataProvider>;

  before(async () => {
    service = await startService({}, undefined, [ownLabels]);
    client = createClient({ baseUrl: service.server.url });
    await client.login(administrator);
    data = dataProvider(client);
  });
  after(() => service.stop());

  const errorOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => expect.fail('Nothing was refused.'),
      (error: unknown) => error,
    );
  const create = async (name: string, own: object = {}): Promise<Label> =>
    (await data.create<Label>({ resource, variables: { ...draft, name, ...own } })).data;

  it('create, read, list, change and delete records of built-in resources and of own ones', async () => {
    const prefix = unique('Refine ');
    const first = await create(`${prefix} b`, { rank: 1 });
    const second = await create(`${prefix} a`, { rank: 2 });
    const filters = [{ field: 'q', operator: 'contains', value: prefix } as const];
    const sorters = [{ field: 'name', order: 'asc' } as const];
    const page = await data.getList<Label>({ resource, filters, sorters, pagination: { currentPage: 2, pageSize: 1 } });
    expect([page.data.map(({ id }) => id), page.total]).to.deep.equal([[first.id], 2]);
    const many = await data.getMany<Label>({ resource, ids: [first.id, second.id, first.id] });
    expect(many.data.map(({ name }) => name)).to.deep.equal([first.name, second.name]);
    await data.deleteOne({ resource, id: first.id });
    const error = await errorOf(data.getOne({ resource, id: first.id }));
    expect(error).to.be.instanceOf(ProviderError).and.include({ statusCode: 404, reason: 'team-label-not-found' });

    const { total } = await data.getList({
      resource: 'roles',
      filters: [{ field: 'status', operator: 'eq', value: 1 }],
    });
    const all = await data.getList({ resource: 'roles', pagination: { mode: 'off' } });
    expect(all.data).to.have.lengthOf(all.total);
    expect(total).to.be.above(0);
  });

  it('change only the version that the user has seen', async () => {
    const { id } = await create(unique('Refine '));
    const { data: seen } = await data.getOne<Label>({ resource, id });
    const changed = await data.update<Label, object>({ resource, id, variables: { ...seen, rank: 4 } });
    expect(changed.data).to.include({ rank: 4, version: 2 });
    const stale = await errorOf(data.update({ resource, id, variables: { ...seen, rank: 5 } }));
    expect(stale).to.include({ statusCode: 412, reason: 'version-changed' });
    const meta = { version: 1 };
    expect(await errorOf(data.deleteOne({ resource, id, meta }))).to.include({ statusCode: 412 });
  });

  it('show errors beside the fields of a form', async () => {
    const error = await errorOf(create('', { rank: 101 }));
    if (!(error instanceof ProviderError)) return expect.fail(String(error));
    expect(error.statusCode).to.equal(400);
    expect(Object.keys(error.errors)).to.have.members(['name', 'rank']);
  });

  it('call operations that are no change of one record', async () => {
    const names = [unique('tag')];
    const url = '/api/tags/batch';
    const response = await data.custom({ url, method: 'post', payload: { names } });
    expect(JSON.stringify(response.data)).to.include(names[0]);
    expect(await errorOf(data.custom({ url, method: 'head' }))).to.be.instanceOf(TypeError);
  });

  it('log in and out, and end at the log-in page when the session ends', async () => {
    const person = await aPerson(service);
    const own = createClient({ baseUrl: service.server.url });
    const auth = authProvider(own, { homePath: '/home', loginPath: '/sign-in' });
    expect(await auth.check()).to.deep.equal({ authenticated: false, logout: true, redirectTo: '/sign-in' });
    const refused = await auth.login({ username: person.username, password: 'wrong' });
    expect(refused).to.include({ success: false });
    expect(refused.error).to.include({ reason: 'invalid-credentials' });
    const { username, password } = person;
    expect(await auth.login({ username, password })).to.deep.equal({ success: true, redirectTo: '/home' });
    expect(await auth.check()).to.deep.equal({ authenticated: true });
    expect(await auth.getIdentity()).to.include({ id: person.id, name: username });
    expect(await auth.getPermissions()).to.be.an('array');

    const forbidden = await errorOf(dataProvider(own).create({ resource, variables: draft }));
    expect(await auth.onError(forbidden)).to.deep.equal({});
    const { can } = accessControlProvider(own);
    expect(await can({ resource, action: 'create' })).to.deep.equal({
      can: false,
      reason: 'The operation createTeamLabel is not allowed.',
    });
    expect(await accessControlProvider(client).can({ resource, action: 'edit' })).to.deep.equal({ can: true });

    expect(await auth.logout({})).to.deep.equal({ success: true, redirectTo: '/sign-in' });
    const ended = await errorOf(dataProvider(own).getList({ resource }));
    expect(await auth.onError(ended)).to.deep.equal({ logout: true, redirectTo: '/sign-in' });
  });
});
