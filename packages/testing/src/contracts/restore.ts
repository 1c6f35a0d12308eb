import { expect } from 'chai';
import { aCategory, aTag, aUser } from '../builders.ts';
import { given } from '../given.ts';
import { editorTypesOfHistories, restoreHistory, type HistoryStep } from './restore-history.ts';
import type { OpenStore } from './store.ts';

const histories = 8;
const stepsOfHistory = 8;

/** Makes a linear congruential generator of integers from 0 to `limit - 1`. Equal seeds give equal sequences. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

const texts: readonly (string | null)[] = [
  null,
  '',
  ' a\r\n\tb ',
  '中文 é 👩‍👩‍👧',
  '<b>&amp;</b>\u2028',
  'x'.repeat(9000),
];

function stepFrom(next: (limit: number) => number): HistoryStep {
  const kind = next(7);
  if (kind === 0) return { publish: true };
  if (kind === 1) return { version: 1 + next(stepsOfHistory) };
  const maybe = <T>(...values: readonly T[]): T | undefined => values[next(2 * values.length)];
  const fields = {
    title: maybe('é', '中', ' spaced '),
    slug: maybe('one', 'two', 'three'),
    summary: maybe(...texts),
    editorType: maybe(...editorTypesOfHistories),
    contentMd: maybe(...texts),
    contentHtml: maybe(...texts),
    contentRaw: maybe(...texts),
    isFiled: maybe(true, false),
    tags: maybe(0, 1, 2, 3),
  };
  return { fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) };
}

export function restoreContract(adapter: string, open: OpenStore): void {
  describe(`Restore contract, ${adapter}`, () => {
    it('restores every editable field of any version, byte for byte, in random histories', async () => {
      const store = open();
      const [category, author, tags] = [aCategory(), aUser(), [aTag(), aTag()]];
      await given(store.work, { users: [author], categories: [category], tags });
      const tagIds = tags.map(({ id }) => id).toSorted();
      const stage = { store, category: category.id, tags: tagIds, authorId: author.id };
      for (let seed = 1; seed <= histories; seed += 1) {
        const next = numbersFrom(seed);
        const steps = Array.from({ length: stepsOfHistory }, () => stepFrom(next));
        const { old, again, content } = await restoreHistory(stage, steps, next(100));
        expect(again, `history ${seed}`).to.deep.equal(old);
        expect(content, `history ${seed}`).to.deep.include(old);
      }
    });
  });
}
