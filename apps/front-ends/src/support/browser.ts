import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { frontEndUrl } from './service.ts';

/** The path of the browser, which `CHROMIUM` may name. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Only pages of this machine are opened, and this may run as root, for whom Chromium has no sandbox. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** A browser window with storage of its own. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Requests to the service, such as `GET /api/users?page=1`, since the last call. */
  readonly calls: () => readonly string[];
  /** Errors of scripts in its pages. */
  readonly scriptErrors: readonly string[];
}

/** Opens a window. Other hosts than this machine are not asked, because drawings of icons and the like do not matter here. */
export async function openWindow(browser: Browser, locale = 'en-US'): Promise<Window> {
  const context = await browser.newContext({ baseURL: frontEndUrl, locale, viewport: { width: 1440, height: 1000 } });
  context.setDefaultTimeout(30_000);
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
  let calls: string[] = [];
  const scriptErrors: string[] = [];
  context.on('page', (page) =>
    page.on('pageerror', ({ message, stack }) => {
      // The forms of soybean-admin reject a promise with the list of their errors.
      if (!/^Array\(\d+\)$/.test(message)) scriptErrors.push(stack ?? message);
    }),
  );
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return {
    context,
    page: await context.newPage(),
    calls: () => {
      const made = calls;
      calls = [];
      return made;
    },
    scriptErrors,
  };
}
