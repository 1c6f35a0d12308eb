import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores with each tag link whether its content is published, so that triggers can count links even after the content
 * has been deleted. This is a separate migration, because it locks the table exclusively for a short time. The next
 * migration fills the column.
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
