import type { Readiness } from '@portcullis/application';
import type { Reader } from './reader.ts';

const ping = { name: 'readiness', usesPipeline: true, text: 'SELECT 1 AS one' };

/**
 * Checks only whether the database responds. Pending migrations need no check, because they run before the process
 * serves requests.
 */
export const databaseReadiness = (reader: Reader): Readiness => ({
  isReady: () =>
    reader.row(ping).then(
      () => true,
      () => false,
    ),
});
