import { anAuditRecord } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { expect } from 'chai';
import type { Database } from '../src/database.ts';
import { auditMonths } from '../src/events/months.ts';
import { typeormUnitOfWork } from '../src/unit-of-work.ts';
import { viewsOf } from '../src/views.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';
import { forbiddenChanges, monthStart, partitionOf, refusalOf } from './support/months.ts';
import { ownedDatabase } from './support/owned-database.ts';

const partOf = (months: number): string => partitionOf('audit_records', months);

const keep = ({ dataSource }: Database, ...records: readonly AuditRecord[]) =>
  given(typeormUnitOfWork({ dataSource }), { audit: records });

async function placeOf({ pool }: Database, { id }: AuditRecord): Promise<string> {
  const { rows } = await pool.query('SELECT tableoid::regclass::text AS part FROM audit_records WHERE id = $1', [id]);
  return rows[0].part;
}

describe('Partitions of the audit records', () => {
  describe('in a new database', () => {
    const database = freshDatabase(serverUrl);
    const months = () => auditMonths(database().dataSource);

    it('exist for the current month and the next two, and are created only once for later months', async () => {
      expect(await months().prepare(new Date())).to.equal(0);
      expect(await months().prepare(monthStart(2))).to.equal(2);
      expect(await months().prepare(monthStart(2))).to.equal(0);
      const records = [0, 1, 2, 3, 4, 5].map((month) =>
        anAuditRecord({ at: new Date(monthStart(month + 1).getTime() - 1) }),
      );
      await keep(database(), ...records);
      const places = await Promise.all(records.map((record) => placeOf(database(), record)));
      expect(places).to.deep.equal([...[0, 1, 2, 3, 4].map(partOf), 'audit_records_other']);
    });

    it('are not created for a month with records in the default partition, or more than a year ahead', async () => {
      expect(await months().prepare(monthStart(5))).to.equal(2);
      const late = anAuditRecord({ at: monthStart(6) });
      await keep(database(), late);
      expect(await placeOf(database(), late)).to.equal(partOf(6));
      const failure = await months().prepare(monthStart(20)).catch(String);
      expect(failure).to.include('a year ahead at most');
    });

    it('§2.8: refuse changes through the table and directly on a partition', async () => {
      for (const part of ['audit_records', 'audit_records_first', 'audit_records_other', partOf(0), partOf(6)]) {
        for (const change of forbiddenChanges) {
          const statement = change.replace('%', part);
          expect(await refusalOf(database(), statement), statement).to.equal('audit records are append-only');
        }
      }
    });

    it('are removed completely, oldest first, and only after their end', async () => {
      const { removeOldest, endedBy } = months();
      const [kept, gone] = [anAuditRecord({ at: monthStart(2) }), anAuditRecord({ at: new Date('2020-01-01') })];
      await keep(database(), kept, gone);
      const moment = monthStart(2);
      const past = { name: 'audit_records_first', until: monthStart(0) };
      expect(await endedBy(new Date(monthStart(1).getTime() - 1))).to.deep.equal([past]);
      expect(await removeOldest(new Date(monthStart(1).getTime() - 1))).to.deep.equal(past);
      expect(await removeOldest(new Date(monthStart(1).getTime() - 1))).to.equal(undefined);
      const ended = [
        { name: partOf(0), until: monthStart(1) },
        { name: partOf(1), until: moment },
      ];
      expect(await endedBy(moment)).to.deep.equal(ended);
      expect([await removeOldest(moment), await removeOldest(moment)]).to.deep.equal(ended);
      expect(await removeOldest(moment)).to.equal(undefined);
      const { find } = viewsOf(database().reader).audit;
      expect([await find(gone.id), await find(kept.id)]).to.deep.equal([undefined, kept]);
    });

    it('can be created again after their removal, while older records go to the default partition', async () => {
      const late = anAuditRecord({ at: new Date('2020-01-01') });
      await keep(database(), late);
      expect(await placeOf(database(), late)).to.equal('audit_records_other');
      expect(await months().prepare(new Date())).to.equal(2);
    });
  });

  describeOnServer('with one role that owns the tables and one for the service (docs/operations.md)', () => {
    const database = ownedDatabase();

    it('are created and written by the role of the service', async () => {
      expect(await auditMonths(database().service.dataSource).prepare(monthStart(2))).to.equal(2);
      const record = anAuditRecord({ at: monthStart(4) });
      await keep(database().service, record);
      expect(await placeOf(database().service, record)).to.equal(partOf(4));
    });

    it('cannot be changed or removed by the role of the service', async () => {
      const refused: Readonly<Record<string, RegExp>> = {
        'DELETE FROM audit_records': /permission denied/,
        'UPDATE audit_records SET event = event': /permission denied/,
        'TRUNCATE audit_records': /permission denied/,
        [`DELETE FROM ${partOf(4)}`]: /append-only/,
        [`DROP TABLE ${partOf(4)}`]: /must be owner/,
        [`ALTER TABLE audit_records DETACH PARTITION ${partOf(4)}`]: /must be owner/,
        'ALTER TABLE audit_records DISABLE TRIGGER ALL': /must be owner/,
        'DROP TRIGGER audit_records_append_only ON audit_records': /must be owner/,
        'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$':
          /must be owner|permission denied/,
        'SET session_replication_role = replica': /permission denied/,
      };
      for (const [statement, reason] of Object.entries(refused)) {
        expect(await refusalOf(database().service, statement), statement).to.match(reason);
      }
      const removal = auditMonths(database().service.dataSource).removeOldest(monthStart(2)).catch(String);
      expect(await removal).to.match(/must be owner|permission denied/);
    });

    it('can be removed by the owner', async () => {
      expect(await auditMonths(database().owner.dataSource).removeOldest(monthStart(1))).to.include({
        name: 'audit_records_first',
      });
    });
  });
});
