import { migration } from './migration.ts';

interface StoredUser {
  readonly id: string;
  readonly email: string;
}

const plainForm = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');

function asciiDomain(domain: string): string | undefined {
  try {
    return /^[A-Za-z0-9.\u{80}-\u{10ffff}-]+$/u.test(domain)
      ? new URL(`http://${domain}.a`).hostname.slice(0, -2)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the key of an e-mail address, which is the form in which addresses are compared. Returns undefined for
 * addresses that are refused now. The function computes the key in the same way as the release that contains this
 * migration. Do not change the function when a later release computes keys differently.
 */
function keyOf(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = asciiDomain(email.slice(at + 1));
  if (domain === undefined || /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(email)) return undefined;
  const localPart = plainForm(
    plainForm(email.slice(0, Math.max(at, 0)))
      .normalize('NFD')
      .toUpperCase(),
  );
  return `${localPart.replaceAll(/i\u0307+/g, 'i').normalize('NFC')}@${domain}`;
}

/**
 * Adds a second key of e-mail addresses, for comparisons of domains and of compatibility forms. It is null if it
 * is equal to `email_key`, as for all addresses in ASCII. The first key stays, so existing accounts are found as
 * before, and the previous release can use the table. An address has no second key if it is refused now, or if another
 * account already has this key.
 */
export const AddressKeys1795333200000 = migration('AddressKeys1795333200000', async (runner) => {
  // The lock keeps other processes from adding or changing users until the keys are stored. The clients do not see
  // the keys, so the version numbers of the users stay the same.
  await runner.query(`
    LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE;
    ALTER TABLE users ADD COLUMN address_key text;
    CREATE UNIQUE INDEX users_address_key ON users (coalesce(address_key, email_key));
    ALTER TABLE users DISABLE TRIGGER users_version`);
  const users: readonly StoredUser[] = await runner.query(
    `SELECT id, email FROM users WHERE email ~ '[^ -~]' ORDER BY created_at, id`,
  );
  for (const { id, email } of users) {
    const key = keyOf(email);
    if (key === undefined) continue;
    await runner.query(
      `UPDATE users SET address_key = $2 WHERE id = $1 AND email_key <> $2
       AND NOT EXISTS (SELECT FROM users other WHERE coalesce(other.address_key, other.email_key) = $2)`,
      [id, key],
    );
  }
  await runner.query('ALTER TABLE users ENABLE TRIGGER users_version');
});
