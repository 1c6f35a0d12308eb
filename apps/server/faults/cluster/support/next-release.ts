import { resourceModule } from '../../../src/index.ts';

/**
 * A migration that processes of the previous release do not notice: it only adds. The previous release also fills the new
 * column, through a trigger.
 */
class NextRelease1900000000000 {
  async up(runner: { query: (sql: string) => Promise<unknown> }): Promise<void> {
    await runner.query(`
      ALTER TABLE tags ADD COLUMN name_length integer;
      CREATE FUNCTION fill_name_length() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.name_length := length(NEW.name); RETURN NEW; END $$;
      CREATE TRIGGER fill_name_length BEFORE INSERT OR UPDATE ON tags
        FOR EACH ROW EXECUTE FUNCTION fill_name_length();
      UPDATE tags SET name_length = length(name);
      CREATE TABLE tag_colours (tag_id uuid PRIMARY KEY, colour text NOT NULL)`);
  }

  async down(): Promise<void> {
    // Migrations are not undone.
  }
}

/** The release after this one, whose only difference is a migration. */
export const modules = [
  resourceModule({ name: 'acme.next', stores: { nextRelease: { migrations: [NextRelease1900000000000] } } }),
];
