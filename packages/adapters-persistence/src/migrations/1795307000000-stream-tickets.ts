import { migration } from './migration.ts';

/**
 * Adds tickets with which a client opens a stream of live updates. A ticket is valid only for seconds. The table is
 * therefore unlogged, although a crash of the database empties an unlogged table.
 */
export const StreamTickets1795307000000 = migration(
  'StreamTickets1795307000000',
  `
      CREATE UNLOGGED TABLE stream_tickets (
        hash text PRIMARY KEY, user_id uuid NOT NULL, session_id uuid NOT NULL, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX stream_tickets_expires_at ON stream_tickets (expires_at)`,
);
