import type { AccessQuery, AccessViews, CallerViews, KeyGrants } from '@portcullis/application/internal/ports/access';
import type { Grants } from '@portcullis/domain/internal/access/access';
import { isAddressRange } from '@portcullis/domain/internal/shared/address-range';
import { accessCheck, keyCheckBySecret, keyCheckByToken } from './access/access-check.ts';
import type { Database } from './database.ts';
import { leastBusy } from './postgres/connections.ts';
import type { Reader } from './postgres/reader.ts';
import type { ResourceStores } from './resource-store.ts';
import { viewsOf } from './views.ts';

/** The columns of the check. `conditional` is null if no permission has a condition. */
type ReadGrants = Partial<Omit<Grants, 'conditional'>> & { readonly conditional?: Grants['conditional'] | null };

/**
 * Reads the grants. If the access query contains no role codes or no permission codes, the check has no column for them,
 * and the grants contain an empty list. Without a maximum age in the access query, the grants have no `isRecent`.
 */
async function grantsFor(reader: Reader, query: AccessQuery): Promise<Grants | undefined> {
  const row = await reader.row<ReadGrants>(...accessCheck(query));
  if (row === undefined) return undefined;
  const { roles = [], permissions = [], conditional, isRecent } = row;
  return { roles, permissions, ...(conditional && { conditional }), ...(isRecent !== undefined && { isRecent }) };
}

/**
 * Creates the access views of a database.
 * @param own the stores of additional resources
 */
export function accessViews(
  { reader, orderedReaders: [first, ...others] }: Pick<Database, 'reader' | 'orderedReaders'>,
  own: ResourceStores = {},
): AccessViews {
  const withViews = (ordered: typeof first) => ({ ...ordered, views: viewsOf(ordered.reader, own) as CallerViews });
  const all = [withViews(first), ...others.map(withViews)] as const;
  return {
    views: viewsOf(reader, own),
    check: (query) => {
      const { reader: ordered, views } = leastBusy(all);
      return { grants: grantsFor(ordered, query), views };
    },
    // PostgreSQL would refuse an address that it cannot parse.
    keyGrants: (query) => {
      const [check, proof] =
        'secretHash' in query ? [keyCheckBySecret, query.secretHash] : [keyCheckByToken, query.tokenVersion];
      const { keyId, ipAddress } = query;
      return reader.row<KeyGrants>(check, [keyId, proof, isAddressRange(ipAddress) ? ipAddress : null]);
    },
  };
}
