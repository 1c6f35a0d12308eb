/**
 * The state of a content at a point in time, as SQL over its row (ADR 80). `now()` is the start of the transaction, so one statement
 * sees one instant. The domain's `stateAt` is the same rule.
 */

/** Whether a transition of the content `t` is due. The partial indexes of both times find these rows. */
export const isDue = '(t.publish_at <= now() OR t.unpublish_at <= now())';

/** The status that the content `t` has now. */
export const currentStatus = `CASE
  WHEN t.unpublish_at <= now() AND (t.status = 'PUBLISHED' OR t.publish_at <= now()) THEN 'DRAFT'
  WHEN t.publish_at <= now() THEN 'PUBLISHED' ELSE t.status END`;

/** The columns of the content `t` that time changes, by the names of its fields. */
export const currentFields = {
  status: currentStatus,
  publishedAt: 'coalesce(t.published_at, CASE WHEN t.publish_at <= now() THEN t.publish_at END)',
  publishAt: 'CASE WHEN t.publish_at > now() THEN t.publish_at END',
  unpublishAt: 'CASE WHEN t.unpublish_at > now() THEN t.unpublish_at END',
  version: `t.version + CASE WHEN t.publish_at <= now() THEN 1 ELSE 0 END
    + CASE WHEN t.unpublish_at <= now() THEN 1 ELSE 0 END`,
} as const;

/** The condition that the content `t` is public. It is the only one: what is public is decided nowhere else. */
export const isPublic = `${currentStatus} = 'PUBLISHED'`;

/** The input of a hash that differs between two states of one stored row of `t`. */
export const dueMarks = 't.publish_at <= now(), t.unpublish_at <= now()';

/** The contents that have a status, as two conditions that exclude each other, so that each can use its index. */
export const withStatus = (status: string): readonly [string, string] => [
  `t.status = ${status} AND ${isDue} IS NOT TRUE`,
  `${isDue} AND ${currentStatus} = ${status}`,
];

/** How many contents time has added to a status, minus those that it has removed, since their rows were stored. */
export const statusCorrection = (status: string): string => `(SELECT
  count(*) FILTER (WHERE ${currentStatus} = ${status}) - count(*) FILTER (WHERE t.status = ${status})
  FROM contents t WHERE ${isDue})`;

/** +1 for a content `t` that became public since its row was stored, -1 for one that is no longer public. */
export const publicChange = `(${isPublic})::int - (t.status = 'PUBLISHED')::int`;
