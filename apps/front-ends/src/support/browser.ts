import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { frontEndUrl } from './service.ts';

/** The path of the browser; the variable `CHROMIUM` overrides it. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Chromium does not start as root with its sandbox. The sandbox is not needed, because only local pages are opened. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** A browser window with separate storage. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Returns the requests to the service since this function was last called, such as `GET /api/users?page=1`. */
  readonly calls: () => readonly string[];
  /** Errors of scripts in the pages of the window. */
  readonly scriptErrors: readonly string[];
}

/**
 * Opens a window. Requests to other machines are blocked, because the tests do not need icons and similar resources.
 */
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
      // A form of soybean-admin rejects a promise with an array of validation errors. This is not a script error.
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
