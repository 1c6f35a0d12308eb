import { expect } from 'chai';
import fc from 'fast-check';
import { ModelBrowser, Tab } from './browser.ts';
import type { OpenPage, Page } from './pages.ts';

interface Entry {
  tab: Tab;
  page: Page;
}

/** The tabs of a browser in one session, and what their calls have returned. */
class History {
  readonly browser: ModelBrowser;
  readonly entries: Entry[] = [];
  readonly failures: unknown[] = [];
  /** The highest number of a refresh token that was ever stored at each key. */
  readonly #stored = new Map<string, number>();
  readonly #open: OpenPage;

  constructor(open: OpenPage, hasLocks: boolean) {
    this.browser = new ModelBrowser(hasLocks);
    this.#open = open;
  }

  /**
   * A single call may fail, for example if its token expires while the tab is frozen. But no page may be logged out.
   */
  #note(tab: Tab, promise: Promise<unknown>): void {
    promise.catch((error: unknown) => {
      if (tab.isOpen && String(error).includes('logged out')) this.failures.push(error);
    });
  }

  openTab(session = new Map<string, string>()): Entry {
    const tab = new Tab(session);
    this.browser.tabs.push(tab);
    const entry = { tab, page: this.#open(this.browser, tab) };
    this.entries.push(entry);
    return entry;
  }

  async begin(copies: number): Promise<void> {
    const first = this.openTab();
    this.#note(first.tab, first.page.logIn());
    await this.browser.settle();
    for (let copy = 0; copy < copies; copy += 1) {
      // A duplicated tab has a copy of the session storage, and a new tab asks the other ones.
      const { tab, page } = this.openTab(copy % 2 === 0 ? new Map(first.tab.session) : undefined);
      this.#note(tab, page.load());
      await this.browser.settle();
    }
  }

  /** Does something in a tab whose page is not frozen. */
  use(index: number, act: (page: Page) => Promise<unknown>): void {
    const { tab, page } = this.at(index);
    if (!tab.isFrozen) this.#note(tab, act(page));
  }

  at(index: number): Entry {
    return this.entries[index % this.entries.length] ?? expect.fail('there is no tab');
  }

  /** Opens a new page in each tab whose page has ended. */
  async reopen(): Promise<void> {
    for (const entry of this.entries) {
      if (entry.tab.isOpen) continue;
      entry.tab = new Tab(entry.tab.session);
      this.browser.tabs.push(entry.tab);
      entry.page = this.#open(this.browser, entry.tab);
      this.#note(entry.tab, entry.page.load());
      await this.browser.flush();
    }
  }

  checkStorage(): void {
    for (const [key, text] of this.browser.local) {
      const numbers = [...text.matchAll(/R\.\d+\.(\d+)/g)].map(([, number]) => Number(number));
      if (numbers.length === 0) continue;
      const number = Math.min(...numbers);
      expect(number, `a token older than the stored one was written to ${key}`).to.be.at.least(
        this.#stored.get(key) ?? 0,
      );
      this.#stored.set(key, number);
    }
  }

  /** Ends the history: everything that is under way happens, and then each tab makes a call. */
  async end(): Promise<void> {
    await this.browser.settle();
    await this.reopen();
    await this.browser.settle();
    this.browser.service.now += 16 * 60_000;
    for (const { page } of this.entries) {
      const last = page.call().catch((error: unknown) => this.failures.push(error));
      await this.browser.settle();
      await last;
    }
    const { service, lostRefreshes, hasLocks } = this.browser;
    expect(this.failures.map(String), 'failed calls').to.deep.equal([]);
    expect(service.ended, 'sessions that the service ended').to.equal(0);
    if (hasLocks) expect(service.repeated, 'replaced tokens').to.be.at.most(lostRefreshes);
  }
}

/** A command of a history. Its text is part of the message of a failed test. */
class Command {
  readonly run: (history: History) => Promise<void> | void;
  readonly #text: string;

  constructor(run: Command['run'], ...words: readonly unknown[]) {
    this.run = run;
    this.#text = words.join(' ');
  }

  toString(): string {
    return this.#text;
  }
}

const minute = 60_000;
const index = fc.nat({ max: 3 });
const choice = fc.nat({ max: 1000 });
const times = fc.constantFrom(3000, 16 * minute, 16 * minute, 180 * minute);
const shifts = fc.constantFrom(-60 * minute, 24 * 60 * minute);

const call = (tab: number): Command => new Command((history) => history.use(tab, (page) => page.call()), 'call', tab);

