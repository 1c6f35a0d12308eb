import type { Readiness } from '@portcullis/application/internal/ports/system';
import type { Reader } from './reader.ts';

const ping = { name: 'readiness', usesPipeline: true, text: 'SELECT 1 AS one' };

interface Store {
  readonly reader: Reader;
  readonly replicas: () => readonly { readonly isUsed: boolean }[];
}

/**
 * Checks whether the database responds. While it does not, a usable replica still serves public reads. Pending
 * migrations need no check, because the process runs them before it connects, and until then every read fails.
 */
export const databaseReadiness = ({ reader, replicas }: Store): Readiness => ({
  state: async () => {
    const writes = await reader.row(ping).then(
      () => true,
      () => false,
    );
    return { reads: writes || replicas().some(({ isUsed }) => isUsed), writes };
  },
});
