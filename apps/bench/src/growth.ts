import type { Requests } from './requests.ts';
import { logIn, requestsOf } from './requests.ts';
import type { Service } from './service.ts';

/** How many rows a database has. Each user has one of the roles, and each content one of 50 tags. */
export interface Sizes {
  readonly users: number;
  readonly roles: number;
  readonly contents: number;
  readonly events: number;
}

/** Returns SQL for the id of the row with the number `n`. */
const id = (kind: number, n: string): string =>
  `('00000000-0000-4000-${kind}000-' || lpad((${n})::text, 12, '0'))::uuid`;

/**
 * Adds rows until the tables have these sizes, with one statement for each table. The triggers, which maintain totals
 * and foreign keys row by row, are off meanwhile, so the totals are counted afterwards.
 */
export async function grow({ database }: Service, { users, roles, contents, events }: Sizes): Promise<void> {
  const statements = [
    `SET session_replication_role = replica`,
    `SET maintenance_work_mem = '512MB'`,
    `INSERT INTO roles (id, code, name, is_system, status, created_at, updated_at)
      SELECT ${id(8, 'n')}, 'GROWN_' || n, 'Grown role ' || n, false, 1, now(), now() FROM generate_series(1, ${roles}) n`,
    `INSERT INTO role_permissions (role_id, permission_id)
      SELECT ${id(8, 'n')}, p.id FROM generate_series(1, ${roles}) n,
        LATERAL (SELECT id FROM permissions ORDER BY id OFFSET n % 15 LIMIT 4) p`,
    `INSERT INTO users (id, email, email_key, username, username_key, password_hash, status, created_at, updated_at)
      SELECT ${id(9, 'n')}, 'grown' || n || '@example.com', 'grown' || n || '@example.com', 'grown' || n, 'grown' || n,
        'none', 1, now() - n * interval '1 s', now() - n * interval '1 s' FROM generate_series(1, ${users}) n`,
    `INSERT INTO user_roles (user_id, role_id)
      SELECT ${id(9, 'n')}, ${id(8, `1 + n % ${roles}`)} FROM generate_series(1, ${users}) n`,
    `INSERT INTO all_contents (id, title, slug, summary, editor_type, content_md, content_html, toc, status, published_at,
        created_at, updated_at)
      SELECT ${id(1, 'n')}, 'Grown article ' || n, 'grown-' || n, 'Summary ' || n, 'MARKDOWN', body, '<p>' || body || '</p>',
        '[]', 'PUBLISHED', at, at, at
      FROM generate_series(1, ${contents}) n, LATERAL (SELECT now() - n * interval '1 s' AS at,
        'Rare' || n || ' words and common ones, of which each text has some: page, reader, store. ' || md5(n::text) AS body) t`,
    `INSERT INTO content_search (content_id, part, is_long, status, created_at, lexemes)
      SELECT id, 0, false, status, created_at, to_tsvector('simple', title || ' ' || content_md) FROM all_contents c
      WHERE NOT EXISTS (SELECT FROM content_search s WHERE s.content_id = c.id)`,
    `INSERT INTO content_tags (content_id, tag_id, published)
      SELECT ${id(1, 'n')}, t.id, true FROM (SELECT id, row_number() OVER () AS nth, count(*) OVER () AS all FROM tags) t
      JOIN generate_series(1, ${contents}) n ON n % t.all = t.nth - 1`,
    `INSERT INTO events (position, id, type, occurred_at, actor_type, ip_address, user_agent, subject_type, subject_id,
        subject_version, changes)
      SELECT nextval('event_positions'), gen_random_uuid(), 'content.updated', now() - n * interval '1 s', 'system', '', '',
        'content', ${id(1, `1 + n % ${contents}`)}, n, '{}' FROM generate_series(${events}, 1, -1) n`,
    `SET session_replication_role = DEFAULT`,
    `SELECT recount_totals()`,
    `VACUUM ANALYZE`,
  ];
  for (const statement of statements) await database?.query(statement);
}

/** The requests of the bench, and further ones whose cost might depend on the number of rows. All read first pages. */
export async function growingRequests(service: Service): Promise<Requests> {
  const { token } = await logIn(service, 'person0');
  return {
    ...(await requestsOf(service)),
    users: { path: '/api/users?pageSize=10', token },
    roles: { path: '/api/roles?pageSize=10', token },
    'search-users-rare': { path: '/api/users?search=person17', token },
    'search-users-common': { path: '/api/users?search=grown', token },
    'search-contents-rare': { path: '/api/contents/search?q=Rare77' },
    'search-contents-common': { path: '/api/contents/search?q=reader' },
    'contents-of-tag': { path: '/api/tags/popular' },
    events: { path: '/api/events?after=0&limit=50', token },
    'audit-records': { path: '/api/audit-logs?pageSize=10', token },
  };
}