const change = (tab: number): Command =>
  new Command((history) => history.use(tab, (page) => page.change()), 'change', tab);

const step = (which: number): Command =>
  new Command(async ({ browser }) => void (await browser.step(which)), 'step', which);

const settle = new Command(({ browser }) => browser.settle(), 'settle');

const advance = (ms: number): Command =>
  new Command(
    async ({ browser }) => {
      // Without locks, a tab refreshes while another one does, which the service accepts for 10 seconds only.
      if (!browser.hasLocks && !browser.isNewestStored) await browser.settle();
      browser.service.now += ms;
    },
    'advance',
    ms,
  );

const freeze = ([tab, isFrozen]: readonly [number, boolean]): Command =>
  new Command((history) => void (history.at(tab).tab.isFrozen = isFrozen), isFrozen ? 'freeze' : 'thaw', tab);

const reload = ([tab, isServed]: readonly [number, boolean]): Command =>
  new Command(
    async (history) => {
      if (history.browser.hasOldRefresh(history.at(tab).tab)) await history.browser.settle();
      history.browser.close(history.at(tab).tab, isServed);
    },
    'reload',
    tab,
    isServed,
  );

const crash = ([tab, writes]: readonly [number, number]): Command =>
  new Command((history) => void (history.at(tab).tab.writesLeft = writes), 'crash', tab, writes);

const shiftClock = ([tab, ms]: readonly [number, number]): Command =>
  new Command((history) => void (history.at(tab).tab.clockShift = ms), 'shift clock', tab, ms);

const disturb = ([which, isLost]: readonly [number, boolean]): Command =>
  new Command(({ browser }) => browser.disturb(which, isLost), isLost ? 'lose' : 'duplicate', which);

const command = fc.oneof(
  { weight: 6, arbitrary: index.map(call) },
  { weight: 2, arbitrary: index.map(change) },
  { weight: 14, arbitrary: choice.map(step) },
  { weight: 2, arbitrary: fc.constant(settle) },
  { weight: 4, arbitrary: times.map(advance) },
  { weight: 2, arbitrary: fc.tuple(index, fc.boolean()).map(freeze) },
  { weight: 2, arbitrary: fc.tuple(index, fc.boolean()).map(reload) },
  { weight: 2, arbitrary: fc.tuple(index, fc.nat({ max: 1 })).map(crash) },
  { weight: 1, arbitrary: fc.tuple(index, shifts).map(shiftClock) },
  { weight: 2, arbitrary: fc.tuple(choice, fc.boolean()).map(disturb) },
);

/**
 * Checks that a tab does not overwrite newer tokens when it was frozen during its refresh. Without locks, another tab
 * has refreshed twice in the meantime.
 */
export async function checkLateRefresh(open: OpenPage): Promise<void> {
  const history = new History(open, false);
  const { browser } = history;
  await history.begin(1);
  const { tab } = history.at(0);
  browser.service.now += 16 * minute;
  history.use(0, (page) => page.call());
  for (let steps = 0; !browser.isRefreshing; steps += 1) {
    await browser.flush();
    await browser.step(0);
    expect(steps, 'steps without a refresh').to.be.below(100);
  }
  tab.isFrozen = true;
  for (let calls = 0; calls < 2; calls += 1) {
    history.use(1, (page) => page.call());
    await browser.flush();
    await browser.settleOthers();
    browser.service.now += 16 * minute;
    history.checkStorage();
  }
  tab.isFrozen = false;
  await browser.settle();
  history.checkStorage();
  await history.end();
}

const histories = fc.record({
  hasLocks: fc.boolean(),
  copies: fc.nat({ max: 3 }),
  commands: fc.array(command, { minLength: 20, maxLength: 80 }),
});

/**
 * Checks random histories of several tabs: no session ends, no tab is logged out, no tab sends a refresh token that was
 * replaced, and no stored token is replaced by an older one.
 *
 * The service accepts a replaced token for 10 seconds. So if a page ends between a refresh in the service and the
 * storage of its result, it must end within this time, and be loaded again: nothing else has the new token.
 */
export const checkHistories = (open: OpenPage, runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(histories, async ({ hasLocks, copies, commands }) => {
      const history = new History(open, hasLocks);
      await history.begin(copies);
      for (const { run } of commands) {
        const { lostRefreshes } = history.browser;
        await run(history);
        await history.browser.flush();
        await history.reopen();
        if (history.browser.lostRefreshes > lostRefreshes) await history.browser.settle();
        history.checkStorage();
      }
      await history.end();
    }),
    { numRuns: runs },
  );
