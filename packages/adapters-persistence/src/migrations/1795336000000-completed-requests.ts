import { migration } from './migration.ts';

/**
 * Adds the responses to requests with an `Idempotency-Key`. The table refers to no user, because a foreign key would
 * lock the user in every such request. Rows of a deleted user are removed when they expire.
 */
export const CompletedRequests1795336000000 = migration(
  'CompletedRequests1795336000000',
  `
      CREATE TABLE completed_requests (
        id text PRIMARY KEY, user_id uuid NOT NULL, body_hash text NOT NULL, status smallint NOT NULL,
        version integer, body text, resource_id uuid, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX completed_requests_user_id ON completed_requests (user_id, expires_at);
      CREATE INDEX completed_requests_expires_at ON completed_requests (expires_at)`,
);
