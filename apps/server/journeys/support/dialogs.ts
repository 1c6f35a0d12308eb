import type { Page } from 'playwright-core';
import { settled } from './screens.ts';

/** The buttons of a screen that can open a dialog. Toggles, sorting, pages and exports cannot. */
const buttons =
  'main button:not(:disabled, dialog *, .sort, .pager *, .export *, [aria-pressed], [aria-expanded], [aria-disabled="true"])';

/** Time within which a dialog appears after a click, in milliseconds. */
const appearsWithin = 250;

/** Returns the texts of the buttons that are shown, without repetitions such as those of the rows of a list. */
const textsOfButtons = async (page: Page): Promise<readonly string[]> => [
  ...new Set(await page.locator(buttons).filter({ visible: true }).allInnerTexts()),
];

/**
 * Makes all requests fail that would change something, so that every button of every screen can be pressed. The session
 * may go on.
 */
export async function refuseWrites(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const isRead = route.request().method() === 'GET' || route.request().url().endsWith('/auth/refresh');
    return isRead ? route.fallback() : route.abort();
  });
}

/**
 * Presses each button of a screen.
 * @param onDialog called with the text of the button while the dialog that it has opened is shown
 */
export async function openDialogs(
  page: Page,
  address: string,
  onDialog: (button: string) => Promise<void>,
): Promise<void> {
  const open = async (): Promise<void> => {
    await page.goto(`/admin${address}`);
    await settled(page);
  };
  await open();
  const texts = await textsOfButtons(page);
  for (const text of texts) {
    const button = page.locator(buttons).filter({ visible: true }).getByText(text, { exact: true }).first();
    if (text === '' || (await button.count()) === 0) continue;
    await button.click();
    const dialog = page.locator('dialog[open]');
    const isOpened = await dialog
      .first()
      .waitFor({ timeout: appearsWithin })
      .then(
        () => true,
        () => false,
      );
    if (isOpened) {
      await settled(page);
      await onDialog(text);
      await page.keyboard.press('Escape');
    }
    const isSame = (await dialog.count()) === 0 && (await textsOfButtons(page)).join() === texts.join();
    if (!isSame || new URL(page.url()).pathname !== `/admin${address.replace(/\?.*/, '')}`) await open();
  }
}
