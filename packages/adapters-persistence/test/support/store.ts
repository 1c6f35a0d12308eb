import { withKeyedRequests } from '@portcullis/application/internal/idempotency/run-once';
import type { Store } from '@portcullis/testing/internal/contracts/store';
import { accessViews } from '../../src/access.ts';
import type { Database } from '../../src/database.ts';
import { typeormUnitOfWork } from '../../src/unit-of-work.ts';
import { viewsOf } from '../../src/views.ts';

/** Creates the unit of work and all views of the adapter for one database. */
export const storeOn = (database: Database): Store => {
  const work = withKeyedRequests(typeormUnitOfWork(database), { now: () => new Date() });
  return { work, access: accessViews(database), ...viewsOf(database.reader) };
};
