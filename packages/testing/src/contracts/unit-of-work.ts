import { expect } from 'chai';
import { StoreFailure, type StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { aContent, anAuditRecord, anId, aRole, aSession, aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function unitOfWorkContract(adapter: string, open: OpenStore): void {
  describe(`UnitOfWork contract, ${adapter}`, () => {
    it('run returns the result of the work, and stores what the work wrote', async () => {
      const { work, roles } = open();
      const role = aRole();
      const result = await work.run(async (tx) => {
        await tx.roles.add(role);
        return 'done';
      });
      expect(result).to.equal('done');
      expect(await roles.find(role.id)).to.deep.equal(role);
    });

    it('stores nothing if the work throws, and rethrows the error', async () => {
      const { work, roles, users } = open();
      const [role, user] = [aRole(), aUser()];
      await given(work, { users: [user] });
      const boom = new Error('boom');
      const attempt = work.run(async (tx) => {
        await tx.roles.add(role);
        await tx.users.setRoles(user.id, { before: [], after: [role.id] });
        await tx.users.save({ ...user, nickName: 'Changed' });
        throw boom;
      });
      expect(await attempt.catch((error: unknown) => error)).to.equal(boom);
      expect(await roles.find(role.id)).to.equal(undefined);
      expect(await users.find(user.id)).to.deep.equal({ ...user, roles: [], roleGrants: [] });
    });

    it('stores nothing in a dry run, which returns the result of the work', async () => {
      const { work, roles } = open();
      const role = aRole();
      const write = async (tx: StoreTransaction) => {
        await tx.roles.add(role);
        return 'done';
      };
      expect(await work.run(write, { isDryRun: true })).to.equal('done');
      expect(await roles.find(role.id)).to.equal(undefined);
      expect(await work.run(write)).to.equal('done');
    });

    it('throws the error that `describe` returns, or the original error if `describe` fails', async () => {
      const role = aRole();
      const boom = new Error('boom');
      const failing = async (tx: StoreTransaction): Promise<never> => {
        await tx.roles.add(role);
        throw boom;
      };
      const described = open().work.run(failing, {
        describe: async (error, tx) => [error, await tx.roles.existingIds([role.id])],
      });
      expect(await described.catch((error: unknown) => error)).to.deep.equal([boom, new Set()]);
      const undescribed = open().work.run(failing, {
        describe: () => Promise.reject(new Error('The details are missing.')),
      });
      expect(await undescribed.catch((error: unknown) => error)).to.equal(boom);
      expect(await open().work.run(async () => 'done', { describe: () => Promise.resolve(boom) })).to.equal('done');
    });

    it('reads the uncommitted writes of the same transaction', async () => {
      const role = aRole();
      const seen = await open().work.run(async (tx) => {
        await tx.roles.add(role);
        return [await tx.roles.lock(role.id), await tx.roles.existingIds([role.id])];
      });
      expect(seen).to.deep.equal([role, new Set([role.id])]);
    });

    it('makes changes of one user wait for each other, so that each reads the result of the one before', async () => {
      const { work } = open();
      const [user, one, other] = [aUser(), aRole(), aRole()];
      await given(work, { users: [user], roles: [one, other] });
      const change = (role: typeof one) =>
        work.run(async (tx) => {
          await tx.users.lock(user.id);
          const before = await tx.users.rolesOf(user.id);
          await tx.users.setRoles(user.id, { before, after: [role.id] });
          return { before, after: [role.id] };
        });
      const changes = await Promise.all([change(one), change(other)]);
      const [earlier, later] = changes.toSorted((a, b) => a.before.length - b.before.length);
      expect(earlier?.before).to.deep.equal([]);
      expect(later?.before).to.deep.equal(earlier?.after);
    });

    it('makes two changes of one role wait for each other', async () => {
      const { work } = open();
      const role = aRole({ description: '' });
      await given(work, { roles: [role] });
      const append = (letter: string) =>
        work.run(async (tx) => {
          const stored = await tx.roles.lock(role.id);
          if (stored !== undefined) await tx.roles.save({ ...stored, description: `${stored.description}${letter}` });
        });
      await Promise.all([...'abcdef'].map(append));
      const kept = await work.run((tx) => tx.roles.lock(role.id));
      expect([...(kept?.description ?? '')].toSorted().join('')).to.equal('abcdef');
    });

    it('fails if a row refers to a missing row, and runs later transactions normally', async () => {
      const { work, roles } = open();
      const failed = work.run((tx) => tx.sessions.add(aSession({ userId: anId() })));
      expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(StoreFailure);
      const role = aRole();
      await given(work, { roles: [role] });
      expect(await roles.find(role.id)).to.deep.equal(role);
    });

    it('stores nothing if one write fails, even if the work handles the error and continues', async () => {
      const { work, roles } = open();
      const [before, after] = [aRole(), aRole()];
      for (const goOn of [false, true]) {
        const failed = work.run(async (tx) => {
          await tx.roles.add(before);
          await tx.sessions.add(aSession({ userId: anId() }));
          if (!goOn) return;
          await tx.roles.existingIds([before.id]);
          await tx.roles.add(after);
        });
        expect(await failed.catch((error: unknown) => error), String(goOn)).to.be.instanceOf(StoreFailure);
        for (const { id } of [before, after]) expect(await roles.find(id)).to.equal(undefined);
      }
    });

    it('fails if a write fails, at once if the work uses the result of the write', async () => {
      const { work } = open();
      const [user, role, content, record] = [aUser(), aRole(), aContent(), anAuditRecord()];
      await given(work, { users: [user], roles: [role], contents: [content], audit: [record] });
      const unknown = <Id extends string>() => ({ before: [], after: [anId<Id>()] });
      const failureOf = async (write: (tx: StoreTransaction) => Promise<unknown>): Promise<boolean> => {
        let wentOn = false;
        const attempt = work.run(async (tx) => {
          await write(tx);
          wentOn = true;
        });
        expect(await attempt.catch((error: unknown) => error), String(write)).to.be.instanceOf(StoreFailure);
        return wentOn;
      };
      expect(await failureOf((tx) => tx.users.setRoles(user.id, unknown()))).to.equal(false);
      expect(await failureOf((tx) => tx.roles.setPermissions(role.id, unknown()))).to.equal(false);
      expect(await failureOf((tx) => tx.roles.setMenus(role.id, unknown()))).to.equal(false);
      expect(await failureOf((tx) => tx.contents.setTags(content.id, unknown()))).to.equal(false);
      await failureOf((tx) => tx.sessions.add(aSession({ userId: anId() })));
      await failureOf((tx) => tx.loginAddresses.record({ userId: anId(), network: '::1', lastLoginAt: new Date() }));
      await failureOf((tx) => tx.audit.add(record));
    });

    it('releases an advisory lock when its transaction ends', async () => {
      const { work } = open();
      const claim = () => work.run((tx) => tx.tryAdvisoryLock('sweep the floor'));
      expect(await claim()).to.equal(true);
      expect(await claim()).to.equal(true);
    });

    it('fails to add a row whose id is in use', async () => {
      const { work } = open();
      const role = aRole();
      await given(work, { roles: [role] });
      const failed = work.run((tx) => tx.roles.add(aRole({ id: role.id })));
      expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(StoreFailure);
    });
  });
}
