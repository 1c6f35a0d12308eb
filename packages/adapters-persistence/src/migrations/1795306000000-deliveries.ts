import { migration } from './migration.ts';

/** Adds deliveries and their queues. A delivery is a message to be sent, such as an event for a webhook (ADR 86). */
export const Deliveries1795306000000 = migration(
  'Deliveries1795306000000',
  `
      CREATE TABLE delivery_queues (
        name text PRIMARY KEY, kind text NOT NULL, is_paused boolean NOT NULL DEFAULT false,
        next_attempt_at timestamptz(3), lease_id uuid, leased_until timestamptz(3));
      CREATE INDEX delivery_queues_next ON delivery_queues (next_attempt_at)
        WHERE next_attempt_at IS NOT NULL AND NOT is_paused;
      CREATE TABLE deliveries (
        id uuid PRIMARY KEY, queue text NOT NULL REFERENCES delivery_queues ON DELETE CASCADE,
        number bigint GENERATED ALWAYS AS IDENTITY, kind text NOT NULL, message_id uuid NOT NULL, type text NOT NULL,
        payload jsonb NOT NULL, state text NOT NULL, attempts integer NOT NULL, next_attempt_at timestamptz(3),
        last_attempt_at timestamptz(3), response_status integer, response_body text, error text,
        created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL);
      CREATE INDEX deliveries_waiting ON deliveries (queue, number) WHERE state = 'waiting';
      CREATE INDEX deliveries_created_at ON deliveries (queue, created_at, id);
      CREATE INDEX deliveries_ended ON deliveries (updated_at) WHERE state <> 'waiting'`,
);
