import type { AccessViews, AccessQuery, KeyGrants } from '@portcullis/application/internal/ports/access';
import type { Grants } from '@portcullis/domain/internal/access';
import { isAddressRange } from '@portcullis/domain/internal/address-range';
import { accessCheck, checkKind, checkValues, keyCheckBySecret, keyCheckByToken } from './access-check.ts';
import { eventNumbering } from './event-numbering.ts';
import { rowMarkerColumn, type Statement } from './postgres/prepared-statements.ts';
import { createReader, type Reader } from './postgres/reader.ts';
import type { ResourceStores } from './resource-store.ts';
import { stores } from './stores.ts';
import { lazyViewsOf } from './views.ts';

/**
 * A cache of statements by name. A statement is either the access check alone or another statement with the check
 * around it.
 */
const statements = new Map<string, Statement>();

function statementOf(name: string, make: () => Omit<Statement, 'name'>): Statement {
  const existing = statements.get(name);
  if (existing !== undefined) return existing;
  const made = { name, ...make() };
  statements.set(name, made);
  return made;
}

const checkAlone = (query: AccessQuery): Statement =>
  statementOf(`access check ${checkKind(query)}`, () => ({ usesPipeline: true, text: accessCheck(query, 0).text }));

/**
 * Returns a statement that performs the access check and reads the rows of the given statement only if the check
 * succeeds. The parameters of the check follow those of the given statement. If the check returns a row, the result has
 * at least one row, which contains the granted codes.
 */
const withCheck = (
  { name, text, usesPipeline = false }: Statement,
  parameters: number,
  query: AccessQuery,
): Statement =>
  statementOf(`${name} as caller ${checkKind(query)}`, () => {
    const check = accessCheck(query, parameters);
    // With LIMIT 0, PostgreSQL reads nothing for a caller who does not meet the condition.
    const limit = check.condition === undefined ? '' : `LIMIT CASE WHEN ${check.condition} THEN NULL ELSE 0 END`;
    return {
      usesPipeline,
      // OFFSET 0 keeps PostgreSQL from merging the check into the join, where it would be evaluated for every row.
      text: `SELECT caller.*, found.* FROM (${check.text} OFFSET 0) caller
        LEFT JOIN LATERAL (SELECT true AS "${rowMarkerColumn}", selected.* FROM (${text}) selected ${limit}) found ON true`,
    };
  });

/** The columns of the check. `conditional` is null if no permission has a condition. */
type ReadGrants = Partial<Omit<Grants, 'conditional'>> & { readonly conditional?: Grants['conditional'] | null };

/**
 * If the access query contains no role codes or no permission codes, the check has no column for them. The grants then
 * contain an empty list. Without a maximum age in the access query, the grants have no `isRecent`.
 */
const grantsOf = (aggregate: ReadGrants | undefined): Grants | undefined =>
  aggregate && {
    roles: aggregate.roles ?? [],
    permissions: aggregate.permissions ?? [],
    ...(aggregate.conditional && { conditional: aggregate.conditional }),
    ...(aggregate.isRecent !== undefined && { isRecent: aggregate.isRecent }),
  };

/**
 * Creates the access views of a database.
 * @param own the stores of additional resources
 */
export function accessViews(reader: Reader, own: ResourceStores = {}): AccessViews {
  const Views = lazyViewsOf({ ...stores, ...own });
  const grantedCodes: AccessViews['grantedCodes'] = async (query) => {
    const { aggregate } = await reader.execute<object, ReadGrants>(checkAlone(query), checkValues(query));
    return grantsOf(aggregate);
  };
  const numbering = eventNumbering(reader);
  return {
    grantedCodes,
    // PostgreSQL would refuse an address that it cannot parse.
    keyGrants: (query) => {
      const [check, proof] =
        'secretHash' in query ? [keyCheckBySecret, query.secretHash] : [keyCheckByToken, query.tokenVersion];
      const { keyId, ipAddress } = query;
      return reader.row<KeyGrants>(check, [keyId, proof, isAddressRange(ipAddress) ? ipAddress : null]);
    },
    checkedViews: new Views(reader, numbering),
    authorizeAndRead: async (query, authorize, read) => {
      let checked: Promise<Grants | undefined> | undefined;
      const authorized = async (checking: Promise<Grants | undefined>): Promise<Grants | undefined> => {
        const grants = await checking;
        authorize(grants);
        return grants;
      };
      let granted: Promise<Grants | undefined> | undefined;
      const grants = () => {
        granted ??= authorized(grantedCodes(query));
        checked ??= granted;
        return granted;
      };
      const joined = query.isDeferred === true ? { ...query, roles: [], permissions: [] } : query;
      const checkingReader = createReader(
        async <Row extends object, Aggregate extends object>(statement: Statement, values: readonly unknown[] = []) => {
          if (checked !== undefined) return reader.execute<Row, Aggregate>(statement, values);
          const answering = reader.execute<Row, Aggregate & ReadGrants>(withCheck(statement, values.length, joined), [
            ...values,
            ...checkValues(joined),
          ]);
          checked = authorized(answering.then(({ aggregate }) => grantsOf(aggregate)));
          if (joined === query) granted = checked;
          await checked;
          return answering;
        },
      );
      try {
        return await read(new Views(checkingReader, numbering), grants);
      } finally {
        // If `read` executed no statement, or threw before its first one, the caller has not been authorized yet.
        await (checked ?? grants());
      }
    },
  };
}
