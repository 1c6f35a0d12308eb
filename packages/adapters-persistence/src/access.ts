import type { AccessQuery, AccessViews, CallerViews } from '@portcullis/application/internal/ports/access';
import type { Grants } from '@portcullis/domain/internal/access/access';
import { conditionalPermissions, effective, heldPermissions, heldRoles } from './access/effective-access.ts';
import { readKeyGrants } from './access/key-check.ts';
import type { Database } from './database.ts';
import { leastBusy } from './postgres/connections.ts';
import { short, sql, type Reader, type Statement } from './postgres/reader.ts';
import type { ResourceStores } from './resource-store.ts';
import { viewsOf } from './views.ts';

const statements = new Map<string, Statement>();

/**
 * Returns the statement of the access check and its values. The statement returns one row, or no row if the session has
 * ended or the user is disabled. It looks up only the codes in the access query, so its cost does not grow with the
 * number of the user's permissions. The row has a column for roles only if the access query contains role codes. The same
 * applies to permissions and to the maximum age of the last authentication. Even searching for an empty list of
 * permissions would double the duration of the check.
 */
function accessCheck({
  sessionId,
  userId,
  roles,
  permissions,
  maxAgeSeconds,
  evaluatesConditions = false,
}: AccessQuery): readonly [Statement, readonly unknown[]] {
  const hasRoles = roles.length > 0;
  const hasPermissions = permissions.length > 0;
  const hasAge = maxAgeSeconds !== undefined;
  const values = [
    sessionId,
    userId,
    ...(hasRoles ? [roles] : []),
    ...(hasPermissions ? [permissions] : []),
    ...(hasAge ? [maxAgeSeconds] : []),
  ];
  const isConditional = hasPermissions && evaluatesConditions;
  const key = `${hasRoles ? 'r' : ''}${hasPermissions ? 'p' : ''}${isConditional ? 'c' : ''}${hasAge ? 'a' : ''}`;
  const known = statements.get(key);
  if (known !== undefined) return [known, values];
  const codes = hasRoles ? '$4' : '$3';
  const columns = [
    ...(hasRoles ? [`${heldRoles('$3')} AS roles`] : []),
    ...(hasPermissions ? [`${heldPermissions(codes)} AS permissions`] : []),
    ...(isConditional ? [`${conditionalPermissions(codes)} AS conditional`] : []),
    ...(hasAge
      ? [`coalesce(s.authenticated_at, s.created_at) >= now() - make_interval(secs => $${values.length}) AS "isRecent"`]
      : []),
  ];
  const made = short(sql`SELECT ${columns.join(', ')} FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.user_id = $2 AND s.expires_at > now() AND ${effective.user}`);
  statements.set(key, made);
  return [made, values];
}

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
    keyGrants: (query) => readKeyGrants(reader, query),
  };
}
