import { migration } from './migration.ts';

interface NamedUser {
  readonly id: string;
  readonly username: string;
}

/**
 * Returns the key of a user name, which is the form in which user names are compared. The function computes the key in
 * the same way as the release that contains this migration. Do not change the function when a later release computes
 * keys differently.
 */
const keyOf = (username: string): string =>
  username.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');

/**
 * Recomputes the keys of user names that contain compatibility forms of characters, such as full-width letters, or the
 * Greek final sigma (ς). These forms are now equivalent to their plain characters (ADR 52). If the plain form of a name
 * belongs to another account, the name keeps its old key. The user of this name can then still log in with its exact
 * spelling.
 */
export const UsernameKeys1795271000000 = migration('UsernameKeys1795271000000', async (runner) => {
  // The lock keeps other processes from adding or changing users until the new keys are stored.
  await runner.query('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
  const users: readonly NamedUser[] = await runner.query(
    `SELECT id, username FROM users WHERE username_key IS NOT NFKC NORMALIZED OR username_key LIKE '%ς%'
     ORDER BY created_at, id`,
  );
  for (const { id, username } of users) {
    await runner.query(
      `UPDATE users SET username_key = $2
       WHERE id = $1 AND NOT EXISTS (SELECT FROM users other WHERE other.username_key = $2)`,
      [id, keyOf(username)],
    );
  }
});
