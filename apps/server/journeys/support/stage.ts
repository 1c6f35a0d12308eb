import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, type MonitoredTab, type MonitoredTabOptions } from '../../test/support/browser.ts';
import type { ResourceModule } from '../../src/index.ts';
import { logIn } from '../../test/support/console.ts';
import { administrator, startService, type Service } from '../../test/support/service.ts';
import { openCheckedTab } from './checked-tab.ts';

/** The service and the browser that the tests of a file share. */
export interface ServiceAndBrowser {
  readonly service: () => Service;
  readonly browser: () => Browser;
  /** Opens a tab with its own storage, and closes it after the test. The test fails if the tab has `complaints`. */
  readonly open: (options?: MonitoredTabOptions, origin?: string) => Promise<MonitoredTab>;
  /** Opens a tab with its own storage and logs in, by default as the first administrator. */
  readonly openLoggedIn: (
    account?: { readonly username: string; readonly password: string },
    path?: string,
    options?: MonitoredTabOptions,
  ) => Promise<Page>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts the service and the browser before the tests of the surrounding `describe`, and stops both afterwards.
 * @param modules modules of the service
 * @param environment returns the environment variables of the service. It is called after all `before` hooks that were
 * registered earlier.
 */
export function useServiceAndBrowser(
  environment: () => Environment = () => ({}),
  modules: readonly ResourceModule[] = [],
): ServiceAndBrowser {
  let service: Service | undefined;
  let browser: Browser | undefined;
  let visits: MonitoredTab[] = [];
  const runningService = (): Service => service ?? expect.fail('The service is not running.');
  const runningBrowser = (): Browser => browser ?? expect.fail('These tests need Chromium.');

  before(async () => {
    service = await startService(environment(), undefined, modules);
    browser = await launchBrowser();
    runningBrowser();
  });
  afterEach(async () => {
    const ended = visits;
    visits = [];
    await Promise.all(ended.map(({ close }) => close()));
    expect(ended.flatMap(({ complaints }) => complaints)).to.deep.equal([]);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const open: ServiceAndBrowser['open'] = async (options = {}, origin = runningService().api.url) => {
    const visit = await openCheckedTab(runningBrowser(), origin, options);
    visits.push(visit);
    return visit;
  };
  return {
    service: runningService,
    browser: runningBrowser,
    open,
    openLoggedIn: async (account = administrator, path = '/', options = {}) => {
      const { page } = await open(options);
      await logIn(page, account, path);
      return page;
    },
  };
}
