import { changeContents, type BatchAction } from '@portcullis/application/internal/contents/change-contents';
import { aContent, anActor, given, InMemoryWorld } from '@portcullis/testing';
import { expect } from 'chai';
import { typeormUnitOfWork, type Database, viewsOf } from '../src/index.ts';
import { everyConnection } from '../src/testing.ts';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';

/** Returns the number of statements that are sent while `run` runs. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  const { query } = everyConnection;
  let count = 0;
  Object.assign(everyConnection, {
    query(this: unknown, ...values: unknown[]): unknown {
      count += 1;
      return Reflect.apply(query, this, values);
    },
  });
  try {
    await run();
  } finally {
    Object.assign(everyConnection, { query });
  }
  return count;
}

function batchesOn(title: string, open: () => Database): void {
  describe(`A batch of contents on ${title}`, () => {
    const batch = async (size: number, action: BatchAction, isAtomic: boolean): Promise<number> => {
      const { reader } = open();
      const work = typeormUnitOfWork(open());
      const made = Array.from({ length: size }, () => aContent({ contentMd: 'text', contentHtml: '<p>text' }));
      await given(work, { contents: made });
      const { bin, clock, ids, fingerprints, markdown } = InMemoryWorld.seeded();
      const deps = { bin, clock, ids, fingerprints, markdown, work, contents: viewsOf(reader).contents };
      return statementsOf(() =>
        changeContents(deps)({
          actor: anActor(),
          ids: made.map(({ id }) => id),
          action,
          isAtomic,
        }),
      );
    };

    for (const isAtomic of [true, false]) {
      for (const action of ['publish', 'archive', 'delete'] as const) {
        it(`${action}, atomic ${isAtomic}: needs as many statements for 100 contents as for 2`, async () => {
          // Background tasks of a service in the same process may send statements too, but not in both runs.
          const fewest = async (size: number): Promise<number> =>
            Math.min(await batch(size, action, isAtomic), await batch(size, action, isAtomic));
          const few = await fewest(2);
          expect(few).to.be.within(5, 20);
          expect(await fewest(100)).to.equal(few);
        });
      }
    }
  });
}

describe('Batches of contents, embedded', () => {
  batchesOn('the embedded database', freshDatabase(undefined));
});

describeOnServer('Batches of contents', () => {
  batchesOn('PostgreSQL', freshDatabase(serverUrl));
});
