import { anAuditRecord } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { expect } from 'chai';
import { typeormUnitOfWork, viewsOf } from '../src/index.ts';
import { embeddedDatabase } from './support/databases.ts';

describe('The audit table', () => {
  const database = embeddedDatabase();

  for (const statement of [
    `UPDATE audit_records SET user_agent = 'another'`,
    'DELETE FROM audit_records',
    'TRUNCATE audit_records',
  ]) {
    it(`§2.8: refuses ${statement.split(' ')[0]}, because records are append-only`, async () => {
      const { dataSource, pool, reader } = database();
      const record = anAuditRecord();
      await given(typeormUnitOfWork({ dataSource }), { audit: [record] });
      const failure = await pool.query(statement).catch(String);
      expect(failure).to.equal('error: audit records are append-only');
      expect(await viewsOf(reader).audit.find(record.id)).to.deep.equal(record);
    });
  }
});
