import { migration } from './migration.ts';

/**
 * Adds columns that store whether a role grants nothing without a second factor, and whether a session was verified
 * with a second factor. Both columns have a constant default, so no row is rewritten.
 */
export const RequiredFactors1795320000000 = migration(
  'RequiredFactors1795320000000',
  `
      ALTER TABLE roles ADD COLUMN requires_factor boolean NOT NULL DEFAULT false;
      ALTER TABLE sessions ADD COLUMN has_factor boolean NOT NULL DEFAULT false`,
);
