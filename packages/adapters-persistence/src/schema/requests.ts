/** What the service remembers between requests, and between its processes. */
export const requests = `
-- The responses to requests with an Idempotency-Key (ADR 117). The table refers to no user, because a foreign key would
-- lock the user in every such request. Rows of a deleted user are removed when they expire.
CREATE TABLE completed_requests (
  id text PRIMARY KEY,
  user_id uuid NOT NULL,
  body_hash text NOT NULL,
  status smallint NOT NULL,
  version integer,
  body text,
  resource_id uuid,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX completed_requests_user_id ON completed_requests (user_id, expires_at);
CREATE INDEX completed_requests_expires_at ON completed_requests (expires_at);

-- The counters of rate limits. A crash of the database may empty them.
CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);

-- The ids of the keys that encrypt stored secrets, so that a start with another key is found. At most one key is not
-- lost: the one with which new secrets are encrypted.
CREATE TABLE secrets_keys (id text PRIMARY KEY, is_lost boolean NOT NULL);
CREATE UNIQUE INDEX secrets_keys_current ON secrets_keys (is_lost) WHERE NOT is_lost;
`;
