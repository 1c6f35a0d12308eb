import type { QueryResult } from '../postgres/prepared-statements.ts';

/**
 * The column `~owner` of a statement that reads the rows that are linked to an owner, such as the permissions of a
 * role. The column contains the id of the owner. It is null if the access check returned a row but the statement found
 * no row.
 */
export interface Linking {
  readonly owner: string | null;
}

/** Returns the rows linked to an owner, or `undefined` if the owner does not exist. */
export const linkedRows = <Row>({ rows, aggregate }: QueryResult<Row, Linking>): readonly Row[] | undefined =>
  (aggregate?.owner ?? null) === null ? undefined : rows;
