import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds tickets with which a client opens a stream of live updates. A ticket is valid for seconds, so a crash of the
 * database may lose it.
 */
export class StreamTickets1795307000000 implements MigrationInterface {
  readonly name = 'StreamTickets1795307000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE stream_tickets (
        hash text PRIMARY KEY, user_id uuid NOT NULL, session_id uuid NOT NULL, expires_at timestamptz(3) NOT NULL);
      CREATE INDEX stream_tickets_expires_at ON stream_tickets (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stream_tickets');
  }
}
