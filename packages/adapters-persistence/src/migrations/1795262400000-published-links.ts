import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the content of a link is published, on the link itself: what is deleted can still be counted. By itself, since it
 * locks readers out, for a moment; the next migration fills it and keeps it.
 */
export class PublishedLinks1795262400000 implements MigrationInterface {
  readonly name = 'PublishedLinks1795262400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE content_tags ADD COLUMN published boolean NOT NULL DEFAULT false');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is nothing to undo: the previous version runs on this database too.'));
  }
}
