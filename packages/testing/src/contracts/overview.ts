import type { Content } from '@portcullis/domain/internal/contents/content';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import {
  aCategory,
  aContent,
  aMenu,
  anActor,
  anAuditRecord,
  anEvent,
  aPermission,
  aRole,
  aTag,
  aUser,
} from '../builders.ts';
import { given } from '../given.ts';
import { overviewDays, overviewEntries, type Overview } from '@portcullis/application/internal/ports/overview';
import type { OpenStore } from './store.ts';

let seconds = 0;
/** Returns a later time at each call. All are in the year 2190, so entries of other tests are never newer. */
const later = (): Date => new Date(Date.UTC(2190, 0, 1, 0, 0, (seconds += 1)));

export function overviewContract(adapter: string, open: OpenStore): void {
  const numbersOf = ({ lastLogins: _logins, lastChanges: _changes, activity: _activity, ...numbers }: Overview) =>
    numbers;

  describe(`Overview contract, ${adapter}`, () => {
    it('counts the entities of each kind, and updates the counts with each change', async () => {
      const { work, overview } = open();
      const before = numbersOf(await overview.read());
      const [draft, other] = [aContent(), aContent()];
      await given(work, {
        users: [aUser(), aUser({ status: disabled })],
        roles: [aRole(), aRole({ status: disabled })],
        permissions: [aPermission()],
        menus: [aMenu(), aMenu({ status: 0 }), aMenu({ status: 2 })],
        categories: [aCategory()],
        tags: [aTag(), aTag()],
        contents: [draft, other, aContent({ status: 'PUBLISHED' }), aContent({ status: 'ARCHIVED' })],
      });
      const { users, roles, permissions, menus, contents, categories, tags } = before;
      const added = {
        users: { total: users.total + 2, enabled: users.enabled + 1 },
        roles: { total: roles.total + 2, enabled: roles.enabled + 1 },
        permissions: { total: permissions.total + 1 },
        menus: { total: menus.total + 3, enabled: menus.enabled + 1 },
        contents: {
          total: contents.total + 4,
          drafts: contents.drafts + 2,
          published: contents.published + 1,
          archived: contents.archived + 1,
        },
        categories: { total: categories.total + 1 },
        tags: { total: tags.total + 2 },
      };
      expect(numbersOf(await overview.read())).to.deep.equal(added);
      const published: Content = { ...draft, status: 'PUBLISHED' };
      await work.run((tx) => tx.contents.save(published));
      await work.run((tx) => tx.contents.remove(other.id));
      expect((await overview.read()).contents).to.deep.equal({
        ...added.contents,
        total: added.contents.total - 1,
        drafts: added.contents.drafts - 2,
        published: added.contents.published + 1,
      });
    });

    it(`counts logins and changes of the last ${overviewDays} days, including events without a position`, async () => {
      const { work, overview, events } = open();
      const now = new Date();
      const [yesterday, longAgo] = [1, 40].map((days) => new Date(now.getTime() - days * 24 * 3_600_000));
      const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
      const before = new Map((await overview.read()).activity.map((each) => [each.day, each]));
      const add = (type: 'session.started' | 'session.refused' | 'session.ended' | 'tag.deleted', occurredAt = now) =>
        work.run((tx) => tx.events.add(anEvent({ type, occurredAt })));
      for (const type of ['session.started', 'session.refused', 'session.ended', 'tag.deleted'] as const)
        await add(type);
      await add('tag.deleted', yesterday);
      await add('session.started', longAgo);
      await events.lastPosition();
      await add('session.started');
      const { activity } = await overview.read();
      expect(activity).to.have.lengthOf(overviewDays);
      expect(activity.map(({ day }) => day)).to.deep.equal(activity.map(({ day }) => day).toSorted());
      const added = activity.map(({ day, ...counts }) => {
        const { logIns, refusedLogIns, changes } = before.get(day) ?? { logIns: 0, refusedLogIns: 0, changes: 0 };
        return [day, counts.logIns - logIns, counts.refusedLogIns - refusedLogIns, counts.changes - changes];
      });
      expect(added.filter(([, ...counts]) => counts.some((count) => count !== 0))).to.deep.equal([
        [dayOf(yesterday ?? now), 0, 0, 1],
        [dayOf(now), 2, 1, 1],
      ]);
    });

    it(`returns the last ${overviewEntries} logins, the newest first`, async () => {
      const { work, overview } = open();
      const user = aUser();
      await given(work, { users: [user] });
      const logins = Array.from({ length: overviewEntries + 1 }, (_, index) => ({
        userId: user.id,
        network: `192.0.2.${index}`,
        lastLoginAt: later(),
      }));
      for (const login of logins) await work.run((tx) => tx.loginAddresses.record(login));
      const expected = logins
        .slice(1)
        .toReversed()
        .map(({ userId, network, lastLoginAt }) => ({
          userId,
          username: user.username,
          address: network,
          lastLoginAt,
        }));
      expect((await overview.read()).lastLogins).to.deep.equal(expected);
      await work.run((tx) => tx.users.remove(user.id));
      expect((await overview.read()).lastLogins.map(({ userId }) => userId)).not.to.include(user.id);
    });

    it(`returns the last ${overviewEntries} changes, the newest first, without names of removed users`, async () => {
      const { work, overview } = open();
      const [actor, subject] = [aUser(), aUser()];
      const records = Array.from({ length: overviewEntries + 1 }, () =>
        anAuditRecord({ actor: anActor({ id: actor.id }), userId: subject.id, at: later() }),
      );
      await given(work, { users: [actor, subject], audit: records });
      await work.run((tx) => tx.users.remove(subject.id));
      const expected = records
        .slice(1)
        .toReversed()
        .map(({ id, createdAt }) => ({
          id,
          event: 'user.roles.set',
          userId: actor.id,
          username: actor.username,
          resource: 'User',
          resourceId: subject.id,
          resourceName: null,
          createdAt,
        }));
      expect((await overview.read()).lastChanges).to.deep.equal(expected);
    });
  });
}
