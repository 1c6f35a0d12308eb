import type { ProtectedRoute, RouteTable } from '@portcullis/domain/internal/access/protected-routes';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import { anId } from '@portcullis/testing';
import { expect } from 'chai';
import { CurrentRoutes } from '../../src/access/current-routes.ts';

const route = (path: string): ProtectedRoute => ({
  methods: ['GET'],
  path,
  audience: 'service',
  public: true,
  authenticated: false,
  permissions: [],
  roles: [],
});

describe('CurrentRoutes', () => {
  const table = (version: number, path: string, second = 0): RouteTable => ({
    id: anId(),
    routes: [route(path)],
    version,
    updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
  });

  /** Routes on a stored table that the test replaces. `slow` delays the result of the next statement. */
  function routesOn(first: RouteTable) {
    const state: { stored: RouteTable; slow: Promise<void> | undefined } = { stored: first, slow: undefined };
    const findChanged = async ({ version, updatedAt }: Versioned): Promise<RouteTable | undefined> => {
      const { stored, slow } = state;
      state.slow = undefined;
      await slow;
      const isSame = stored.version === version && stored.updatedAt.getTime() === updatedAt.getTime();
      return isSame ? undefined : stored;
    };
    return { state, routes: new CurrentRoutes({ routeTables: { find: async () => state.stored, findChanged } }) };
  }

  it('return the same matcher until the table changes, also to a restored table with the same version', async () => {
    const { state, routes } = routesOn(table(5, '/a'));
    const before = await routes.read();
    expect(await routes.read()).to.equal(before);
    state.stored = table(5, '/b', 1);
    expect((await routes.read())('GET', '/a')).to.equal(undefined);
    state.stored = table(4, '/c');
    const restored = await routes.read();
    expect(restored('GET', '/b')).to.equal(undefined);
    expect(await routes.read()).to.equal(restored);
  });

  it('never return an earlier table than the statement has read, whichever statement ends first', async () => {
    const { state, routes } = routesOn(table(1, '/old'));
    let end: (() => void) | undefined;
    state.slow = new Promise((resolve) => {
      end = resolve;
    });
    const slow = routes.read();
    state.stored = table(2, '/new', 1);
    expect((await routes.read())('GET', '/new')).not.to.equal(undefined);
    const concurrent = routes.read();
    end?.();
    expect((await slow)('GET', '/old')).not.to.equal(undefined);
    expect((await concurrent)('GET', '/old')).to.equal(undefined);
    expect((await routes.read())('GET', '/old')).to.equal(undefined);
  });
});
