import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Returns the class of a migration. Migrations are not reverted: the previous release also runs on a migrated database.
 * @param name ends with the timestamp that determines the order of the migrations
 * @param up the SQL statements, or a function that executes them
 * @example
 * const noteColour = migration('AcmeNoteColour1796000000000', 'ALTER TABLE acme_notes ADD COLUMN colour text');
 */
export const migration = (name: string, up: string | ((runner: QueryRunner) => Promise<void>)) =>
  class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await (typeof up === 'string' ? runner.query(up) : up(runner));
    }

    down(): Promise<void> {
      return Promise.reject(new Error(`${name} cannot be reverted. The previous release runs on this database too.`));
    }
  };
