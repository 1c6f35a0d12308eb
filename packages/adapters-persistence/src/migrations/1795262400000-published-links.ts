import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores on each tag link whether its content is published, so that triggers can count links whose content has been
 * deleted. It is a separate migration because the table is locked exclusively for a short time. The next migration
 * fills the column.
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
