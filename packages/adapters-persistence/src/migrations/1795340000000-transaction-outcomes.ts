import { migration } from './migration.ts';

/**
 * Adds the outcomes of transactions. The id is random and begins with the time of the commit. A row with `committed`
 * false belongs to a transaction whose connection was lost, and which must not be committed any more.
 */
export const TransactionOutcomes1795340000000 = migration('TransactionOutcomes1795340000000', async (runner) => {
  await runner.query(
    'CREATE TABLE transaction_outcomes (id uuid PRIMARY KEY, committed boolean NOT NULL DEFAULT true)',
  );
});
