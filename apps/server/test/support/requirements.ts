import type { Browser } from 'playwright-core';
import { installedBrowser, launchBrowser } from './browser.ts';

const postgresUrl = process.env['TEST_DATABASE_URL'];

/** Requirements that tests may have. The value says why the tests are pending; it is undefined if the requirement is met. */
const missing = {
  postgres: postgresUrl === undefined ? 'needs PostgreSQL in TEST_DATABASE_URL' : undefined,
  linux: process.platform === 'linux' ? undefined : 'needs Linux',
  chromium: installedBrowser === undefined ? 'needs Chromium' : undefined,
};

type Requirement = keyof typeof missing;

const reason = (requirements: readonly Requirement[]): string | undefined =>
  requirements.map((requirement) => missing[requirement]).find((text) => text !== undefined);

/** Declares a suite. If a requirement is not met, the suite has one pending test, whose title says why. */
function describeWith(requirements: readonly Requirement[], title: string, tests: () => void): void {
  const why = reason(requirements);
  describe(title, why === undefined ? tests : () => void it(why));
}

/** Declares a test. If a requirement is not met, the test is pending, and its title says why. */
export function itWith(requirements: readonly Requirement[], title: string, test: () => Promise<void>): void {
  const why = reason(requirements);
  if (why === undefined) it(title, test);
  else it(`${title} (${why})`);
}

/** Declares a suite that needs PostgreSQL. Its tests get the URL of a server on which they may create databases. */
export function describeOnPostgres(
  title: string,
  tests: (adminUrl: string) => void,
  ...further: readonly Requirement[]
): void {
  describeWith(['postgres', ...further], title, () => tests(postgresUrl ?? ''));
}

/** Declares a test that needs PostgreSQL, and gets the URL of a server on which it may create databases. */
export const itOnPostgres = (title: string, test: (adminUrl: string) => Promise<void>): void =>
  itWith(['postgres'], title, () => test(postgresUrl ?? ''));

/** Declares a suite that needs Chromium. A browser runs while the tests of the suite run. */
export function describeInBrowser(title: string, tests: (browser: () => Browser) => void): void {
  describeWith(['chromium'], title, () => {
    let browser: Browser | undefined;
    before(async () => {
      browser = await launchBrowser();
    });
    after(() => browser?.close());
    tests(() => {
      if (browser === undefined) throw new Error('The browser is open only while tests run.');
      return browser;
    });
  });
}
