import {
  idempotencyLimits,
  type IdempotentRequest,
  type KeyedRequest,
  type StoredResponse,
} from '@portcullis/domain/internal/shared/idempotency';
import { expect } from 'chai';
import fc from 'fast-check';
import { runOnce } from '../../src/idempotency/run-once.ts';
import { transactions } from '../../src/transactions.ts';
import type { UnitOfWork } from '../../src/ports/unit-of-work.ts';
import { removeExpired } from '../../src/retention/remove-expired.ts';
import { anId, aRole, InMemoryWorld, refusalOf, unique } from '@portcullis/testing';
import { replaceMembers } from '../support/replace-members.ts';

const aRequest = (fields: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  id: unique('request'),
  userId: anId(),
  bodyHash: 'body',
  ...fields,
});

const aResponse = (body: string): StoredResponse => ({ status: 201, version: 1, body, resourceId: null });
const respond = async (result: unknown): Promise<StoredResponse> => aResponse(String(result));

/** Returns an act that runs a transaction without an effect, whose result is `body`. */
const actWith =
  ({ work }: Pick<InMemoryWorld, 'work'>, body = unique('body')) =>
  (keyed: KeyedRequest): Promise<unknown> =>
    work.run(async () => body, { keyed });

/** Returns an act that adds a role, and the number of roles it has added. */
function actIn(world: InMemoryWorld) {
  let count = 0;
  const act = (keyed: KeyedRequest): Promise<unknown> => {
    count += 1;
    const role = aRole();
    return world.work.run(
      async (tx) => {
        await tx.roles.add(role);
        return role.id;
      },
      { keyed },
    );
  };
  return { act, count: () => count };
}

