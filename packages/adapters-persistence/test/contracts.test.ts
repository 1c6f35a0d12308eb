import { storeContract, type Store } from '@portcullis/application/testing/contracts';
import { databaseForTests, serverUrl } from './support/databases.ts';
import { storeOn } from './support/store.ts';

/**
 * The embedded database has one connection, so transactions begun at once queue there: what two of them do to each other
 * is shown on PostgreSQL.
 */
const adapters = [
  { adapter: 'the embedded database', adminUrl: undefined },
  ...(serverUrl === undefined ? [] : [{ adapter: 'PostgreSQL', adminUrl: serverUrl }]),
];

for (const { adapter, adminUrl } of adapters) {
  describe(`Store, ${adapter}`, () => {
    const database = databaseForTests(adminUrl);
    let store: Store | undefined;
    storeContract(adapter, () => (store ??= storeOn(database())));
  });
}
