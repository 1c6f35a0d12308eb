import { storeContract } from '@portcullis/testing/internal/contracts/index';
import type { Database } from '../src/index.ts';
import { describeOnServer, embeddedDatabase, freshDatabase, serverUrl } from './support/databases.ts';
import { storeOn } from './support/store.ts';

const contractOf = (adapter: string, database: () => Database) => storeContract(adapter, () => storeOn(database()));

describe('The persistence adapter, embedded', () => {
  // The embedded database has one connection, so concurrent transactions run one after another. Only the tests on
  // PostgreSQL check locking.
  contractOf('the embedded database', embeddedDatabase());
});

describeOnServer('The persistence adapter, on a server', () => {
  contractOf('PostgreSQL', freshDatabase(serverUrl));
});
