import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aContent } from '../test/support/builders.ts';
import { logIn, notice } from '../test/support/console.ts';
import { until } from '../test/support/machine.ts';
import { administrator, unique } from '../test/support/service.ts';
import { scriptTexts } from './support/hostile-texts.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text in Markdown' });

/** Dispatches a paste like that of a spreadsheet, because a test cannot write every format to the clipboard. */
const pasteTable = (html: string): string => `(() => {
  const data = new DataTransfer();
  data.setData('text/html', ${JSON.stringify(html)});
  document.querySelector('.text-editor').shadowRoot.querySelector('.cm-content')
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
})()`;

const isFocused = (page: Page) => page.evaluate<boolean>(`document.activeElement.classList.contains('text-editor')`);

const host = 'https://pictures.example';

/** A picture of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Tries to run a script in the frame of pictures, from the console itself. */
const runInFrame = `(() => {
  const page = document.querySelector('.picture-frame').contentDocument;
  const script = page.createElement('script');
  script.textContent = 'parent.document.title = "A script ran."';
  page.body.append(script);
  const button = page.createElement('button');
  button.setAttribute('onclick', 'parent.document.title = "A script ran."');
  page.body.append(button);
  button.click();
})()`;

describe('Writing in the console', () => {
  const stage = useServiceAndBrowser();
  const open = async (contentMd: string, options = {}) => {
    const content = await aContent(stage.service().admin, { title: unique('Written '), contentMd });
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`, options);
    await editorOf(page).waitFor();
    const stored = async () =>
      (
        await stage
          .service()
          .admin.get<{ title: string; contentMd: string; tagIds: readonly string[] }>(`/contents/${content.id}`)
      ).data;
    return { content, page, stored };
  };

  it('shows pictures of other hosts after a click, in a frame that runs no scripts and sends no referrer', async () => {
    const { id } = await aContent(stage.service().admin, { contentMd: `![one](${host}/one.gif)` });
    const { page, complaints } = await stage.open({ allowedOrigin: host });
    const requests: Readonly<Record<string, string>>[] = [];
    await page.route(`${host}/**`, async (route) => {
      requests.push(await route.request().allHeaders());
      await route.fulfill({ contentType: 'image/gif', body: picture });
    });
    await logIn(page, administrator, `/contents/${id}`);
    await page.getByRole('button', { name: 'Side by side', exact: true }).click();
    await page.getByRole('link', { name: 'Picture: one' }).waitFor();
    expect(requests).to.deep.equal([]);
    await page.getByRole('button', { name: 'Show pictures' }).click();
    await until('the picture is shown', () =>
      page.evaluate<boolean>(
        `document.querySelector('.picture-frame')?.contentDocument?.querySelector('img')?.naturalWidth === 1`,
      ),
    );
    expect(requests.map(({ referer, origin }) => [referer, origin])).to.deep.equal([[undefined, undefined]]);
    await page.evaluate(runInFrame);
    expect(await page.title()).not.to.equal('A script ran.');
    // The browser reports that it has blocked the scripts.
    for (const complaint of complaints.splice(0)) expect(complaint).to.match(/sandbox|policy|Content Security Policy/);
  });

  it('works by keyboard from the title to the saved text', async () => {
    const page = await stage.openLoggedIn(undefined, '/contents/new');
    await editorOf(page).waitFor();
    const title = unique('Typed ');
    await page.getByLabel('Title').focus();
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    expect(await isFocused(page), 'Enter moves on to the text').to.equal(true);
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('bold');
    await page.keyboard.press('Control+s');
    await notice(page, 'was created as a draft.').waitFor();
    const search = `/contents?search=${encodeURIComponent(title)}`;
    const { items } = (await stage.service().admin.get<{ items: { id: string }[] }>(search)).data;
    const { data } = await stage.service().admin.get<{ contentMd: string }>(`/contents/${items[0]?.id}`);
    expect(data.contentMd.replace(/\n+/gu, '\n')).to.equal('- one\n- two\n**bold**');
    await page.keyboard.press('Escape');
    await page.getByLabel('Title').focus();
    for (let step = 0; step < 30 && !(await isFocused(page)); step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await isFocused(page), 'Tab leaves the text').to.equal(false);
  });

  it('formats the selection by the toolbar, and undoes it by keyboard', async () => {
    const { page, stored } = await open('word');
    await editorOf(page).click();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Bold' }).click();
    await editorOf(page).getByText('**word**').waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await editorOf(page).getByText('[word](https://)').waitFor();
    expect(await page.getByRole('dialog').count(), 'Ctrl+K does not open the search').to.equal(0);
    await page.keyboard.type('https://example.com');
    await page.keyboard.press('Control+s');
    await notice(page, 'Saved.').waitFor();
    expect((await stored()).contentMd).to.equal('[word](https://example.com)');
  });

  it('has a toolbar that is one stop of the Tab key, and a menu for rare actions', async () => {
    const { page } = await open('word');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    const stops = toolbar.locator('[tabindex="0"]');
    await toolbar.getByRole('button', { name: 'Heading' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await toolbar.getByRole('button', { name: 'Bold' }).and(page.locator(':focus')).count()).to.equal(1);
    expect(await stops.count()).to.equal(1);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await stops.getAttribute('aria-label'), 'it goes round').to.equal('Read a file …');
    await toolbar.getByRole('button', { name: 'Table' }).click();
    await page.keyboard.type('cell');
    await editorOf(page).getByText('| cell |').waitFor();
    await page.keyboard.press('Control+s');
    await notice(page, 'Saved.').waitFor();
    expect(await page.getByRole('button', { name: 'Archive' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived', { exact: true }).first().waitFor();
  });

  it('keeps the marker of an empty line, and types over what is selected without an inline style', async () => {
    const { page, stored } = await open('**strong** and *weak*');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await editorOf(page).click();
    const lines: string[] = [];
    const markers: readonly (readonly [string, string])[] = [
      ['Heading', '## '],
      ['List', '- '],
      ['Numbers', '1. '],
      ['Tasks', '- [ ] '],
      ['Quote', '> '],
    ];
    for (const [name, marker] of markers) {
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.press('Shift+Enter');
      await toolbar.getByRole('button', { name, exact: true }).click();
      await page.keyboard.type('typed');
      lines.push(`${marker}typed`);
    }
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('over');
    await page.keyboard.press('Control+Shift+End');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.type('x');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+s');
    await notice(page, 'Saved.').waitFor();
    const { contentMd } = await stored();
    expect(contentMd.split('\n').filter((line) => line !== '')).to.deep.equal(['overng** and *weak*', ...lines]);
  });

  it('pastes a table as a Markdown table', async () => {
    const { page, stored } = await open('');
    await editorOf(page).click();
    const html = '<table><tr><td>Name</td><td>a|b</td></tr><tr><td>李雷</td><td>2</td></tr></table>';
    await page.evaluate(pasteTable(html));
    await editorOf(page).getByText('| 李雷 | 2 |').waitFor();
    await page.keyboard.press('Control+s');
    await notice(page, 'Saved.').waitFor();
    expect((await stored()).contentMd.trim()).to.equal('| Name | a\\|b |\n| --- | --- |\n| 李雷 | 2 |');
  });

  it('saves a typed tag by keyboard too, also with Caps Lock', async () => {
    const { page, stored } = await open('Tagged.');
    const tag = unique('tag-');
    await page.getByLabel('Tags', { exact: true }).fill(tag);
    await page.keyboard.press('Control+S');
    await notice(page, 'Saved.').waitFor();
    const { tagIds } = await stored();
    const { data } = await stage.service().admin.get<{ name: string }>(`/tags/${tagIds[0]}`);
    expect(data.name).to.equal(tag);
  });

  it('counts words, in Chinese by characters', async () => {
    const { page } = await open('three more words');
    await page.getByText('3 words', { exact: true }).waitFor();
    await editorOf(page).fill('用 Portcullis 写文章');
    await page.getByText('5 words', { exact: true }).waitFor();
  });

  it('fills the screen with the article until Escape is pressed', async () => {
    const { page } = await open('Nothing else.');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('navigation').waitFor({ state: 'hidden' });
    await page.getByLabel('Title').waitFor();
    await editorOf(page).click();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation').waitFor();
  });

  it('finds and replaces words in the text', async () => {
    const { page, stored } = await open('old and old');
    await editorOf(page).click();
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).fill('old');
    await page.getByRole('textbox', { name: 'Replace' }).fill('new');
    await page.getByRole('button', { name: 'replace all' }).click();
    await page.keyboard.press('Control+s');
    await notice(page, 'Saved.').waitFor();
    expect((await stored()).contentMd).to.equal('new and new');
  });

  it('hides the settings, and shows them again if one has an error', async () => {
    const { page } = await open('Text.');
    const slug = page.getByLabel('Slug');
    await slug.fill('not a slug');
    await page.getByRole('button', { name: 'Settings' }).click();
    await slug.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await slug.waitFor();
    expect(await slug.getAttribute('aria-invalid')).to.equal('true');
  });

  it('runs no scripts of texts that are typed or pasted', async () => {
    const { page } = await open(scriptTexts.join('\n\n'));
    await page.getByRole('button', { name: 'Side by side', exact: true }).click();
    await editorOf(page).fill(scriptTexts.join('\n'));
    for (const text of scriptTexts)
      await page.evaluate(pasteTable(`<table><tr><td>${text}</td><td>x</td></tr></table>`));
    await page.locator('.preview[aria-busy="false"]').waitFor();
  });

  it('keeps what was typed at 360 px through a reload', async () => {
    const { page } = await open('Stored.', { viewport: { width: 360, height: 640 } });
    await editorOf(page).fill('Typed on a phone.');
    await page.getByText('There are unsaved changes.').waitFor();
    await page.reload();
    await settled(page);
    await editorOf(page).getByText('Typed on a phone.').waitFor();
    const widths = '[document.documentElement.scrollWidth, document.documentElement.clientWidth]';
    const [needed, shown] = await page.evaluate<[number, number]>(widths);
    expect(needed).to.be.at.most(shown);

    await page.getByLabel('Title').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Show why' }).waitFor();
    const account = await page.locator('header.top .account').boundingBox();
    expect((account?.x ?? 0) + (account?.width ?? 0)).to.be.at.most(360);
  });

  it('stores a draft not with each key, but after a pause and before the page is left', async () => {
    const { page } = await open('Stored.');
    await page.evaluate(`{
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('portcullis.draft')) window.draftWrites = (window.draftWrites ?? 0) + 1;
        setItem.call(this, key, value);
      };
    }`);
    const writes = () => page.evaluate<number>('window.draftWrites ?? 0');
    await editorOf(page).press('ControlOrMeta+End');
    await page.keyboard.type(' Typed without a pause.');
    await until('the draft is stored', async () => (await writes()) > 0);
    expect(await writes()).to.be.below(5);
    await page.keyboard.type(' The last words.');
    await page.reload();
    await settled(page);
    await editorOf(page).getByText('Stored. Typed without a pause. The last words.').waitFor();
  });

  it('saves a working copy by itself', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin, { contentMd: 'For readers.' });
    await admin.post(`/contents/${content.id}/publish`);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}/draft`);
    await editorOf(page).fill('Not for readers yet.');
    await page.getByText('Everything is saved.').waitFor();
    const { data } = await admin.get<{ contentMd: string }>(`/contents/${content.id}/draft`);
    expect(data.contentMd).to.equal('Not for readers yet.');
    expect((await admin.get<{ contentMd: string }>(`/contents/${content.id}`)).data.contentMd).to.equal('For readers.');
  });

  it('saves each change of a working copy, and shows what somebody else has changed in it', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin, { contentMd: 'For readers.' });
    const path = `/contents/${content.id}/draft`;
    const stored = async () => (await admin.get<{ title: string; contentMd: string }>(path)).data;
    await admin.post(`/contents/${content.id}/publish`);
    await admin.put(path, { contentMd: 'Begun.' });
    const page = await stage.openLoggedIn(undefined, path);
    for (const text of ['Once.', 'Twice.']) {
      await editorOf(page).fill(text);
      await page.getByText('There are unsaved changes.').waitFor();
      await page.getByText('Everything is saved.').waitFor();
      expect((await stored()).contentMd).to.equal(text);
    }

    const title = unique('Theirs ');
    await admin.put(path, { title, contentMd: 'Theirs.' });
    await editorOf(page).fill('Mine.');
    await page.getByText('This has been changed in the meantime.').waitFor();
    expect((await stored()).contentMd).to.equal('Theirs.');
    await page.reload();
    await editorOf(page).getByText('Mine.').waitFor();
    await page.getByText('This has been changed in the meantime.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByRole('group', { name: 'Title' }).getByLabel('Take theirs').check();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    expect(await stored()).to.include({ title, contentMd: 'Mine.' });
  });

  it('does not overwrite a working copy that somebody else has begun', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin, { contentMd: 'For readers.' });
    const path = `/contents/${content.id}/draft`;
    await admin.post(`/contents/${content.id}/publish`);
    const page = await stage.openLoggedIn(undefined, path);
    await editorOf(page).waitFor();
    await admin.put(path, { contentMd: 'Theirs.' });
    await editorOf(page).fill('Mine.');
    await page.getByText('This has been changed in the meantime.').waitFor();
    expect((await admin.get<{ contentMd: string }>(path)).data.contentMd).to.equal('Theirs.');
  });

  it('keeps the text of a working copy that somebody else has discarded, and begins a new copy with it', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin, { contentMd: 'For readers.' });
    const path = `/contents/${content.id}/draft`;
    await admin.post(`/contents/${content.id}/publish`);
    const title = unique('Better ');
    await admin.put(path, { title, contentMd: 'Begun.' });
    const page = await stage.openLoggedIn(undefined, path);
    await editorOf(page).fill('Typed before it was discarded.');
    await page.getByText('Everything is saved.').waitFor();
    expect((await admin.delete(path)).status).to.equal(200);
    await editorOf(page).fill('Typed afterwards.');
    await page.getByText('This working copy was published or discarded elsewhere.').waitFor();
    expect((await admin.get(path)).status, 'nobody has asked for a new copy').to.equal(404);
    expect(await page.getByRole('button', { name: 'Discard the working copy' }).count()).to.equal(0);
    await page.reload();
    await editorOf(page).getByText('Typed afterwards.').waitFor();
    expect(await page.getByLabel('Title').inputValue()).to.equal(title);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved.').waitFor();
    await page.getByText('Everything is saved.').waitFor();
    const { data } = await admin.get<{ title: string; contentMd: string }>(path);
    expect(data).to.include({ title, contentMd: 'Typed afterwards.' });
    await editorOf(page).fill('Saved by itself again.');
    await page.getByText('There are unsaved changes.').waitFor();
    await page.getByText('Everything is saved.').waitFor();
    expect((await admin.get<{ contentMd: string }>(path)).data.contentMd).to.equal('Saved by itself again.');
  });
});
