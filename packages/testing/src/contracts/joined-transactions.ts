import { BusinessError } from '@portcullis/domain';
import { expect } from 'chai';
import type { JoinedSteps } from '@portcullis/application/internal/ports/joined-transactions';
import { StoreFailure, type StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { anId, aRole, aSession } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const nothing: JoinedSteps<unknown, StoreTransaction> = { begin: async () => undefined, end: async () => undefined };

const errorOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'It succeeded.',
    (error: unknown) => error,
  );

export function joinedTransactionsContract(adapter: string, open: OpenStore): void {
  const add = (role: ReturnType<typeof aRole>) => open().work.run((tx) => tx.roles.add(role));

  describe(`JoinedTransactions contract, ${adapter}`, () => {
    it('commits all transactions of the work together with both steps, and returns the result', async () => {
      const { joined, roles } = open();
      const [first, one, other, last] = [aRole(), aRole(), aRole(), aRole()];
      const result = await joined.run(
        async () => {
          await add(one);
          await add(other);
          return 'done';
        },
        {
          begin: (tx) => tx.roles.add(first),
          end: (tx, name) => tx.roles.add({ ...last, name }),
        },
      );
      expect(result).to.equal('done');
      for (const role of [first, one, other]) expect(await roles.find(role.id)).to.deep.equal(role);
      expect((await roles.find(last.id))?.name).to.equal('done');
    });

    it('runs both steps if the work runs no transaction', async () => {
      const { joined, roles } = open();
      const [first, last] = [aRole(), aRole()];
      await joined.run(async () => undefined, { begin: (tx) => tx.roles.add(first), end: (tx) => tx.roles.add(last) });
      expect(await roles.find(first.id)).to.deep.equal(first);
      expect(await roles.find(last.id)).to.deep.equal(last);
    });

    it('shows the uncommitted changes to the later transactions and reads of the work', async () => {
      const { joined, roles, work } = open();
      const role = aRole();
      const seen = await joined.run(async () => {
        const before = await roles.find(role.id);
        await add(role);
        return [before, await roles.find(role.id), await work.run((tx) => tx.roles.lock(role.id))];
      }, nothing);
      expect(seen).to.deep.equal([undefined, role, role]);
    });

    it('rolls everything back if the work throws', async () => {
      const { joined, roles } = open();
      const [first, role, last] = [aRole(), aRole(), aRole()];
      const boom = new Error('boom');
      const failed = joined.run(
        async () => {
          await add(role);
          throw boom;
        },
        { begin: (tx) => tx.roles.add(first), end: (tx) => tx.roles.add(last) },
      );
      expect(await errorOf(failed)).to.equal(boom);
      for (const { id } of [first, role, last]) expect(await roles.find(id)).to.equal(undefined);
    });

    it('rolls everything back if the last step throws', async () => {
      const { joined, roles } = open();
      const role = aRole();
      const boom = new Error('boom');
      const failed = joined.run(() => add(role), { ...nothing, end: () => Promise.reject(boom) });
      expect(await errorOf(failed)).to.equal(boom);
      expect(await roles.find(role.id)).to.equal(undefined);
    });

    it('throws the error of the first step, even if the work handles it', async () => {
      const { joined, roles } = open();
      const [role, last] = [aRole(), aRole()];
      const boom = new Error('boom');
      const failed = joined.run(() => add(role).catch(() => undefined), {
        begin: () => Promise.reject(boom),
        end: (tx) => tx.roles.add(last),
      });
      expect(await errorOf(failed)).to.equal(boom);
      for (const { id } of [role, last]) expect(await roles.find(id)).to.equal(undefined);
    });

    it('rolls back only the transaction that failed if the work handles the error', async () => {
      const { joined, roles, work } = open();
      const taken = aRole();
      const [before, failing, after] = [aRole(), aRole(), aRole()];
      await given(work, { roles: [taken] });
      const errors = await joined.run(async () => {
        await add(before);
        const refused = await errorOf(
          work.run(
            async (tx) => {
              await tx.roles.add(failing);
              await tx.roles.add(aRole({ code: taken.code }));
            },
            { describe: async (error, tx) => [error, await tx.roles.existingIds([before.id, failing.id])] },
          ),
        );
        const broken = await errorOf(work.run((tx) => tx.sessions.add(aSession({ userId: anId() }))));
        await add(after);
        return [refused, broken];
      }, nothing);
      const [[refused, visible], broken] = errors as [[unknown, unknown], unknown];
      expect(refused).to.be.instanceOf(BusinessError).and.to.include({ refusal: 'role-code-taken' });
      expect(visible).to.deep.equal(new Set([before.id]));
      expect(broken).to.be.instanceOf(StoreFailure);
      expect(await roles.find(failing.id)).to.equal(undefined);
      for (const role of [before, after]) expect(await roles.find(role.id)).to.deep.equal(role);
    });

    it('runs transactions that the work starts at the same time one after the other', async () => {
      const { joined, roles, work } = open();
      const role = aRole({ description: '' });
      await given(work, { roles: [role] });
      const append = (letter: string) =>
        work.run(async (tx) => {
          const stored = await tx.roles.lock(role.id);
          if (stored !== undefined) await tx.roles.save({ ...stored, description: `${stored.description}${letter}` });
        });
      await joined.run(() => Promise.all([...'abcdef'].map(append)), nothing);
      expect((await roles.find(role.id))?.description).to.equal('abcdef');
    });

    it('does not join transactions and reads that run after the end', async () => {
      const { joined, roles, work } = open();
      const [role, later] = [aRole(), aRole()];
      let goOn: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let after: Promise<unknown> = Promise.resolve();
      await joined.run(async () => {
        await add(role);
        after = ended.then(async () => {
          await work.run((tx) => tx.roles.add(later));
          return roles.find(later.id);
        });
      }, nothing);
      goOn();
      expect(await after).to.deep.equal(later);
    });

    it('releases the locks of the first step at the end', async () => {
      const { joined, work } = open();
      const claim = (tx: StoreTransaction) => tx.tryAdvisoryLock('joined transactions');
      const claimed: boolean[] = [];
      const begin = async (tx: StoreTransaction) => void claimed.push(await claim(tx));
      await joined.run(async () => undefined, { ...nothing, begin });
      const failing = async (): Promise<never> => {
        await work.run(async () => undefined);
        throw new Error('boom');
      };
      await errorOf(joined.run(failing, { ...nothing, begin }));
      expect([...claimed, await work.run(claim)]).to.deep.equal([true, true, true]);
    });
  });
}
