import { migration } from './migration.ts';

/**
 * Adds the time at which the user of a session last authenticated again (ADR 103). It is null if the user has not
 * authenticated again since the login.
 */
export const AuthenticationTimes1795320100000 = migration(
  'AuthenticationTimes1795320100000',
  'ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz(3)',
);
