import { setTimeout as delay } from 'node:timers/promises';
import { StoreFailure } from '@portcullis/application';
import { runOnce } from '@portcullis/application/internal/idempotency/run-once';
import { aRole, anId, unique } from '@portcullis/testing';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { KeyedRequest, StoredResponse } from '@portcullis/domain/internal/shared/idempotency';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { Store } from '@portcullis/testing/internal/contracts/store';
import { expect } from 'chai';
import fc from 'fast-check';
import type pg from 'pg';
import { stub } from 'sinon';
import { everyConnection } from '../src/testing.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';
import { failureOf } from './support/failure-of.ts';
import { storeOn } from './support/store.ts';

const clock = { now: () => new Date() };
const aResponse = (body: string): StoredResponse => ({ status: 201, version: 1, body, resourceId: null });
const respond = async (result: unknown): Promise<StoredResponse> => aResponse(String(result));

/** Returns an act that adds roles in one transaction, whose result is the id of the first one. */
const addingRoles =
  (work: Store['work'], roles: readonly Role[]) =>
  (keyed: KeyedRequest): Promise<unknown> =>
    work.run(
      async (tx) => {
        for (const role of roles) await tx.roles.add(role);
        return roles[0]?.id;
      },
      { keyed },
    );

const isKeyInUse = (result: unknown): boolean =>
  result instanceof BusinessError && result.refusal === 'idempotency-key-in-use';

describe('Requests with an Idempotency-Key', () => {
  describeOnServer('PostgreSQL', () => {
    const database = freshDatabase(serverUrl);

    it('are executed once by two processes that receive them at the same time', async () => {
      const store = storeOn(database());
      const { work, roles } = store;
      // Each instance has a memory of its own, like a process.
      const processes = [runOnce({ ...store, clock }), runOnce({ ...store, clock }), runOnce({ ...store, clock })];
      for (let round = 0; round < 10; round += 1) {
        const request = { id: unique('request'), userId: anId<'User'>(), bodyHash: 'body' };
        const name = unique('role');
        const results = await Promise.allSettled(
          processes.map((run) => run(request, respond, addingRoles(work, [aRole({ name: unique(name) })]))),
        );
        const bodies = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.response.body] : []));
        expect(new Set(bodies).size).to.equal(1);
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).to.include({ refusal: 'idempotency-key-in-use' });
        }
        expect((await roles.list({ search: name, page: 1, pageSize: 10 })).total).to.equal(1);
      }
    });

    it('do not wait for the first request', async () => {
      const store = storeOn(database());
      const [first, second] = [runOnce({ ...store, clock }), runOnce({ ...store, clock })];
      const request = { id: unique('request'), userId: anId<'User'>(), bodyHash: 'body' };
      const result = await first(request, respond, (keyed) =>
        store.work.run(
          async () => {
            const failure = await failureOf(second(request, respond, addingRoles(store.work, [aRole()])));
            expect(failure).to.include({ refusal: 'idempotency-key-in-use' });
            return 'first';
          },
          { keyed },
        ),
      );
      expect(result.response.body).to.equal('first');
    });

    it('never leave an act without its response, whenever the connection is lost', async () => {
      const store = storeOn(database());
      const cases = fc.record({
        at: fc.integer({ min: 0, max: 14 }),
        isSent: fc.boolean(),
        parts: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(cases, async ({ at, isSent, parts }) => {
          const request = { id: unique('request'), userId: anId<'User'>(), bodyHash: 'body' };
          const added = Array.from({ length: parts }, () => aRole());
          const act = addingRoles(store.work, added);
          let count = -1;
          const cut = stub(everyConnection, 'query').callsFake(function (this: pg.Client, ...values: unknown[]) {
            count += 1;
            const isCut = count === at;
            if (isCut && !isSent) this.connection.stream.destroy();
            const result: unknown = Reflect.apply(cut.wrappedMethod, this, values);
            if (isCut && isSent) setImmediate(() => this.connection.stream.destroy());
            return result;
          });
          const attempt = await runOnce({ ...store, clock })(request, respond, act)
            .then(
              () => 'stored',
              (error: unknown) =>
                error instanceof StoreFailure && error.kind === 'outcome-unknown' ? 'unknown' : 'not stored',
            )
            .finally(() => cut.restore());
          // A transaction whose outcome is unknown may still be running, so the repetition below decides about it.
          if (attempt !== 'unknown') {
            const stored = await store.completedRequests.find(request.id, clock.now());
            const found = await Promise.all(added.map(({ id }) => store.roles.find(id)));
            expect(found.filter((role) => role !== undefined)).to.have.length(stored === undefined ? 0 : parts);
            expect(stored !== undefined).to.equal(attempt === 'stored');
          }
          const repeat = () => failureOf(runOnce({ ...store, clock })(request, respond, act));
          let again = await repeat();
          // PostgreSQL holds the lock of the key until it notices that the connection is closed.
          for (let tries = 0; tries < 250 && isKeyInUse(again); tries += 1) {
            await delay(20);
            again = await repeat();
          }
          expect(again).to.deep.include({ response: aResponse(added[0]?.id ?? '') });
          if (attempt !== 'unknown') expect(again).to.include({ isReplayed: attempt === 'stored' });
          for (const { id } of added) expect(await store.roles.find(id)).not.to.equal(undefined);
        }),
        { numRuns: 60 },
      );
    });
  });
});
