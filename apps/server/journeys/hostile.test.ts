import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addressesOfAll, declaredPaths, goTo, previewPath, settled } from './support/screens.ts';
import { createHostileData } from './support/hostile-data.ts';
import { fewHostileTexts, hostileTexts, scriptTexts } from './support/hostile-texts.ts';
import { useServiceAndBrowser } from './support/stage.ts';

/**
 * Returns a script that enters each text into each editable text field of the page, except search fields. After each
 * text, the script waits until Preact has rendered the page. The result of the script is the number of fields.
 */
const typeEverywhere = (texts: readonly string[]): string => `(async (texts) => {
  const painted = () => new Promise((resolve) => setTimeout(resolve));
  const isTyped = (field) => !field.readOnly && !field.disabled && !/checkbox|radio|file|date|search/.test(field.type);
  const fields = [...document.querySelectorAll('main input, main textarea')].filter(isTyped);
  for (const field of fields) {
    for (const text of texts) {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // Preact renders in a microtask.
      await Promise.resolve();
      await Promise.resolve();
    }
    await painted();
  }
  return fields.length;
})(${JSON.stringify(texts)})`;

async function rowsOn(page: Page): Promise<number> {
  return page.locator('tbody tr').count();
}

/** A script that ends when every image of the page was loaded or blocked. */
const untilPicturesHaveLoaded = `Promise.all([...document.images].filter(({ complete }) => !complete)
  .map((image) => new Promise((resolve) => { image.onload = resolve; image.onerror = resolve; })))`;

// After each test, `useServiceAndBrowser` fails if a dialog was opened, a request went to another host, or the Content
// Security Policy was violated.
describe(`${hostileTexts.length} naughty strings in the console`, () => {
  const stage = useServiceAndBrowser();
  let ids: Readonly<Record<string, readonly string[]>>;

  before(async () => {
    ids = await createHostileData(stage.service());
  });

  it('run no scripts when they are shown', async () => {
    const page = await stage.openLoggedIn(undefined, '/account');
    let text = '';
    for (const path of declaredPaths().filter((declared) => !declared.includes(':id'))) {
      for (let number = 1; number === 1 || (await rowsOn(page)) === 100; number += 1) {
        await goTo(page, `${path}?pageSize=100&page=${number}`);
        text += await page.locator('main').innerText();
      }
    }
    for (const shown of scriptTexts.slice(0, 3)) expect(text).to.include(shown);
    for (const path of declaredPaths().filter((declared) => declared.includes(':id'))) {
      for (const id of ids[path.split('/')[1] ?? '']?.slice(-8) ?? []) await goTo(page, path.replace(':id', id));
    }
    for (const id of ids['menus']?.slice(-8) ?? []) await goTo(page, `/menus?menu=${id}`);
    // The Markdown of the last content contains all naughty strings. The preview shows this content.
    await goTo(page, `/contents/${ids['contents']?.at(-1)}`);
    await page.getByRole('button', { name: 'Side by side', exact: true }).click();
    await page.locator('.preview-head').getByText('Reading time').waitFor();
    // The test cannot wait for an idle network, because the stream of live updates stays open.
    await page.evaluate(untilPicturesHaveLoaded);
    const visitor = (await stage.open()).page;
    await visitor.goto(await previewPath(stage.service(), ids['contents']?.at(-1) ?? ''));
    await visitor
      .getByText(scriptTexts[0] ?? '')
      .first()
      .waitFor();
    await visitor.waitForLoadState('networkidle');
  });

  it('run no scripts when they are typed', async () => {
    const page = await stage.openLoggedIn(undefined, '/account');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    const discard = async (): Promise<void> => {
      if (!(await question.isVisible())) return;
      await question.getByRole('button', { name: 'Discard', exact: true }).click();
      await settled(page);
    };
    let fields = 0;
    for (const address of await addressesOfAll(stage.service())) {
      await goTo(page, address);
      await discard();
      fields += await page.evaluate<number>(typeEverywhere(fewHostileTexts));
      const create = page.locator('.screen-head .button-main').first();
      if (await create.isVisible()) {
        await create.click();
        await settled(page);
        fields += await page.evaluate<number>(typeEverywhere(scriptTexts));
        await page.keyboard.press('Escape');
        await discard();
      }
    }
    console.log(`      typed into ${fields} fields`);
    expect(fields).to.be.greaterThan(20);
  });

  it('run no scripts when they are searched for or rejected', async () => {
    const page = await stage.openLoggedIn(undefined, '/account');
    for (const text of scriptTexts)
      await goTo(page, `/users?search=${encodeURIComponent(text)}&sortBy=${encodeURIComponent(text)}`);
    await goTo(page, '/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    for (const text of scriptTexts.slice(0, 10)) {
      for (const label of ['Username', 'E-mail', 'Nickname']) await dialog.getByLabel(label).fill(text);
      await dialog.getByLabel('Password', { exact: true }).fill('short');
      await dialog.getByRole('button', { name: 'Create user' }).click();
      await dialog.getByRole('alert').waitFor();
    }
  });
});
