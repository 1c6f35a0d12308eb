/**
 * SQL expressions for the current state of a content, based on its row (ADR 80). `now()` is the start of the
 * transaction, so it has one value in the complete statement. The domain's `stateAt` implements the same rule.
 */

/**
 * The condition that the content `t` has a scheduled transition (publication or its end) that is due. PostgreSQL finds
 * these contents with the partial indexes on both times.
 */
export const dueCondition = '(t.publish_at <= now() OR t.unpublish_at <= now())';

/** The current status of the content `t`. */
export const currentStatus = `CASE
  WHEN t.unpublish_at <= now() AND (t.status = 'PUBLISHED' OR t.publish_at <= now()) THEN 'DRAFT'
  WHEN t.publish_at <= now() THEN 'PUBLISHED' ELSE t.status END`;

/** SQL for the current values of the fields that a due transition of the content `t` changes, by field name. */
export const currentFields = {
  status: currentStatus,
  publishedAt: 'coalesce(t.published_at, CASE WHEN t.publish_at <= now() THEN t.publish_at END)',
  publishAt: 'CASE WHEN t.publish_at > now() THEN t.publish_at END',
  unpublishAt: 'CASE WHEN t.unpublish_at > now() THEN t.unpublish_at END',
  version: `t.version + CASE WHEN t.publish_at <= now() THEN 1 ELSE 0 END
    + CASE WHEN t.unpublish_at <= now() THEN 1 ELSE 0 END`,
} as const;

/** The condition that the content `t` is public now. A due transition counts even if it is not stored yet. */
export const publicCondition = `${currentStatus} = 'PUBLISHED'`;

/**
 * SQL expressions for the input of a hash. Their values change when a transition of the content `t` becomes due,
 * although the stored row does not change.
 */
export const dueFlags = 't.publish_at <= now(), t.unpublish_at <= now()';

/**
 * Returns the condition that a content currently has the given status, as two mutually exclusive conditions that can
 * use separate indexes.
 */
export const statusConditions = (status: string): readonly [string, string] => [
  `t.status = ${status} AND ${dueCondition} IS NOT TRUE`,
  `${dueCondition} AND ${currentStatus} = ${status}`,
];

/**
 * Returns SQL for the number of contents that currently have a status, minus the number of contents for which this
 * status is stored.
 */
export const statusCorrection = (status: string): string => `(SELECT
  count(*) FILTER (WHERE ${currentStatus} = ${status}) - count(*) FILTER (WHERE t.status = ${status})
  FROM contents t WHERE ${dueCondition})`;

/** 1 if the content `t` has become public since its row was stored, -1 if it is no longer public, otherwise 0. */
export const publicChange = `(${publicCondition})::int - (t.status = 'PUBLISHED')::int`;
