import type { Client } from 'pg';
import { idIn } from './ids.ts';

/** SQL expression for the number of the directory of menu `i`. Each directory is followed by its nine pages. */
const directoryOf = 'i - (i - 1) % 10';

/** Inserts or deletes menus until there are `total`, and grants all of them to `BENCH_1`, a role of all users who are not administrators. */
export async function setMenus(db: Client, total: number): Promise<void> {
  const { rows } = await db.query<{ before: number; generated: number }>(
    `SELECT count(*)::int AS before, count(*) FILTER (WHERE route_name LIKE 'bench\\_%')::int AS generated FROM menus`,
  );
  const { before = 0, generated = 0 } = rows[0] ?? {};
  if (before === total) return;
  await db.query(`DELETE FROM menus WHERE route_name LIKE 'bench\\_%'`);
  await db.query(
    `INSERT INTO menus (id, parent_id, route_name, route_path, menu_name, i18n_key, icon_type, icon, "order", menu_type, component,
       hide_in_menu, multi_tab, status, keep_alive, constant, created_at, updated_at)
     SELECT ${idIn('menu', 'i')}, CASE WHEN i % 10 <> 1 THEN ${idIn('menu', directoryOf)} END, 'bench_' || i, '/bench/' || i,
       'Bench menu ' || i, 'route.bench_' || i, 1, 'mdi:numeric-' || i % 10, i, CASE WHEN i % 10 = 1 THEN 1 ELSE 2 END,
       CASE WHEN i % 10 = 1 THEN 'layout.base' ELSE 'view.bench_' || i END,
       false, false, 1, false, false, now(), now()
     FROM generate_series(1, $1) i`,
    [total - (before - generated)],
  );
  await db.query(
    `INSERT INTO role_menus (role_id, menu_id) SELECT ${idIn('role', '1')}, id FROM menus ON CONFLICT DO NOTHING`,
  );
  await db.query('VACUUM ANALYZE menus');
  await db.query('VACUUM ANALYZE role_menus');
}
