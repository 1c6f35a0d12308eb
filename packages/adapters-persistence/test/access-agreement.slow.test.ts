import { randomUUID } from 'node:crypto';
import { compareExplanations, type AccessStore } from './support/compare-explanations.ts';
import { compareFilters } from './support/compare-filters.ts';
import { compareWhatIf, type WhatIfStore } from './support/compare-what-if.ts';
import { size } from '@portcullis/testing/internal/full-size';
import { given } from '@portcullis/testing/internal/given';
import {
  Choices,
  randomAccess,
  randomChange,
  randomRequirement,
} from '@portcullis/testing/internal/contracts/random-access';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { isId, type Id } from '@portcullis/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import { describeOnServer, freshDatabase, serverUrl } from './support/databases.ts';
import { storeOn } from './support/store.ts';

/** Returns the number of runs. To try more, set the variable, and a longer time limit of mocha. */
const runs = (byDefault: number): number => Number(process.env['ACCESS_RUNS'] ?? size(byDefault));

type AgreementStore = AccessStore & WhatIfStore;

function describeAgreement(byDefault: number, open: () => AgreementStore): void {
  const numRuns = runs(byDefault);

  it('explains access as the access check, the own permissions and menus, and the list of operations do', async () => {
    let [operations, allowed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const store = open();
        const choices = new Choices(seed);
        const state = randomAccess(choices);
        await given(store.work, state);
        const requirements = Array.from({ length: 6 }, () => randomRequirement(choices, state));
        const compared = await compareExplanations(store, state, requirements);
        expect(compared.disagreements).to.deep.equal([]);
        operations += compared.operations;
        allowed += compared.allowed;
      }),
      { numRuns, endOnFailure: true },
    );
    // A few random states can by chance allow almost nothing.
    if (numRuns >= 200) expect(allowed / operations, 'the share of allowed operations').to.be.within(0.2, 0.8);
  });

  it('filters the data of other services as the access check of a session without a second factor does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const store = open();
        const state = randomAccess(new Choices(seed));
        await given(store.work, state);
        expect(await compareFilters(store, state)).to.deep.equal([]);
      }),
      { numRuns, endOnFailure: true },
    );
  });

  it('previews a change as it then happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const store = open();
        const choices = new Choices(seed);
        const state = randomAccess(choices);
        await given(store.work, state);
        const change = randomChange(choices, state);
        const userIds = state.users.map(({ id }) => id);
        const { previewed, happened } = await compareWhatIf(store, change, userIds);
        expect(previewed, change.kind).to.equal(happened);
      }),
      { numRuns, endOnFailure: true },
    );
  });
}

function randomId<Kind extends string>(): Id<Kind> {
  const id = randomUUID();
  if (!isId<Kind>(id)) throw new TypeError(`${id} is not an id.`);
  return id;
}

describe('Explained access, in memory', () => {
  describeAgreement(200, () => InMemoryWorld.seeded());
});

describe('Explained access, embedded', () => {
  const database = freshDatabase(undefined);
  describeAgreement(10, () => ({ ...storeOn(database()), clock: { now: () => new Date() }, ids: { next: randomId } }));
});

describeOnServer('Explained access, on a server', () => {
  const database = freshDatabase(serverUrl);
  describeAgreement(30, () => ({ ...storeOn(database()), clock: { now: () => new Date() }, ids: { next: randomId } }));
});
