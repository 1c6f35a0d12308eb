import { migration } from './migration.ts';

/**
 * Adds a version number with which caches of menus are validated. Every transaction that changes menus increments the
 * number. The trigger for this runs at the end of the transaction, when the transaction has acquired all its other
 * locks. Concurrent writers therefore cannot deadlock.
 */
export const MenuVersion1795262580000 = migration(
  'MenuVersion1795262580000',
  `
      CREATE TABLE menu_version (version bigint NOT NULL);
      INSERT INTO menu_version VALUES (1);
      CREATE FUNCTION count_menu_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE menu_version SET version = version + 1; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER menus_changed AFTER INSERT OR UPDATE OR DELETE ON menus
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_menu_change();
      CREATE TRIGGER menus_emptied AFTER TRUNCATE ON menus FOR EACH STATEMENT EXECUTE FUNCTION count_menu_change();`,
);
