import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the outcomes of transactions. The id is random and begins with the time of the commit. A row with `committed`
 * false belongs to a transaction whose connection was lost, and which must not be committed any more.
 */
export class TransactionOutcomes1795340000000 implements MigrationInterface {
  readonly name = 'TransactionOutcomes1795340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE transaction_outcomes (id uuid PRIMARY KEY, committed boolean NOT NULL DEFAULT true)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE transaction_outcomes');
  }
}
