import { idempotencyLimits, type CompletedRequest } from '@portcullis/domain/internal/shared/idempotency';
import { expect } from 'chai';
import { anId, unique } from '../builders.ts';
import { outcomes, type OpenStore } from './store.ts';

export function completedRequestContract(adapter: string, open: OpenStore): void {
  const at = new Date('2190-01-01T00:00:00.000Z');
  const later = (ms: number): Date => new Date(at.getTime() + ms);
  const aRequest = (fields: Partial<CompletedRequest> = {}): CompletedRequest => ({
    id: unique('request'),
    userId: anId(),
    bodyHash: unique('hash of body'),
    response: { status: 201, version: 7, body: '{"data":"ü"}', resourceId: null },
    expiresAt: later(1),
    ...fields,
  });
  const add = (request: CompletedRequest) => open().work.run((tx) => tx.completedRequests.add(request));
  const find = (id: string, now = at) => open().completedRequests.find(id, now);

  describe(`Completed requests contract, ${adapter}`, () => {
    it('returns a request until its response expires, in and outside transactions', async () => {
      const kept = aRequest();
      const unstored = aRequest({ response: { status: 200, version: null, body: null, resourceId: anId() } });
      for (const request of [kept, unstored]) {
        await add(request);
        expect(await find(request.id)).to.deep.equal(request);
        expect(await open().work.run((tx) => tx.completedRequests.find(request.id, at))).to.deep.equal(request);
        expect(await find(request.id, later(1))).to.equal(undefined);
        expect(await open().work.run((tx) => tx.completedRequests.find(request.id, later(1)))).to.equal(undefined);
      }
      expect(await find(unique('request'))).to.equal(undefined);
    });

    it('stores a body of the maximum size', async () => {
      const body = 'x'.repeat(idempotencyLimits.bodyBytes);
      const request = aRequest({ response: { status: 201, version: 1, body, resourceId: null } });
      await add(request);
      expect((await find(request.id))?.response.body).to.equal(body);
    });

    it('replaces an expired request with the same id', async () => {
      const expired = aRequest({ expiresAt: at });
      await add(expired);
      const again = aRequest({ id: expired.id });
      await add(again);
      expect(await find(expired.id)).to.deep.equal(again);
    });

    it('removes all requests of a user except the newest', async () => {
      const userId = anId<'User'>();
      const requests = [4, 1, 3, 2].map((ms) => aRequest({ userId, expiresAt: later(ms) }));
      const other = aRequest();
      for (const request of [...requests, other].toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())) {
        await add(request);
      }
      await open().work.run((tx) => tx.completedRequests.removeOldest(userId, 2));
      const found = await Promise.all([...requests, other].map(({ id }) => find(id)));
      expect(found.map((each) => each !== undefined)).to.deep.equal([true, false, true, false, true]);
    });

    it('keeps no request of a transaction that is rolled back', async () => {
      const request = aRequest();
      const { refused } = await outcomes([
        open().work.run(async (tx) => {
          await tx.completedRequests.add(request);
          throw new Error('rolled back');
        }),
      ]);
      expect(refused).to.have.length(1);
      expect(await find(request.id)).to.equal(undefined);
    });

    it('removes expired requests in batches', async () => {
      const long = new Date('1990-01-01T00:00:00.000Z');
      const requests = [aRequest({ expiresAt: long }), aRequest({ expiresAt: long }), aRequest()];
      for (const request of requests) await add(request);
      const remove = () => open().work.run((tx) => tx.completedRequests.removeExpired(long, 1));
      expect([await remove(), await remove(), await remove()]).to.deep.equal([1, 1, 0]);
      expect(await find(requests[2]?.id ?? '')).to.deep.equal(requests[2]);
    });
  });
}
