import { transactions } from '@portcullis/application/internal/transactions';
import { anId } from '@portcullis/testing';
import type { Store } from '@portcullis/testing/internal/contracts/store';
import { accessViews } from '../../src/access.ts';
import type { Database } from '../../src/database.ts';
import { typeormUnitOfWork } from '../../src/unit-of-work.ts';
import { viewsOf } from '../../src/views.ts';

/** Creates the unit of work and all views of the adapter for one database. */
export const storeOn = (database: Database): Store => {
  const work = transactions(typeormUnitOfWork(database), { clock: { now: () => new Date() }, ids: { next: anId } });
  return { work, access: accessViews(database), ...viewsOf(database.reader) };
};
