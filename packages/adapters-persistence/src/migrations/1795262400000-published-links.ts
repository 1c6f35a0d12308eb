import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to the join table `content_tags` a column that says whether the content is published. Triggers that count the
 * published contents of each tag can use this column even after the content has been deleted. Adding the column locks
 * the table exclusively for a short time, so this is a separate migration. The next migration fills the column.
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
