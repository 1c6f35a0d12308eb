import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { quantile } from '../../stress/support/load.ts';
import { settled } from '../../journeys/support/screens.ts';

/**
 * Collects the durations from an input to the next paint that the browser reports, by interaction. The browser reports
 * no duration below 16 ms.
 */
const collect = `window.interactionTimes = new Map();
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) interactionTimes.set(interactionId, Math.max(duration, interactionTimes.get(interactionId) ?? 0));
}).observe({ type: 'event', durationThreshold: 16 });`;

/** The browser reports an interaction in one of the tasks after the paint that it has caused. */
const painted = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))))`;

/** Lets the page collect the durations of interactions. */
export const collectInteractions = (page: Page): Promise<void> => page.addInitScript(collect).then(() => undefined);

/** Performs an action of a person, such as a click. @returns the longest time to the next paint, in milliseconds */
export async function interactionTime(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('interactionTimes.clear()');
  await act();
  await page.evaluate(painted);
  await settled(page);
  await page.evaluate(painted);
  return page.evaluate<number>('Math.max(0, ...interactionTimes.values())');
}

/** Opens a screen by a link. @returns the time until the screen shows its data, in milliseconds */
export const pageChangeTime = (page: Page, href: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const before = document.querySelector('main h1');
    const isReady = () => {
      const heading = document.querySelector('main h1');
      return heading !== null && heading !== before
        && document.querySelector('main p.state[role="status"], main [aria-busy="true"]') === null;
    };
    const start = performance.now();
    const link = document.body.appendChild(document.createElement('a'));
    link.href = ${JSON.stringify(`/admin${href}`)};
    link.click();
    link.remove();
    // The browser paints directly after the callbacks of a frame, and then executes the timer.
    const look = () => {
      if (isReady()) setTimeout(() => resolve(performance.now() - start));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);

/**
 * Returns the median and the range of measurements, and the load of the machine, such as
 * `48 ms (32 to 64), load average 1.5`.
 */
export const summaryOf = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}), ` +
  `load average ${loadavg()[0]?.toFixed(1)}`;
