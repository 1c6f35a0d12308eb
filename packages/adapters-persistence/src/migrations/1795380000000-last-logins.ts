import { migration } from './migration.ts';

/**
 * Adds the time of the last login of each user, by which lists of users can be filtered. The networks in
 * `login_addresses` are removed 30 days after a login, so they do not contain it. A row of `users` has many indexes, which
 * each login would have to update, so the time has a table of its own.
 */
export const LastLogins1795380000000 = migration(
  'LastLogins1795380000000',
  `
CREATE TABLE last_logins (user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, at timestamptz(3) NOT NULL);
CREATE INDEX last_logins_at ON last_logins (at, user_id);
CREATE INDEX users_invited ON users ((invited_until IS NOT NULL), created_at, id);
INSERT INTO last_logins (user_id, at)
  SELECT user_id, max(at) FROM (SELECT user_id, last_login_at AS at FROM login_addresses
    UNION ALL SELECT user_id, created_at FROM sessions) logins GROUP BY user_id;
`,
);
