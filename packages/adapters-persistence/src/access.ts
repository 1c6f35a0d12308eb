import type { AccessViews, CallerViews, AccessQuery } from '@portcullis/application';
import type { Grants } from '@portcullis/domain';
import { auditViews } from './audit.ts';
import { menuViews } from './menus.ts';
import { permissionViews } from './permissions.ts';
import { roleViews } from './roles.ts';
import { sessionViews } from './sessions.ts';
import { type QueryResult, isRow, type Statement } from './postgres/prepared-statements.ts';
import { createReader, type Reader } from './postgres/reader.ts';
import { userViews } from './users.ts';

/**
 * The access check: asks 'which of these codes', never 'all codes of this user', so that its cost does not grow with
 * the number of permissions. `OFFSET 0` keeps the codes asked for in front: planned as a join, the check would begin
 * with the roles and walk their permissions. Its parameters follow those of `after` others.
 */
const standingAfter = (after: number): string => `SELECT
    array(SELECT r.code FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id = u.id AND r.status = 1 AND r.code = ANY ($${after + 3})) AS roles,
    array(SELECT p.code FROM permissions p WHERE p.code = ANY ($${after + 4}) AND p.status = 1 AND EXISTS (
      SELECT FROM role_permissions rp JOIN user_roles ur ON ur.role_id = rp.role_id AND ur.user_id = u.id
      JOIN roles r ON r.id = rp.role_id AND r.status = 1 WHERE rp.permission_id = p.id OFFSET 0)) AS permissions
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $${after + 1} AND s.user_id = $${after + 2} AND s.expires_at > now() AND u.status = 1`;

const standing = { name: 'access standing', usesPipeline: true, text: standingAfter(0) };

const valuesOf = ({ sessionId, userId, roles, permissions }: AccessQuery) => [sessionId, userId, roles, permissions];

export function accessViews(reader: Reader): AccessViews {
  const ask = (query: AccessQuery) => reader.row<Grants>(standing, valuesOf(query));
  return {
    grantedCodes: ask,
    authorizeAndRead: async (query, admit, read) => {
      const asking = admittingReader(reader, query, admit);
      try {
        return await read(new Views(asking.reader));
      } finally {
        // Whoever asked nothing, or was refused before, has not been admitted yet.
        if (!asking.hasAsked()) admit(await ask(query));
      }
    },
  };
}

/** A request asks one of them, so none is made before it is asked for. */
class Views implements CallerViews {
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get users() {
    return userViews(this.#reader);
  }

  get sessions() {
    return sessionViews(this.#reader);
  }

  get roles() {
    return roleViews(this.#reader);
  }

  get permissions() {
    return permissionViews(this.#reader);
  }

  get menus() {
    return menuViews(this.#reader);
  }

  get audit() {
    return auditViews(this.#reader);
  }
}

const together = new WeakMap<Statement, Statement>();

/**
 * A statement with the access check around it; the check's parameters come after its own. Of a live session there is
 * one row at least, which says what the caller holds.
 */
function withStanding(statement: Statement, parameters: number): Statement {
  const { name, text, usesPipeline = false } = statement;
  const known = together.get(statement);
  if (known !== undefined) return known;
  const [roles, permissions] = [`$${parameters + 3}`, `$${parameters + 4}`];
  const merged: Statement = {
    name: `${name} as caller`,
    usesPipeline,
    // OFFSET 0 keeps PostgreSQL from merging the subquery into the join, where it would evaluate both arrays for every
    // row. With LIMIT 0 nothing is read for a caller who lacks a code.
    text: `SELECT caller.roles AS "~roles", caller.permissions AS "~permissions", found.*
      FROM (${standingAfter(parameters)} OFFSET 0) caller LEFT JOIN LATERAL (SELECT true AS "${isRow}", asked.* FROM (${text}) asked
      LIMIT CASE WHEN (cardinality(${roles}) = 0 OR cardinality(caller.roles) > 0)
        AND cardinality(caller.permissions) = cardinality(${permissions}) THEN NULL ELSE 0 END) found ON true`,
  };
  together.set(statement, merged);
  return merged;
}

/** A reader whose first statement asks for the standing too, and admits the caller before it answers. */
function admittingReader(reader: Reader, query: AccessQuery, admit: (standing: Grants | undefined) => void) {
  let hasAsked = false;
  const result = async <Row extends object, Aggregate extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row, Aggregate>> => {
    if (hasAsked) return reader.execute<Row, Aggregate>(statement, values);
    hasAsked = true;
    const merged = withStanding(statement, values.length);
    const answered = await reader.execute<Row, Aggregate & Grants>(merged, [...values, ...valuesOf(query)]);
    const { aggregate } = answered;
    admit(aggregate && { roles: aggregate.roles, permissions: aggregate.permissions });
    return answered;
  };
  return { reader: createReader(result), hasAsked: () => hasAsked };
}
