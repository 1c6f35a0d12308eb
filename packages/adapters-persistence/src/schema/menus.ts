import { searchText, timestamps } from './shared/columns.ts';
import { searchIndex } from './shared/search-index.ts';
import { keepTotal } from './shared/totals.ts';
import { countVersions, versionColumns } from './shared/versions.ts';

export const menuTotal = { table: 'menus', key: 'status' };

/** There are few menus, so lists need no further indexes. */
const table = `
CREATE TABLE menus (
  id uuid PRIMARY KEY,
  parent_id uuid CONSTRAINT menus_parent_id_fkey REFERENCES menus,
  menu_type smallint NOT NULL CHECK (menu_type IN (1, 2)),
  route_name text NOT NULL,
  route_path text NOT NULL,
  menu_name text NOT NULL,
  i18n_key text,
  icon_type smallint NOT NULL CHECK (icon_type IN (1, 2)),
  icon text,
  local_icon text,
  icon_font_size integer,
  "order" integer NOT NULL,
  component text,
  href text,
  hide_in_menu boolean NOT NULL,
  active_menu text,
  multi_tab boolean NOT NULL,
  fixed_index_in_tab integer,
  keep_alive boolean NOT NULL,
  constant boolean NOT NULL,
  query jsonb,
  status smallint NOT NULL CHECK (status IN (0, 1, 2)),
  ${versionColumns},
  ${timestamps},
  ${searchText('route_name', 'menu_name', 'route_path')}
);
CREATE INDEX menus_parent_id ON menus (parent_id);
CREATE INDEX menus_order ON menus ("order", route_name COLLATE "C", id);
CREATE INDEX menus_route_name ON menus (route_name);
${searchIndex('menus')}
${keepTotal(menuTotal)}
${countVersions('menus')}
`;

/**
 * The version number with which caches of menus are validated. Every transaction that changes menus increments it. The
 * trigger for this runs at the end of the transaction, when the transaction has acquired all its other locks. Concurrent
 * writers therefore cannot deadlock.
 */
const version = `
CREATE TABLE menu_version (version bigint NOT NULL);
INSERT INTO menu_version VALUES (1);
CREATE FUNCTION count_menu_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN UPDATE menu_version SET version = version + 1; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER menus_changed AFTER INSERT OR UPDATE OR DELETE ON menus
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_menu_change();
CREATE TRIGGER menus_emptied AFTER TRUNCATE ON menus FOR EACH STATEMENT EXECUTE FUNCTION count_menu_change();
`;

export const menus = table + version;
