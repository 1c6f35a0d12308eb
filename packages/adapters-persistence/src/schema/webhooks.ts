import { searchText, timestamps } from './shared/columns.ts';

/** Deliveries, which are messages to be sent, and their queues (ADR 86). A webhook has a queue of its own (ADR 87). */
export const webhooks = `
CREATE TABLE delivery_queues (
  name text PRIMARY KEY,
  kind text NOT NULL,
  is_paused boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz(3),
  lease_id uuid,
  leased_until timestamptz(3)
);
CREATE INDEX delivery_queues_next ON delivery_queues (next_attempt_at)
  WHERE next_attempt_at IS NOT NULL AND NOT is_paused;

CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  queue text NOT NULL REFERENCES delivery_queues ON DELETE CASCADE,
  number bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  message_id uuid NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  next_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  response_status integer,
  response_body text,
  error text,
  ${timestamps}
);
CREATE INDEX deliveries_waiting ON deliveries (queue, number) WHERE state = 'waiting';
CREATE INDEX deliveries_created_at ON deliveries (queue, created_at, id);
CREATE INDEX deliveries_ended ON deliveries (updated_at) WHERE state <> 'waiting';

-- The secrets of webhooks are stored encrypted.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  url text NOT NULL,
  types jsonb NOT NULL,
  description text,
  enabled boolean NOT NULL,
  disabled_reason text,
  failing_since timestamptz(3),
  start_position float8 NOT NULL,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz(3),
  ${timestamps},
  ${searchText('url', 'description')}
);

-- The position of the last event for which deliveries to webhooks were queued.
CREATE TABLE webhook_position (is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), position float8 NOT NULL);
INSERT INTO webhook_position (position) VALUES (0);
`;
