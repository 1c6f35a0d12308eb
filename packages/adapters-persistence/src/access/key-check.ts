import type { AccessViews, KeyGrants } from '@portcullis/application/internal/ports/access';
import { keyConditions, type KeyReason } from '@portcullis/domain/internal/access/effective-access';
import { isAddressRange } from '@portcullis/domain/internal/shared/address-range';
import { short, sql, type Reader, type Statement } from '../postgres/reader.ts';
import { conditionalPermissions, effective, heldPermissions } from './effective-access.ts';

/** The conditions under which the key `s` can be used from the address $3. */
const usableKey: Readonly<Record<KeyReason, string>> = {
  'key-expired': 's.expires_at > now()',
  'address-not-allowed': "(s.allowed_addresses = '{}' OR $3::inet <<= ANY (s.allowed_addresses::inet[]))",
};

/**
 * Returns the permissions of an API key that its owner holds. The key has the alias `s` and the column `has_factor`, as
 * a session, so that both checks share the condition for effective roles.
 */
const keyCheck = (condition: string): Statement =>
  short(sql`SELECT s.owner_id AS "ownerId", u.username AS "ownerUsername", s.name, s.read_only AS "readOnly",
      s.last_used_at AS "lastUsedAt", s.token_version AS "tokenVersion", s.issued_at AS "issuedAt", s.expires_at AS "expiresAt",
      ${heldPermissions('s.permissions')} AS permissions,
      coalesce(${conditionalPermissions('s.permissions')}, '[]') AS conditional
    FROM api_keys s JOIN users u ON u.id = s.owner_id
    WHERE s.id = $1 AND ${condition} AND ${effective.user}
      AND ${keyConditions.map(({ reason }) => usableKey[reason]).join(' AND ')}`);

const keyCheckBySecret = keyCheck('s.secret_hash = $2');
const keyCheckByToken = keyCheck('s.token_version = $2');

/** Returns what a key permits now; undefined if the key, its secret or its token is not valid. */
export function readKeyGrants(
  reader: Reader,
  query: Parameters<AccessViews['keyGrants']>[0],
): Promise<KeyGrants | undefined> {
  const [check, proof] =
    'secretHash' in query ? [keyCheckBySecret, query.secretHash] : [keyCheckByToken, query.tokenVersion];
  const { keyId, ipAddress } = query;
  // PostgreSQL would refuse an address that it cannot parse.
  return reader.row<KeyGrants>(check, [keyId, proof, isAddressRange(ipAddress) ? ipAddress : null]);
}
