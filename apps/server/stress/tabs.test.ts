import { checkHistories } from '../test/support/tabs/histories.ts';
import { bundlePages, pageNames } from '../test/support/tabs/pages.ts';
import { printMeasurement } from '../test/support/figure.ts';

/** The number of histories of each front end. */
const runs = 10_000;

describe('Several tabs of one session, in many random histories', () => {
  for (const name of pageNames) {
    it(`never end the session, and never send a replaced token: ${name}`, async () => {
      const pages = await bundlePages();
      await checkHistories(pages[name], runs);
      printMeasurement(`histories of tabs without a lost session, ${name}`, runs);
    });
  }
});
