import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { expect } from 'chai';
import type { AuditListQuery } from '@portcullis/application/internal/ports/audit';
import { anActor, anAuditRecord, anId } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function auditContract(adapter: string, open: OpenStore): void {
  const listed = async (query: Partial<AuditListQuery>) => {
    const { items, total } = await open().audit.list({ page: 1, pageSize: 10, ...query });
    expect(total).to.equal(items.length);
    return items.map(({ id }) => id);
  };
  const idsOf = (records: readonly AuditRecord[]) => records.map(({ id }) => id);

  describe(`Audit contract, ${adapter}`, () => {
    it('§2.8: stores a record unchanged, even if its users do not exist', async () => {
      const { work, audit } = open();
      const change = { before: [anId<'Role'>(), anId<'Role'>()], after: [] };
      const record = anAuditRecord({ change, actor: anActor({ ipAddress: '2001:db8::1', userAgent: 'Ünknown' }) });
      await given(work, { audit: [record] });
      expect(await audit.find(record.id)).to.deep.equal(record);
      expect(await audit.find(anId())).to.equal(undefined);
    });

    it('lists the newest records first, and filters them by actor, changed user and event', async () => {
      const { work } = open();
      const [actor, other] = [anActor(), anActor()];
      const userId = anId<'User'>();
      const day = (number: number) => new Date(Date.UTC(2026, 2, number));
      const records = [
        anAuditRecord({ actor, userId, at: day(2) }),
        anAuditRecord({ actor, at: day(3) }),
        anAuditRecord({ actor: other, userId, at: day(1) }),
      ];
      const [second, third, first] = idsOf(records);
      await given(work, { audit: records });
      expect(await listed({ userId: actor.id })).to.deep.equal([third, second]);
      expect(await listed({ userId: actor.id, sortOrder: 'asc' })).to.deep.equal([second, third]);
      expect(await listed({ resourceId: userId })).to.deep.equal([second, first]);
      expect(await listed({ resourceId: userId, userId: other.id })).to.deep.equal([first]);
      expect(await listed({ userId: actor.id, event: 'user.roles.set' })).to.deep.equal([third, second]);
      expect(await listed({ userId: actor.id, event: 'another' })).to.deep.equal([]);
    });

    it('reads the records before a timestamp in batches, the oldest first', async () => {
      const { work, audit } = open();
      const times = [3, 1, 2, 1, 4].map((day) => new Date(Date.UTC(1990, 0, day)));
      const records = times.map((at) => anAuditRecord({ at }));
      await given(work, { audit: records });
      const timestamp = new Date(Date.UTC(1990, 0, 4));
      const first = await audit.before(timestamp, 3);
      const second = await audit.before(timestamp, 3, first.at(-1));
      const early = records.filter(({ createdAt }) => createdAt < timestamp);
      const sorted = early.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
      expect([first.length, second.length]).to.deep.equal([3, 1]);
      expect([...first, ...second]).to.deep.equal(sorted);
      expect(await audit.before(timestamp, 3, second.at(-1))).to.deep.equal([]);
    });

    it('lists the records between two timestamps, both inclusive', async () => {
      const { work } = open();
      const actor = anActor();
      const [from, to] = [new Date('2026-03-01T00:00:00.001Z'), new Date('2026-03-01T00:00:00.003Z')];
      const times = [from.getTime() - 1, from.getTime(), to.getTime(), to.getTime() + 1];
      const records = times.map((time) => anAuditRecord({ actor, at: new Date(time) }));
      const [, atFrom, atTo, after] = idsOf(records);
      await given(work, { audit: records });
      expect(await listed({ userId: actor.id, from, to })).to.deep.equal([atTo, atFrom]);
      expect(await listed({ userId: actor.id, from })).to.deep.equal([after, atTo, atFrom]);
    });
  });
}