describe('runOnce', () => {
  it('runs a request once, and returns the same response to each repetition', async () => {
    const world = InMemoryWorld.seeded();
    const run = runOnce(world);
    const request = aRequest();
    const { act, count } = actIn(world);
    const first = await run(request, respond, act);
    expect(first.isReplayed).to.equal(false);
    for (let repetition = 0; repetition < 2; repetition += 1) {
      expect(await run(request, respond, act)).to.deep.equal({ response: first.response, isReplayed: true });
    }
    expect(count()).to.equal(1);
  });

  it('rejects the key with another body', async () => {
    const world = InMemoryWorld.seeded();
    const run = runOnce(world);
    const request = aRequest();
    const { act, count } = actIn(world);
    await run(request, respond, act);
    const { refusal } = await refusalOf(run({ ...request, bodyHash: 'other' }, respond, act));
    expect(refusal).to.equal('idempotency-key-reused');
    expect(count()).to.equal(1);
  });

  it('rejects a repetition while the first request runs, also before its transaction', async () => {
    const world = InMemoryWorld.seeded();
    const run = runOnce(world);
    const request = aRequest();
    let finish: () => void = () => undefined;
    let first: ReturnType<typeof run> | undefined;
    await new Promise<void>((started) => {
      first = run(request, respond, async (keyed) => {
        started();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return actWith(world, 'first')(keyed);
      });
    });
    const { refusal } = await refusalOf(run(request, respond, actWith(world, 'second')));
    expect(refusal).to.equal('idempotency-key-in-use');
    finish();
    expect((await first)?.response.body).to.equal('first');
    expect((await run(request, respond, actWith(world, 'third'))).response.body).to.equal('first');
  });

  it('returns the response of another process that completed the request after the first look', async () => {
    const world = InMemoryWorld.seeded();
    const request = aRequest();
    const other = await runOnce(world)(request, respond, actWith(world, 'other process'));
    const { act } = actIn(world);
    const unaware = runOnce({ ...world, completedRequests: { find: async () => undefined } });
    const before = (await world.roles.list({ page: 1, pageSize: 1 })).total;
    expect(await unaware(request, respond, act)).to.deep.equal({ response: other.response, isReplayed: true });
    expect((await refusalOf(unaware({ ...request, bodyHash: 'x' }, respond, act))).refusal).to.equal(
      'idempotency-key-reused',
    );
    expect((await world.roles.list({ page: 1, pageSize: 1 })).total).to.equal(before);
  });

  it('rejects a repetition while another process runs the request', async () => {
    const world = InMemoryWorld.seeded();
    const locked: UnitOfWork = {
      run: (work, options) =>
        world.run((tx) => work(replaceMembers(tx, { tryAdvisoryLock: async () => false })), options),
    };
    const work = transactions(locked, world);
    const { refusal } = await refusalOf(runOnce(world)(aRequest(), respond, actWith({ work })));
    expect(refusal).to.equal('idempotency-key-in-use');
  });

  it('stores no response and no effect of a request that fails, so that it can be repeated', async () => {
    const world = InMemoryWorld.seeded();
    const run = runOnce(world);
    const request = aRequest();
    const { act } = actIn(world);
    const before = (await world.roles.list({ page: 1, pageSize: 1 })).total;
    const boom = new Error('boom');
    const failed = run(request, respond, (keyed) =>
      world.work.run(
        async (tx) => {
          await tx.roles.add(aRole());
          throw boom;
        },
        { keyed },
      ),
    );
    expect(await failed.catch((error: unknown) => error)).to.equal(boom);
    expect((await world.roles.list({ page: 1, pageSize: 1 })).total).to.equal(before);
    expect((await run(request, respond, act)).isReplayed).to.equal(false);
    expect((await world.roles.list({ page: 1, pageSize: 1 })).total).to.equal(before + 1);
  });

  it('fails if the use case has stored no response', async () => {
    const world = InMemoryWorld.seeded();
    const forgetful = runOnce(world)(aRequest(), respond, () => world.work.run(async () => 'not stored'));
    expect(await forgetful.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });

  it('stores no response of a transaction without a result, after which the use case begins again', async () => {
    const world = InMemoryWorld.seeded();
    const { response } = await runOnce(world)(aRequest(), respond, async (keyed) => {
      await world.work.run(async () => undefined, { keyed });
      return actWith(world, 'second')(keyed);
    });
    expect(response.body).to.equal('second');
  });

  it('stores at most 1000 responses of each user', async () => {
    const world = InMemoryWorld.seeded();
    const run = runOnce(world);
    const userId = anId<'User'>();
    const requests = Array.from({ length: idempotencyLimits.storedPerUser + 1 }, () => aRequest({ userId }));
    const other = aRequest();
    for (const request of [other, ...requests]) await run(request, respond, actWith(world));
    const isReplayed = async (request: IdempotentRequest | undefined) =>
      (await run(request ?? expect.fail(), respond, actWith(world))).isReplayed;
    expect(await isReplayed(requests[1])).to.equal(true);
    expect(await isReplayed(requests.at(-1))).to.equal(true);
    expect(await isReplayed(other)).to.equal(true);
    expect(await isReplayed(requests[0])).to.equal(false);
  });

  it('behaves like a map from keys to responses that forgets each of them after 24 hours', async () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      user: fc.constantFrom(anId<'User'>(), anId<'User'>()),
      bodyHash: fc.constantFrom('x', 'y'),
      fails: fc.boolean(),
      hours: fc.integer({ min: 0, max: 13 }),
      removes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = InMemoryWorld.seeded();
        const run = runOnce(world);
        const model = new Map<string, { bodyHash: string; body: string; until: number }>();
        for (const { key, user, bodyHash, fails, hours, removes } of steps) {
          world.clock.advance(hours * 3_600_000);
          if (removes) await removeExpired(world)('expired requests');
          const id = `${user} ${key}`;
          const now = world.clock.now().getTime();
          const body = unique('body');
          const attempt = run({ id, userId: user, bodyHash }, respond, async (keyed) => {
            if (fails) throw new Error('failed');
            return actWith(world, body)(keyed);
          });
          const result = await attempt.then(
            ({ response, isReplayed }) => [response.body, isReplayed],
            (error: unknown) => (error instanceof Error && 'refusal' in error ? error.refusal : 'failed'),
          );
          const stored = model.get(id);
          if (stored !== undefined && stored.until > now) {
            expect(result).to.deep.equal(stored.bodyHash === bodyHash ? [stored.body, true] : 'idempotency-key-reused');
          } else if (fails) {
            expect(result).to.equal('failed');
          } else {
            expect(result).to.deep.equal([body, false]);
            model.set(id, { bodyHash, body, until: now + 24 * 3_600_000 });
          }
        }
      }),
    );
  });

  it('removeExpired removes the responses after 24 hours', async () => {
    const world = InMemoryWorld.seeded();
    await runOnce(world)(aRequest(), respond, actWith(world));
    const remove = () => removeExpired(world)('expired requests');
    world.clock.advance(idempotencyLimits.storedMs - 1);
    expect(await remove()).to.equal(0);
    world.clock.advance(1);
    expect([await remove(), await remove()]).to.deep.equal([1, 0]);
  });
});
