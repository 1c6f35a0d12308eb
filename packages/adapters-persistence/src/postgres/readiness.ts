import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '@portcullis/application/internal/ports/system';
import { short, type Reader, sql } from './reader.ts';

const ping = short(sql`SELECT 1 AS one`);

interface Store {
  readonly reader: Reader;
  readonly replicas: () => readonly { readonly isUsed: boolean }[];
}

/** How long the primary may take to respond if a replica serves public reads. Probes of orchestrators wait 1 s or longer. */
const primaryMs = 500;

/**
 * Checks whether the database responds. While it does not, a usable replica still serves public reads. Pending
 * migrations need no check, because the process runs them before it connects, and until then every read fails.
 */
export function databaseReadiness({ reader, replicas }: Store): Readiness {
  const hasReplica = (): boolean => replicas().some(({ isUsed }) => isUsed);
  const state: Readiness['state'] = async () => {
    const responds = reader.row(ping).then(
      () => true,
      () => false,
    );
    const writes = await (hasReplica() ? Promise.race([responds, sleep(primaryMs, false)]) : responds);
    return { reads: writes || hasReplica(), writes };
  };
  return { state };
}
