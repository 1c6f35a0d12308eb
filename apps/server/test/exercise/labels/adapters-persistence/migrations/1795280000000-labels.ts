import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Labels1795280000000 implements MigrationInterface {
  readonly name = 'Labels1795280000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE labels (
        id uuid PRIMARY KEY, name text NOT NULL, name_key text NOT NULL, colour text NOT NULL, description text,
        created_at timestamptz(3) NOT NULL, updated_at timestamptz(3) NOT NULL,
        search_text text NOT NULL GENERATED ALWAYS AS (name || E'\\x01' || coalesce(description, '')) STORED,
        CONSTRAINT labels_name_key UNIQUE (name_key));
      CREATE INDEX labels_created_at ON labels (created_at, id);
      CREATE INDEX labels_updated_at ON labels (updated_at, id);
      CREATE INDEX labels_name ON labels (name COLLATE "C", id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE labels');
  }
}
