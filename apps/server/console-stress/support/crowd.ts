import type { Service } from '../../test/support/service.ts';

/** The numbers of rows that a large team has. */
export const sizes = { users: 1_000, roles: 1_000, menus: 500, contents: 5_000 } as const;

const menuId = (number: string): string => `md5('crowd menu ' || ${number})::uuid`;

/** The first of ten menus is a directory. The next five are its pages, and the last four are pages below the fifth. */
const parentId = `CASE WHEN n % 10 = 0 THEN NULL WHEN n % 10 > 5 THEN ${menuId('n - n % 10 + 5')} ELSE ${menuId('n - n % 10')} END`;

const statements = [
  `INSERT INTO users (id, email, email_key, username, username_key, nick_name, password_hash, status, created_at, updated_at)
   SELECT gen_random_uuid(), name || '@example.com', name || '@example.com', name, name, 'Person ' || n, '-', 1,
     now() - n * interval '1 minute', now()
   FROM (SELECT n, 'crowd-' || lpad(n::text, 4, '0') AS name FROM generate_series(1, ${sizes.users}) AS n) AS names`,
  `INSERT INTO roles (id, code, name, description, is_system, status, created_at, updated_at)
   SELECT gen_random_uuid(), 'CROWD_' || lpad(n::text, 4, '0'), 'Crowd ' || n, 'The role of team ' || n, false, 1,
     now() - n * interval '1 minute', now()
   FROM generate_series(1, ${sizes.roles}) AS n`,
  `INSERT INTO user_roles (user_id, role_id)
   SELECT u.id, r.id FROM users u JOIN roles r ON r.code = upper(replace(u.username, '-', '_')) AND NOT r.is_system`,
  `INSERT INTO menus (id, parent_id, route_name, route_path, menu_name, icon_type, icon, "order", menu_type,
     hide_in_menu, multi_tab, status, keep_alive, constant, created_at, updated_at)
   SELECT ${menuId('n')}, ${parentId}, 'crowd_' || n, '/crowd/' || n, 'Crowd menu ' || n, 1, 'mdi:account',
     n, CASE WHEN n % 10 = 0 THEN 1 ELSE 2 END, false, false, 1, false, false, now(), now()
   FROM generate_series(0, ${sizes.menus - 1}) AS n`,
  `INSERT INTO role_menus (role_id, menu_id)
   SELECT r.id, m.id FROM roles r CROSS JOIN menus m WHERE r.code = 'CROWD_0500' AND NOT m.route_name = 'crowd_12'`,
  `INSERT INTO contents (id, title, slug, summary, editor_type, content_md, content_html, toc, status, published_at, created_at, updated_at)
   SELECT gen_random_uuid(), 'Article ' || n, 'crowd-article-' || n, 'The news of day ' || n, 'MARKDOWN',
     repeat('A *paragraph* of a crowd.' || chr(10) || chr(10), 100), repeat('<p>A <em>paragraph</em> of a crowd.</p>', 100),
     '[]', CASE WHEN n % 3 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END, CASE WHEN n % 3 > 0 THEN now() END,
     now() - n * interval '1 minute', now()
   FROM generate_series(1, ${sizes.contents}) AS n`,
  'ANALYZE',
];

/** Fills the service of a large team by SQL, because the API would take minutes. */
export async function fill({ server }: Service): Promise<void> {
  const { pool } = server.database;
  for (const statement of statements) await pool.query(statement);
}
