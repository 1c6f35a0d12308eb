import type { SentWrite } from '../../../stress/support/write-requests.ts';

const mostIds = 1000;

/**
 * Returns the ids of those requests that have events. Every write records an event with the id of its request, in its own
 * transaction.
 * @param ask executes a statement and returns a line for each row
 */
export async function effectiveRequests(
  ask: (sql: string) => Promise<string>,
  sent: readonly SentWrite[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let from = 0; from < sent.length; from += mostIds) {
    const ids = sent.slice(from, from + mostIds).map(({ requestId }) => `'${requestId}'`);
    const rows = await ask(`SELECT DISTINCT request_id FROM (
      SELECT request_id FROM events UNION ALL SELECT request_id FROM new_events) recorded
      WHERE request_id IN (${ids.join()})`);
    for (const id of rows.split('\n')) found.add(id);
  }
  return found;
}
