import { checkHistories, checkLateRefresh } from './support/tabs/histories.ts';
import { bundlePages, pageNames } from './support/tabs/pages.ts';

/** The number of histories of each front end; `npm run test:long -- stress` runs 10,000. */
const runs = 100;

describe('Several tabs of one session', () => {
  let pages: Awaited<ReturnType<typeof bundlePages>>;

  before(async () => {
    pages = await bundlePages();
  });

  for (const name of pageNames) {
    it(`never end it, in ${runs} random histories: ${name}`, () => checkHistories(pages[name], runs));

    it(`keep the newest tokens if one tab is frozen during its refresh: ${name}`, () => checkLateRefresh(pages[name]));
  }
});
