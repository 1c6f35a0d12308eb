import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import type { ProtectedRoute } from '@portcullis/domain/internal/access/protected-routes';
import { expect } from 'chai';
import { unique } from '../builders.ts';
import { completionOrder, oneAfterTheOther, type OpenStore } from './store.ts';

const aRoute = (): ProtectedRoute => ({
  methods: ['GET', 'POST'],
  path: `/${unique('path-')}/:id`,
  audience: 'service',
  public: false,
  authenticated: false,
  permissions: ['user.read'],
  roles: [],
});

export function routeTableContract(adapter: string, open: OpenStore): void {
  describe(`Table of protected routes contract, ${adapter}`, () => {
    it('replaces the routes, and counts only changes', async () => {
      const { routeTables, work } = open();
      const save = (routes: readonly ProtectedRoute[], updatedAt: Date) =>
        work.run(async (tx) => tx.routeTables.save({ ...(await tx.routeTables.lock()), routes, updatedAt }));
      const { id, version } = await routeTables.find();
      const routes = [aRoute(), { ...aRoute(), public: true, permissions: [] }];
      const updatedAt = new Date('2026-11-27T09:00:00.123Z');
      expect(await save(routes, updatedAt)).to.deep.equal({ version: version + 1, updatedAt });
      const changed = { id, routes, version: version + 1, updatedAt };
      expect(await routeTables.find()).to.deep.equal(changed);
      expect(await work.run((tx) => tx.routeTables.lock())).to.deep.equal(changed);
      expect((await open().accessControl.all()).protectedRoutes).to.deep.equal(routes);
      await save(
        routes.map((route) => ({ ...route })),
        new Date('2026-11-27T10:00:00.000Z'),
      );
      expect(await routeTables.find()).to.deep.equal(changed);
    });

    it('makes a change of the table wait for a transaction that locks all access control, and the other way round', async () => {
      const lock = (tx: StoreTransaction) => tx.routeTables.lock();
      const lockAll = (tx: StoreTransaction) => tx.accessControl.lockAll();
      expect(await completionOrder(open().work, lock, lockAll)).to.deep.equal(oneAfterTheOther);
      expect(await completionOrder(open().work, lockAll, lock)).to.deep.equal(oneAfterTheOther);
    });

    it('returns the table only if its version or the time of its last change differs', async () => {
      const { routeTables } = open();
      const table = await routeTables.find();
      const { version, updatedAt } = table;
      expect(await routeTables.findChanged({ version, updatedAt })).to.equal(undefined);
      expect(await routeTables.findChanged({ version: version - 1, updatedAt })).to.deep.equal(table);
      expect(await routeTables.findChanged({ version: version + 1, updatedAt })).to.deep.equal(table);
      // A restored backup can have the same version as a later table.
      const other = new Date(updatedAt.getTime() - 1);
      expect(await routeTables.findChanged({ version, updatedAt: other })).to.deep.equal(table);
    });
  });
}
