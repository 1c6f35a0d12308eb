import { migration } from './migration.ts';

/**
 * Adds the networks from which users logged in (IPv4 addresses or IPv6 /64 networks), and the number of password resets
 * of each user. A user may now have at most 50 unexpired sessions (ADR 51). A login removes the sessions beyond this
 * limit. This migration already removes them, so that no login has to remove thousands of sessions.
 */
export const LoginAddresses1795270000000 = migration('LoginAddresses1795270000000', async (runner) => {
  // This statement comes first, because the statements below block writes to `users` until the transaction ends.
  await runner.query(`
    DELETE FROM sessions WHERE id IN (
      SELECT surplus.id FROM (SELECT user_id FROM sessions GROUP BY user_id HAVING count(*) > 50) owner
      CROSS JOIN LATERAL (SELECT id FROM sessions WHERE user_id = owner.user_id AND expires_at > now()
        ORDER BY last_used_at DESC, id DESC OFFSET 50) surplus)`);
  await runner.query(`
    CREATE TABLE login_addresses (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE, network text NOT NULL,
      last_login_at timestamptz(3) NOT NULL, PRIMARY KEY (user_id, network));
    CREATE INDEX login_addresses_last_login_at ON login_addresses (last_login_at);
    ALTER TABLE users ADD COLUMN password_resets integer NOT NULL DEFAULT 0;`);
});
