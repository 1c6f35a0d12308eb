import type { Page } from 'playwright-core';

/** The clicks and keys that a task takes. A choice in a list of the browser counts as two clicks: one opens the list, one chooses. */
export interface Effort {
  readonly clicks: number;
  readonly keys: number;
}

/**
 * Counts clicks and keys from now on. Pages that are loaded anew are not counted, so a task must not reload the page.
 * @returns the function that returns the effort so far
 */
export async function startCounting(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(`
    window.effort = { clicks: 0, keys: 0 };
    addEventListener('mousedown', ({ isTrusted }) => { if (isTrusted) effort.clicks += 1; }, true);
    addEventListener('keydown', ({ isTrusted }) => { if (isTrusted) effort.keys += 1; }, true);
    addEventListener('change', ({ target }) => { if (target.tagName === 'SELECT') effort.clicks += 2; }, true);
  `);
  return () => page.evaluate<Effort>('window.effort');
}
