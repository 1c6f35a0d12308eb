import type { Readiness } from '@portcullis/application';
import type { Reader } from './reader.ts';

const ping = { name: 'readiness', usesPipeline: true, text: 'SELECT 1 AS one' };

/**
 * Checks only whether the database responds. Pending migrations need no check, because the process runs them before it
 * connects, and until then every read fails.
 */
export const databaseReadiness = (reader: Reader): Readiness => ({
  isReady: () =>
    reader.row(ping).then(
      () => true,
      () => false,
    ),
});
