import type { Readiness } from '@portcullis/application';
import type { Reader } from './reader.ts';

const ping = { name: 'readiness', usesPipeline: true, text: 'SELECT 1 AS one' };

/** A process that serves has migrated: what is left to ask is whether the database answers. */
export const databaseReadiness = (reader: Reader): Readiness => ({
  isReady: () =>
    reader.row(ping).then(
      () => true,
      () => false,
    ),
});
