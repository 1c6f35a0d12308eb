import { migration } from './migration.ts';

/**
 * Adds the time until which the invitation of a user is valid. Processes of the previous release leave this
 * column unchanged.
 */
export const Invitations1795321000000 = migration(
  'Invitations1795321000000',
  'ALTER TABLE users ADD COLUMN invited_until timestamptz(3)',
);
