import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { idIn } from './ids.ts';
import { setMenus } from './menus.ts';

/** Numbers of generated rows; the rows that the migrations create are not counted. */
export interface Sizes {
  /** Users 1 to `administrators` have the role ADMIN; all other users have the roles `BENCH_1` and `BENCH_2`. */
  readonly users: number;
  readonly administrators: number;
  readonly permissions: number;
  readonly contents: number;
  /** The first `taggedContents` contents and the last `taggedContents` contents have two tags each. */
  readonly taggedContents: number;
  readonly auditRecords: number;
}

const roleCount = 20;

/** Contents 1 to `longArticles` have bodies of random words. All other bodies repeat one word and compress well. */
export const longArticles = 100;
const bodyWords = { markdown: 60, html: 92 };

/** Returns the beginning of a word that occurs only in the user, the permission and the content with this number. */
export const rareWord = (number: number): string => createHash('md5').update(String(number)).digest('hex').slice(0, 12);

/** Returns whether the content with this number is a draft. Every twentieth content is a draft. */
export const isDraft = (content: number): boolean => content % 20 === 0;

const timestamp = (number: string) => `timestamptz '2026-01-01 00:00:00Z' + (${number}) * interval '1 second'`;
const prose = (words: number, salt: string) =>
  `(SELECT string_agg(md5('${salt}' || i || ' ' || word), ' ') FROM generate_series(1, ${words}) word)`;

const statements = (
  { users, administrators, permissions, contents, taggedContents, auditRecords }: Sizes,
  passwordHash: string,
): readonly string[] => [
  `INSERT INTO roles (id, code, name, is_system, status, created_at, updated_at)
   SELECT ${idIn('role', 'i')}, 'BENCH_' || i, 'Bench role ' || i, false, 1, ${timestamp('i')}, ${timestamp('i')}
   FROM generate_series(1, ${roleCount}) i`,
  `INSERT INTO permissions (id, code, name, description, resource, action, is_system, status, created_at, updated_at)
   SELECT ${idIn('permission', 'i')}, 'thing' || i || '.read', 'Read thing ' || i, md5(i::text), 'thing' || i, 'read', false, 1, ${timestamp('i')}, ${timestamp('i')}
   FROM generate_series(1, ${permissions}) i`,
  `INSERT INTO role_permissions (role_id, permission_id)
   SELECT ${idIn('role', '1')}, permission_id FROM role_permissions rp JOIN roles r ON r.id = rp.role_id AND r.code = 'ADMIN'`,
  `INSERT INTO users (id, email, email_key, username, username_key, nick_name, phone, password_hash, status, created_at, updated_at)
   SELECT ${idIn('user', 'i')}, 'person-' || i || '@example.com', 'person-' || i || '@example.com', 'person-' || i, 'person-' || i,
     'Person ' || md5(i::text), '+49 30 ' || i, '${passwordHash}', 1, ${timestamp('i')}, ${timestamp('i')}
   FROM generate_series(1, ${users}) i`,
  `INSERT INTO user_roles (user_id, role_id)
   SELECT ${idIn('user', 'i')}, r.id FROM generate_series(1, ${administrators}) i, roles r WHERE r.code = 'ADMIN'`,
  `INSERT INTO user_roles (user_id, role_id)
   SELECT ${idIn('user', 'i')}, r.id FROM generate_series(${administrators + 1}, ${users}) i, roles r
   WHERE r.code IN ('BENCH_1', 'BENCH_2')`,
  `INSERT INTO tags (id, name, name_key, slug, created_at, updated_at)
   SELECT ${idIn('tag', 'i')}, 'Tag ' || i, 'tag ' || i, 'tag-' || i, ${timestamp('i')}, ${timestamp('i')} FROM generate_series(1, 50) i`,
  `INSERT INTO contents (id, title, slug, summary, editor_type, content_md, content_html, toc, author_id, status, published_at, created_at, updated_at)
   SELECT ${idIn('content', 'i')}, 'Article ' || md5(i::text), 'article-' || i, 'What article ' || i || ' says', 'MARKDOWN',
     CASE WHEN i <= ${longArticles} THEN ${prose(bodyWords.markdown, 'm')} ELSE repeat('word ', 400) END,
     CASE WHEN i <= ${longArticles} THEN ${prose(bodyWords.html, 'h')} ELSE repeat('<p>word</p> ', 250) END, '[]',
     ${idIn('user', `i % ${users} + 1`)}, CASE WHEN i % 20 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END,
     ${timestamp('i')}, ${timestamp('i')}, ${timestamp('i')}
   FROM generate_series(1, ${contents}) i`,
  `INSERT INTO content_tags (content_id, tag_id)
   SELECT ${idIn('content', 'i')}, ${idIn('tag', '(i + tag * 7) % 50 + 1')} FROM generate_series(1, ${contents}) i, generate_series(1, 2) tag
   WHERE i <= ${taggedContents} OR i > ${contents - taggedContents}`,
  `INSERT INTO audit_records (id, event, user_id, ip_address, user_agent, resource, resource_id, action, payload, result, created_at)
   SELECT ${idIn('audit record', 'i')}, 'user.roles.set', ${idIn('user', '1')}, '127.0.0.1', 'bench', 'User', ${idIn('user', `i % ${users} + 1`)}, 'UPDATE',
     '{"actorId": "", "userId": "", "before": [], "after": []}', 'SUCCESS', ${timestamp('i')}
   FROM generate_series(1, ${auditRecords}) i`,
  // This table must contain rows before the servers use it. Otherwise PostgreSQL would make a plan for the empty table
  // and keep it, and that plan is slow for a full table.
  `INSERT INTO rate_limits (key, points, expire) SELECT 'bench:' || i, 1, 0 FROM generate_series(1, 1000) i`,
];

/**
 * Returns SQL that inserts a session for each user from number `first` to number `last`. The sessions are valid for a
 * day.
 */
const sessions = (first: number, last: number): string =>
  `INSERT INTO sessions (id, user_id, refresh_hash, ip_address, user_agent, created_at, last_used_at, expires_at)
   SELECT ${idIn('session', 'i')}, ${idIn('user', 'i')}, md5(i::text), '127.0.0.1', 'bench', now(), now(), now() + interval '1 day'
   FROM generate_series(${first}, ${last}) i`;

/**
 * Fills a migrated database with generated rows.
 * @param options the hash of every user's password; the users 1 to `withSession` get a session
 */
export async function generate(
  db: Client,
  sizes: Sizes,
  { passwordHash, withSession }: { readonly passwordHash: string; readonly withSession: number },
): Promise<void> {
  await db.query(`SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`);
  // Inserts are faster without indexes, so indexes are dropped, and created again at the end. Unique indexes and the
  // indexes of partitioned tables stay.
  const { rows } = await db.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class c ON c.oid = indexrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND NOT c.relispartition AND NOT indisunique`,
  );
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`);
  for (const statement of statements(sizes, passwordHash)) await db.query(statement);
  await db.query(sessions(1, withSession));
  for (const { definition } of rows) await db.query(definition);
  await setMenus(db, 40);
  await db.query('VACUUM ANALYZE');
}
