import fc from 'fast-check';

const now = 'now(), now()';
const anyOf = (...values: readonly string[]): string =>
  `(ARRAY[${values.join(', ')}])[1 + floor(random() * ${values.length})::int]`;
const contentStatus = anyOf(`'DRAFT'`, `'PUBLISHED'`, `'ARCHIVED'`);
const some = (owner: string): string => `LIKE '${owner}-%' AND random() < 0.5`;

/**
 * Statements that change lists. An owner is a prefix of names and slugs. Each statement changes only rows with the
 * prefix of its owner, or adds audit records. The statements of two owners therefore do not block each other.
 */
const statements: readonly ((owner: string) => string)[] = [
  (
    owner,
  ) => `INSERT INTO users (id, email, email_key, username, username_key, password_hash, status, created_at, updated_at)
    SELECT gen_random_uuid(), name, name, name, name, '', i % 2, ${now}
    FROM (SELECT i, '${owner}-' || gen_random_uuid() AS name FROM generate_series(1, 3) i) made`,
  (owner) => `UPDATE users SET status = 1 - status WHERE username_key ${some(owner)}`,
  // This statement also removes the rows of the users in `user_roles`, and sets the author of contents to null.
  (owner) => `DELETE FROM users WHERE username_key ${some(owner)}`,
  (owner) => `INSERT INTO user_roles SELECT u.id, r.id FROM users u, roles r
    WHERE u.username_key LIKE '${owner}-%' AND r.code LIKE '${owner}-%' ON CONFLICT DO NOTHING`,
  (owner) => `INSERT INTO roles (id, code, name, is_system, status, created_at, updated_at)
    SELECT gen_random_uuid(), name, name, false, 1, ${now} FROM (SELECT '${owner}-' || gen_random_uuid() AS name) made`,
  (owner) => `UPDATE roles SET status = 0 WHERE code ${some(owner)}`,
  (owner) => `DELETE FROM roles WHERE code ${some(owner)}`,
  (owner) => `INSERT INTO permissions (id, code, name, resource, action, is_system, status, created_at, updated_at)
    SELECT gen_random_uuid(), name, name, name, 'read', false, 1, ${now}
    FROM (SELECT '${owner}-' || gen_random_uuid() AS name FROM generate_series(1, 2)) made`,
  (owner) => `DELETE FROM permissions WHERE code ${some(owner)}`,
  (
    owner,
  ) => `INSERT INTO menus (id, route_name, route_path, menu_name, icon_type, "order", menu_type, hide_in_menu, multi_tab,
      status, keep_alive, constant, created_at, updated_at)
    SELECT gen_random_uuid(), '${owner}-', '/', '', 1, 0, 2, false, false, i, false, false, ${now} FROM generate_series(0, 2) i`,
  (owner) => `UPDATE menus SET status = 2 WHERE route_name ${some(owner)}`,
  (owner) => `DELETE FROM menus WHERE route_name ${some(owner)}`,
  (owner) => `INSERT INTO categories (id, name, slug, "order", created_at, updated_at)
    VALUES (gen_random_uuid(), '', '${owner}-' || gen_random_uuid(), 0, ${now})`,
  (owner) => `DELETE FROM categories WHERE slug ${some(owner)}`,
  (owner) => `INSERT INTO tags (id, name, name_key, slug, created_at, updated_at)
    SELECT gen_random_uuid(), name, name, name, ${now} FROM (SELECT '${owner}-' || gen_random_uuid() AS name) made`,
  (owner) => `DELETE FROM tags WHERE slug ${some(owner)}`,
  (owner) => `INSERT INTO contents (id, title, slug, editor_type, toc, author_id, status, created_at, updated_at)
    SELECT gen_random_uuid(), '', '${owner}-' || gen_random_uuid(), 'MARKDOWN', '[]',
      (SELECT id FROM users WHERE username_key LIKE '${owner}-%' LIMIT 1), ${contentStatus}, ${now} FROM generate_series(1, 5)`,
  (owner) => `INSERT INTO contents (id, title, slug, editor_type, toc, status, created_at, updated_at)
    VALUES (gen_random_uuid(), '', '${owner}-same', 'MARKDOWN', '[]', 'DRAFT', ${now})
    ON CONFLICT (slug) WHERE NOT removed DO UPDATE SET status = ${contentStatus}`,
  (owner) => `INSERT INTO content_tags SELECT c.id, t.id FROM contents c, tags t
    WHERE c.slug LIKE '${owner}-%' AND t.slug LIKE '${owner}-%' ON CONFLICT DO NOTHING`,
  (owner) => `UPDATE contents SET status = ${contentStatus} WHERE slug ${some(owner)}`,
  (owner) => `UPDATE contents SET title = title || '.' WHERE slug ${some(owner)}`,
  (owner) => `DELETE FROM contents WHERE slug ${some(owner)}`,
  (
    owner,
  ) => `INSERT INTO media (id, name, file_name, type, mime, bytes, sha256, received_sha256, uploader_id, created_at, updated_at)
    SELECT gen_random_uuid(), '${owner}-', '', 'image', '', floor(random() * 9e9), '', gen_random_uuid()::text,
      (SELECT id FROM users WHERE username_key LIKE '${owner}-%' LIMIT 1), ${now} FROM generate_series(1, 3)`,
  (owner) => `UPDATE media SET bytes = bytes + 1 WHERE name ${some(owner)}`,
  (owner) => `DELETE FROM media WHERE name ${some(owner)}`,
  () => `INSERT INTO audit_records (id, event, user_id, ip_address, user_agent, resource, resource_id, action, payload, result, created_at)
    SELECT gen_random_uuid(), '', gen_random_uuid(), '', '', '', gen_random_uuid(), '', '{}', '', now() FROM generate_series(1, 2)`,
];

/** Generates transactions of one owner. Some of them are rolled back, and in some only one statement is rolled back. */
export const historyOf = (owner: string): fc.Arbitrary<readonly string[]> => {
  const step = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...statements.map((statement) => [statement(owner)])) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...statements)
        .map((statement) => ['SAVEPOINT part', statement(owner), 'ROLLBACK TO SAVEPOINT part']),
    },
  );
  return fc
    .array(
      fc
        .tuple(fc.array(step, { minLength: 1, maxLength: 6 }), fc.constantFrom('COMMIT', 'COMMIT', 'ROLLBACK'))
        .map(([steps, end]) => ['BEGIN', ...steps.flat(), end]),
      { maxLength: 6 },
    )
    .map((transactions) => transactions.flat());
};
