import type { Answer } from '../postgres/prepared-statements.ts';

/** The column `~owner` of a statement that joins an owner with what is linked to it. Null if only the access check answered. */
export interface Linking {
  readonly owner: string | null;
}

/** The rows linked to an owner; undefined if there is no owner. */
export const linkedRows = <Row>({ rows, whole }: Answer<Row, Linking>): readonly Row[] | undefined =>
  (whole?.owner ?? null) === null ? undefined : rows;
