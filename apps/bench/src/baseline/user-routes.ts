import type { Caller } from './access.ts';
import type { Reply } from './answer.ts';
import type { Connections } from './connections.ts';
import { menuTree } from './menu-tree.ts';
import type { Statement } from './prepared.ts';
import { sessionEnded } from './refused.ts';
import { enabledRoles, isCallers, live } from './statements.ts';

const throughRoles = `${enabledRoles} JOIN role_menus rm ON rm.role_id = r.id WHERE ur.user_id = $2`;

/** PostgreSQL writes each node as JSON; `menuTree` puts the nodes into a tree. */
const nodes: Statement = {
  name: 'menu nodes',
  text: `SELECT t.id, t.parent_id, t.menu_type, t.status, t.id IN (SELECT rm.menu_id FROM ${throughRoles}),
    (SELECT row_to_json(node)::text FROM (SELECT t.id, t.route_name AS "routeName", t.route_path AS "routePath",
      t.menu_name AS "menuName", t.i18n_key AS "i18nKey", t.icon_type AS "iconType",
      CASE t.icon_type WHEN 1 THEN t.icon END AS icon, CASE t.icon_type WHEN 2 THEN t.local_icon END AS "localIcon",
      t.icon_font_size AS "iconFontSize", t."order", t.menu_type AS "menuType", t.component, t.href,
      t.hide_in_menu AS "hideInMenu", t.active_menu AS "activeMenu", t.multi_tab AS "multiTab",
      t.fixed_index_in_tab AS "fixedIndexInTab", t.keep_alive AS "keepAlive", t.constant, t.query,
      coalesce(nullif(t.menu_name, ''), t.route_name) AS title) node)
  FROM ${live} CROSS JOIN menus t WHERE ${isCallers} ORDER BY t."order", t.route_name COLLATE "C", t.id`,
};

/** Reads all menus and builds the tree for each request, without a cache. */
export async function userRoutes({ execute }: Connections, { sessionId, userId }: Caller): Promise<Reply> {
  const rows = await execute(nodes, [sessionId, userId]);
  if (rows.length === 0) throw sessionEnded();
  return { data: menuTree(rows) };
}

/**
 * This statement returns a text with three parts: the version number of the menus, the number of menu grants, and a
 * digest of the granted menus. The digest does not depend on the order of the menus. A menu that two roles of the
 * caller grant counts twice.
 */
const state: Statement = {
  name: 'menu state',
  text: `SELECT concat_ws(' ', v.version,
      (SELECT count(*) || ' ' || sum(uuid_hash_extended(rm.menu_id, 0)) FROM ${throughRoles}))
    FROM ${live} CROSS JOIN menu_version v WHERE ${isCallers}`,
};

const maxRemembered = 50;
const remembered = new Map<string, Reply>();

/**
 * Returns the tree from a cache if possible. The key of the cache is the result of `state`, which is read for each
 * request.
 */
export async function rememberedUserRoutes(connections: Connections, caller: Caller): Promise<Reply> {
  const [row] = await connections.execute(state, [caller.sessionId, caller.userId]);
  if (row === undefined) throw sessionEnded();
  const key = row[0] ?? '';
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const reply = await userRoutes(connections, caller);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(key, reply);
  return reply;
}
