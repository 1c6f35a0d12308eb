import type { QueryResult } from '../postgres/prepared-statements.ts';

/**
 * The column `~owner` of a statement that reads the rows that are linked to an owner, such as the permissions of a
 * role. The column contains the id of the owner. If the owner does not exist, the statement returns no row. If the
 * statement is combined with the access check (ADR 40), the check still returns a row, in which the column is null.
 */
export interface OwnerColumn {
  readonly owner: string | null;
}

/** Returns the rows linked to an owner, or `undefined` if the owner does not exist. */
export const linkedRows = <Row>({ rows, aggregate }: QueryResult<Row, OwnerColumn>): readonly Row[] | undefined =>
  (aggregate?.owner ?? null) === null ? undefined : rows;
