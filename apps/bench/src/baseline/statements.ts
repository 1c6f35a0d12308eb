/** One statement a request, each of which begins with the access check: no live session, no row. */

const live = `sessions s JOIN users u ON u.id = s.user_id AND u.status = 1`;
const isCallers = `s.id = $1 AND s.user_id = $2 AND s.expires_at > now()`;

export const enabledRoles = `user_roles ur JOIN roles r ON r.id = ur.role_id AND r.status = 1`;

const holds = (permission: string): string =>
  `EXISTS (SELECT FROM ${enabledRoles} JOIN role_permissions rp ON rp.role_id = r.id JOIN permissions p ON p.id = rp.permission_id
    WHERE p.code = '${permission}' AND p.status = 1 AND ur.user_id = s.user_id)`;

const permission = `t.id, t.code, t.name, t.description, t.resource, t.action, t.is_system AS "isSystem", t.status,
  t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

export const ownPermissions = `SELECT array(SELECT DISTINCT p.code COLLATE "C" FROM ${enabledRoles}
    JOIN role_permissions rp ON rp.role_id = r.id JOIN permissions p ON p.id = rp.permission_id AND p.status = 1
    WHERE ur.user_id = s.user_id ORDER BY 1) AS permissions
  FROM ${live} WHERE ${isCallers}`;

export const onePermission = `SELECT ${holds('permission.read')} AS allowed, ${permission}
  FROM ${live} LEFT JOIN permissions t ON t.id = $3 WHERE ${isCallers}`;

export const pageOfPermissions = `WITH caller AS MATERIALIZED (
    SELECT ${holds('permission.read')} AS allowed FROM ${live} WHERE ${isCallers})
  SELECT c.allowed, (SELECT count(*)::int FROM permissions) AS total, ${permission}
  FROM caller c LEFT JOIN (SELECT * FROM permissions ORDER BY created_at, id LIMIT $3 OFFSET $4) t ON c.allowed
  ORDER BY t.created_at, t.id`;

export const oneUser = `SELECT t.id, t.email, t.username, t.nick_name AS "nickName", t.phone, t.gender, t.status,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt",
    coalesce((SELECT json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name) ORDER BY r.code)
      FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = t.id), '[]') AS roles
  FROM ${live} LEFT JOIN users t ON t.id = $3 WHERE ${isCallers}`;

/** The nodes are built by PostgreSQL; only their places are found here. */
export const menuNodes = `SELECT t.id, t.parent_id AS "parentId", t.menu_type AS "menuType", t.status,
    t.id IN (SELECT rm.menu_id FROM ${enabledRoles} JOIN role_menus rm ON rm.role_id = r.id WHERE ur.user_id = $2) AS granted,
    (SELECT row_to_json(node)::text FROM (SELECT t.id, t.route_name AS "routeName", t.route_path AS "routePath",
      t.menu_name AS "menuName", t.i18n_key AS "i18nKey", t.icon_type AS "iconType",
      CASE t.icon_type WHEN 1 THEN t.icon END AS icon, CASE t.icon_type WHEN 2 THEN t.local_icon END AS "localIcon",
      t.icon_font_size AS "iconFontSize", t."order", t.menu_type AS "menuType", t.component, t.href,
      t.hide_in_menu AS "hideInMenu", t.active_menu AS "activeMenu", t.multi_tab AS "multiTab",
      t.fixed_index_in_tab AS "fixedIndexInTab", t.keep_alive AS "keepAlive", t.constant, t.query,
      coalesce(nullif(t.menu_name, ''), t.route_name) AS title) node) AS node
  FROM ${live} CROSS JOIN menus t WHERE ${isCallers} ORDER BY t."order", t.route_name COLLATE "C", t.id`;

const tagIds = `array(SELECT ct.tag_id FROM content_tags ct WHERE ct.content_id = t.id ORDER BY ct.tag_id) AS "tagIds"`;
const about = `t.category_id AS "categoryId", t.author_id AS "authorId", t.status, t.published_at AS "publishedAt",
  t.created_at AS "createdAt", t.updated_at AS "updatedAt", ${tagIds}`;

export const contentBySlug = `SELECT t.id, t.title, t.slug, t.summary, t.editor_type AS "editorType", t.content_md AS "contentMd",
    t.content_html AS "contentHtml", t.content_raw AS "contentRaw", t.toc, t.excerpt,
    t.reading_minutes AS "readingMinutes", ${about}
  FROM contents t WHERE t.slug = $1 AND t.status = 'PUBLISHED'`;

/** The ids by index alone, and then their ten rows: a plan that no estimate of the LIMIT can talk into reading the table. */
export const pageOfContents = `SELECT t.id, t.title, t.slug, t.summary, t.excerpt,
    t.reading_minutes AS "readingMinutes", t.editor_type AS "editorType", ${about}
  FROM contents t WHERE t.id = ANY (array(SELECT id FROM contents WHERE status = 'PUBLISHED'
    ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2)) ORDER BY t.created_at DESC, t.id DESC`;

export const countedPageOfContents = `SELECT (SELECT count(*)::int FROM contents WHERE status = 'PUBLISHED') AS total, page.*
  FROM (${pageOfContents}) page`;

/** Of an insert into `rate_limits AS l`: what counts a call of a key that is there already; `now` is a parameter, in milliseconds. */
export const countedAgain = (now: string): string =>
  `ON CONFLICT (key) DO UPDATE SET points = CASE WHEN l.expire <= ${now} THEN 1 ELSE l.points + 1 END,
    expire = CASE WHEN l.expire <= ${now} THEN excluded.expire ELSE l.expire END`;
