import type { LiveMessage, StreamOptions } from '@portcullis/client';
import type { AuthProvider, DataProvider, IAccessControlContext, LiveProvider } from '@refinedev/core';
import { expect } from 'chai';
import { accessControlProvider, authProvider, dataProvider, liveProvider } from '../src/index.ts';
import { listQueryOf } from '../src/list-query.ts';
import { operationFor, pathOf } from '../src/resource-names.ts';

/** The providers in the types that `<Refine>` takes. It does not compile if they do not fit. */
export const providersFor = (client: Parameters<typeof authProvider>[0] & Parameters<typeof dataProvider>[0]) => {
  const data: DataProvider = dataProvider(client);
  const auth: AuthProvider = authProvider(client);
  return { data, auth };
};

describe('The names of resources', () => {
  it('are paths with dots, and lead to operations', () => {
    expect([pathOf('api-keys'), pathOf('acme.projects')]).to.deep.equal(['/api/api-keys', '/api/acme/projects']);
    const operations = [
      operationFor('roles', 'list'),
      operationFor('categories', 'show'),
      operationFor('api-keys', 'clone'),
      operationFor('acme.projects', 'edit'),
      operationFor('contents', 'publishContent'),
    ];
    const expected = ['listRoles', 'getCategory', 'createApiKey', 'updateAcmeProject', 'publishContent'];
    expect(operations).to.deep.equal(expected);
  });
});

describe('The query of a list', () => {
  it('has equal values, a search and one order', () => {
    const query = listQueryOf({
      filters: [
        { field: 'status', operator: 'eq', value: 'active' },
        { field: 'q', operator: 'contains', value: 'web' },
        { field: 'members', operator: 'eq', value: '' },
      ],
      sorters: [
        { field: 'name', order: 'desc' },
        { field: 'members', order: 'asc' },
      ],
    });
    expect(query).to.deep.equal({ status: 'active', search: 'web', sortBy: 'name', sortOrder: 'desc' });
  });

  it('is refused for filters that the service does not have', () => {
    const filters = [{ field: 'members', operator: 'gt', value: 3 }] as const;
    expect(() => listQueryOf({ filters: [...filters] })).to.throw('no filter with the operator gt');
  });
});

describe('The access control provider', () => {
  it('loads the operations once, and again after a failure', async () => {
    let loads = 0;
    const client = {
      can: (operation: string) => operation === 'listRoles',
      loadOperations: async () => {
        loads += 1;
        if (loads === 1) throw new TypeError('no response');
      },
    };
    const provider: IAccessControlContext = accessControlProvider(client, { logs: { list: 'listRoles' } });
    const can = async (resource: string, action: string) => (await provider.can?.({ resource, action }))?.can;
    expect(await can('roles', 'list').catch(String)).to.equal('TypeError: no response');
    expect([await can('roles', 'list'), await can('roles', 'edit')]).to.deep.equal([true, false]);
    expect([await can('logs', 'list'), await can('roles', '')]).to.deep.equal([true, false]);
    expect(loads).to.equal(2);
  });
});

describe('The live provider', () => {
  it('tells lists about their resource, and all lists about missed messages', async () => {
    const messages: readonly LiveMessage[] = [
      { id: '1', type: 'content.published', data: { id: 'c1', title: 'News', by: { id: null, name: null } } },
      { id: '2', type: 'profile.changed', data: {} },
      { id: '2', type: 'acme.project.created', data: { id: 'p1', title: 'Website', by: { id: null, name: null } } },
      { id: '3', type: 'reset', data: {} },
    ];
    let ended: AbortSignal | undefined;
    const client = {
      async *stream({ signal }: StreamOptions = {}) {
        ended = signal;
        yield* messages;
      },
    };
    const provider: LiveProvider = liveProvider(client);
    const seen: string[] = [];
    const subscribe = (channel: string) =>
      provider.subscribe({
        channel,
        types: ['*'],
        callback: ({ type, payload: { ids = [] } }) => void seen.push([channel, type, ...ids].join(' ')),
      });
    const subscriptions = ['resources/contents', 'resources/acme.projects'].map(subscribe);
    await new Promise(setImmediate);
    const expected = [
      'resources/contents updated c1',
      'resources/acme.projects created p1',
      'resources/contents *',
      'resources/acme.projects *',
    ];
    expect(seen).to.deep.equal(expected);
    provider.unsubscribe(subscriptions[0]);
    expect(ended?.aborted).to.equal(false);
    provider.unsubscribe(subscriptions[1]);
    expect(ended?.aborted).to.equal(true);
  });
});
