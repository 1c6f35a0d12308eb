import { printMeasurement } from '../test/support/figure.ts';
import { withHiddenTexts } from '../test/support/hidden-texts.ts';
import { expectNothingHidden } from '../test/support/leak-fuzzer.ts';
import { tally } from './support/load.ts';

const requests = 20_000;

describe('Texts that readers must not see', () => {
  it(`are in none of ${requests} responses to readers`, async () => {
    const texts = await withHiddenTexts();
    try {
      await texts.saveWorkingCopies();
      const statuses = await expectNothingHidden(texts, requests);
      printMeasurement('responses without hidden texts, by status', JSON.stringify(tally(statuses)));
    } finally {
      await texts.service.stop();
    }
  });
});
