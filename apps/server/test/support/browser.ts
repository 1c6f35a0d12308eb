import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const args = ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The path of the installed browser; undefined if no browser is installed. */
export const installedBrowser = programs.find((path) => existsSync(path));

/** Starts the installed browser. @returns undefined if no browser is installed */
export async function launchBrowser(): Promise<Browser | undefined> {
  // Tests may run as root, and Chromium has no sandbox for root. Pages of other servers would be a danger without a
  // sandbox, so tests open only pages of their own servers.
  return installedBrowser === undefined
    ? undefined
    : await chromium.launch({ executablePath: installedBrowser, args: ['--no-sandbox', '--no-first-run', ...args] });
}

/**
 * A browser tab with separate storage and cookies, and the errors that the browser reported in this tab and in the tabs
 * that `openTab` opened.
 */
export interface MonitoredTab {
  readonly page: Page;
  /**
   * Errors of scripts, violations of the Content-Security-Policy, dialogs that a script has opened (except the question
   * before a page is left), and the URLs of requests to origins that are not allowed.
   */
  readonly complaints: string[];
  /** Opens another tab with the same storage and cookies. */
  readonly openTab: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

/**
 * Returns whether a message is about the network. The browser reports each response with a status of 400 or more and
 * each failed connection as an error, but tests may cause these errors on purpose.
 */
const isOfNetwork = (text: string): boolean => text.startsWith('Failed to load resource');

const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`;

/** Tests find roles and permissions by their codes. Frames with an opaque origin have no storage. */
const showCodes = `if (origin !== 'null' && localStorage.getItem('portcullis.codes') === null)
  localStorage.setItem('portcullis.codes', 'shown')`;

export interface MonitoredTabOptions extends BrowserContextOptions {
  /** A further origin to which requests are allowed, such as the origin of an identity provider. */
  readonly allowedOrigin?: string;
}

/** @param origin the origin of the service; `page.goto` accepts paths relative to it, such as `/admin/users` */
export async function openMonitoredTab(
  browser: Browser,
  origin: string,
  { allowedOrigin = origin, ...options }: MonitoredTabOptions = {},
): Promise<MonitoredTab> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', ...options });
  await context.addInitScript(reportViolations);
  await context.addInitScript(showCodes);
  const complaints: string[] = [];
  const watch = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error' && !isOfNetwork(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') complaints.push(`dialog: ${dialog.message()}`);
      void dialog.accept();
    });
    page.on('request', (request) => {
      const isExpected = [origin, allowedOrigin].includes(new URL(request.url()).origin);
      if (/^https?:/.test(request.url()) && !isExpected) complaints.push(request.url());
    });
  };
  context.on('page', watch);
  return {
    page: await context.newPage(),
    complaints,
    openTab: () => context.newPage(),
    close: () => context.close(),
  };
}
