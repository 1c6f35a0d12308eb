import type { Store } from '@portcullis/testing/internal/contracts';
import { accessViews, joinedTransactions, typeormUnitOfWork, viewsOf, type Database } from '../../src/internal.ts';

/** Creates the unit of work and all views of the adapter for one database. */
export const storeOn = (database: Database): Store => {
  const work = typeormUnitOfWork(database);
  return { work, joined: joinedTransactions(work), access: accessViews(database.reader), ...viewsOf(database.reader) };
};
