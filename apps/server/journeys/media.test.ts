import { moderatorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { aContent } from '../test/support/builders.ts';
import { heading, notice, panel, saveButton } from '../test/support/console.ts';
import { until } from '../test/support/machine.ts';
import { anAdministrator, aPerson, unique } from '../test/support/service.ts';
import { testFiles } from '../uploads/support/files.ts';
import { upload } from '../uploads/support/upload.ts';
import { axe, violations } from './support/accessibility.ts';
import { bringToPage, dropInText, pasteInText, type IncomingFile } from './support/incoming-files.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

interface StoredFile {
  readonly id: string;
  readonly url: string;
  readonly alt: string | null;
  readonly focus: { readonly x: number; readonly y: number } | null;
  readonly width: number;
  readonly height: number;
  readonly variants: readonly { readonly preset: string; readonly url: string; readonly width: number }[];
}

/** The attributes of a picture of an article, as a page shows it. */
interface ShownPicture {
  readonly alt: string;
  readonly width: string;
  readonly height: string;
  readonly loading: string;
  readonly srcset: string;
  readonly sizes: string;
  readonly naturalWidth: number;
  readonly currentSrc: string;
}

const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Text in Markdown' });
const lineOf = (page: Page, text: string | RegExp): Locator =>
  editorOf(page).locator('.cm-line').filter({ hasText: text });
const uploadOf = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name });

const readPictures = `Promise.all([...document.querySelectorAll('img')].map(async (image) => {
  image.loading = 'eager';
  await image.decode();
  const { alt, srcset, sizes, naturalWidth, currentSrc } = image;
  const [width, height, loading] = ['width', 'height', 'loading'].map((name) => image.dataset[name] ?? '');
  return { alt, width, height, loading, srcset, sizes, naturalWidth, currentSrc };
}))`;

/** A page of a site that shows an article. The attributes of its pictures are kept before the script changes them. */
const sitePage = (html: string): string => `<!doctype html><meta name="viewport" content="width=device-width">
  <style>main { max-width: 720px } img { max-width: 100%; height: auto }</style>
  <main>${html.replaceAll(/<img [^>]*>/g, (image) =>
    image.replaceAll(/ (width|height|loading)="([^"]*)"/g, ' $1="$2" data-$1="$2"'),
  )}</main>`;

describe('Files in the console', () => {
  const stage = useServiceAndBrowser();
  let photograph: (width: number, height: number) => Promise<Buffer>;
  let count = 0;

  before(async () => {
    ({ photograph } = await testFiles());
  });

  /** Makes a picture that no other test uploads. */
  async function picture(name = unique('picture-')): Promise<IncomingFile> {
    count += 1;
    return { name: `${name}.jpg`, type: 'image/jpeg', content: await photograph(640 + 8 * count, 480) };
  }

  const stored = async (name: string): Promise<StoredFile> => {
    const { data } = await stage.service().admin.get<{ items: StoredFile[] }>(`/media?search=${name}`);
    return data.items[0] ?? expect.fail(`There is no file ${name}.`);
  };

  async function storePicture(): Promise<StoredFile & { readonly name: string }> {
    const { name, content } = await picture();
    const { file } = await upload(stage.service().admin, content, name);
    expect(file, name).to.not.equal(undefined);
    return { ...(await stored(name)), name };
  }

  async function openArticle(contentMd: string, account?: Parameters<typeof stage.openLoggedIn>[0]): Promise<Page> {
    const content = await aContent(stage.service().admin, { title: unique('Pictures '), contentMd });
    const page = await stage.openLoggedIn(account, `/contents/${content.id}`);
    await editorOf(page).waitFor();
    return page;
  }

  it('become part of a published article, in the sizes that its readers need, without the place of a photograph', async () => {
    const editor = await aPerson(stage.service(), ['USER', moderatorRole.code]);
    const page = await openArticle('Before.\n\nAfter.', editor);
    const fromPhone = { name: 'phone.jpg', type: 'image/jpeg', content: await photograph(7300, 5500) };
    expect(fromPhone.content.includes('WGS-84'), 'the photograph has a place').to.equal(true);
    const files = [await picture('first'), fromPhone, await picture('last')];
    await dropInText(page, 0, files);
    await lineOf(page, 'Uploading phone.jpg').waitFor();
    for (const { name } of files) {
      await page.getByRole('textbox', { name: `Alternative text of ${name}` }).fill(`Shows ${name}`);
      await page.keyboard.press('Enter');
      await lineOf(page, `![Shows ${name}](/media/`).waitFor();
    }
    expect(await page.getByRole('list', { name: 'Uploads' }).count(), 'no upload is left').to.equal(0);
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await notice(page, 'is published.').waitFor();

    const { api, admin } = stage.service();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await until('the copies of the photograph are made', async () => (await stored('phone.jpg')).variants.length === 5);
    const { data } = await api.get<{ contentHtml: string; contentMd: string }>(`/contents/${id}`);
    expect(data.contentMd.replace(/\/media\/[^)]*/g, '')).to.equal(
      'Before.\n\n![Shows first.jpg]()\n\n![Shows phone.jpg]()\n\n![Shows last.jpg]()\n\nAfter.',
    );

    const photo = await stored('phone.jpg');
    expect([photo.width, photo.height], 'turned as the phone was held').to.deep.equal([5500, 7300]);
    // The service remembers for 5 s which copies a picture has.
    const accept = { headers: { Accept: 'image/webp,*/*' } };
    await until('visitors get the copies', async () => {
      const { headers } = await fetch(new URL(photo.variants[0]?.url ?? '', api.url), accept);
      return headers.get('Content-Type') === 'image/webp';
    });
    const site = await stage.open({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    await site.page.route('**/article', (route) =>
      route.fulfill({ contentType: 'text/html', body: sitePage(data.contentHtml) }),
    );
    await site.page.goto('/article');
    const shown = await site.page.evaluate<readonly ShownPicture[]>(readPictures);
    expect(shown.map(({ alt }) => alt)).to.deep.equal(files.map(({ name }) => `Shows ${name}`));
    const shownPhoto = shown[1] ?? expect.fail('The photograph is not shown.');
    expect(shownPhoto).to.include({ width: '5500', height: '7300', loading: 'lazy' });
    expect(shownPhoto.sizes).not.to.equal('');
    for (const width of [320, 640, 1280, 1920])
      expect(shownPhoto.srcset).to.match(new RegExp(`preset=\\w+&v=1 ${width}w`));
    expect(shownPhoto.currentSrc, 'a phone loads a copy').to.match(/preset=(?:small|medium)&v=1$/);

    for (const { url, preset, width } of [...photo.variants, { url: photo.url, preset: 'none', width: 5500 }]) {
      const response = await fetch(new URL(url, api.url), accept);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.status, preset).to.equal(200);
      expect(response.headers.get('Content-Type'), preset).to.equal(preset === 'none' ? 'image/jpeg' : 'image/webp');
      expect(response.headers.get('Cache-Control'), preset).to.equal('public, max-age=31536000, immutable');
      expect(response.headers.get('X-Content-Type-Options'), preset).to.equal('nosniff');
      expect(response.headers.get('Content-Security-Policy'), preset).to.equal("sandbox; default-src 'none'");
      for (const metadata of ['Exif', 'EXIF', 'WGS-84', 'GPS']) {
        expect(bytes.includes(metadata), `${preset}: ${metadata}`).to.equal(false);
      }
      const measured = await site.page.evaluate<number>(
        `(async () => { const image = new Image(); image.src = ${JSON.stringify(url)}; await image.decode(); return image.naturalWidth; })()`,
      );
      expect(measured, preset).to.equal(width);
    }
    expect((await admin.get(`/media/${photo.id}/usage`)).data).to.have.nested.property('totals.contents', 1);
  });

  it('are shown in the preview of an article', async () => {
    const { url } = await storePicture();
    const page = await openArticle(`![Mine](${url})`);
    await page.getByRole('button', { name: 'Side by side' }).click();
    const image = page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'Mine' });
    await image.waitFor();
    await until('the picture is loaded', () => image.evaluate((element) => Reflect.get(element, 'naturalWidth') > 0));
    await page.getByRole('button', { name: 'Write' }).click();
  });

  it('keep their place in the text after a failure, until they are uploaded again', async () => {
    const page = await openArticle('Before.\n\nAfter.');
    const file = await picture();
    await page.route('**/api/media', (route) => route.abort());
    await dropInText(page, 0, [file]);
    await uploadOf(page, file.name).getByRole('alert').filter({ hasText: 'The service does not respond.' }).waitFor();
    await lineOf(page, 'Uploading').waitFor({ state: 'detached' });
    await page.unroute('**/api/media');
    await lineOf(page, 'After.').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Typed meanwhile. ');
    await page.getByRole('button', { name: `Try again: ${file.name}` }).click();
    await lineOf(page, /^Typed meanwhile\. Before\.!\[\]\(\/media\//).waitFor();
    await uploadOf(page, file.name).getByRole('button', { name: 'Only decorates' }).click();
    await uploadOf(page, file.name).waitFor({ state: 'detached' });
    expect((await stored(file.name)).alt).to.equal('');
  });

  it('are refused with the reason, and can be cancelled while they are sent', async () => {
    const page = await stage.openLoggedIn(undefined, '/media');
    const svg = {
      name: 'drawing.svg',
      type: 'image/svg+xml',
      content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    };
    await bringToPage(page, 'paste', [svg]);
    await uploadOf(page, svg.name).getByRole('alert').filter({ hasText: 'SVG pictures can contain scripts' }).waitFor();
    await page.getByRole('button', { name: 'Remove drawing.svg from the uploads' }).click();
    const tools = await page.context().newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 20_000,
    });
    const file = await picture();
    await bringToPage(page, 'drop', [file]);
    await page.getByRole('progressbar', { name: `Upload of ${file.name}` }).waitFor();
    await page.getByRole('button', { name: `Cancel the upload of ${file.name}` }).click();
    await uploadOf(page, file.name).getByText('Cancelled.').waitFor();
    const { data } = await stage.service().admin.get<{ total: number }>(`/media?search=${file.name}`);
    expect(data.total).to.equal(0);
  });

  it('are pasted into a text, unless the clipboard also has a text', async () => {
    const page = await openArticle('');
    const [first, second] = [await picture(), await picture()];
    await pasteInText(page, [first], 'Words of a word processor');
    await lineOf(page, 'Words of a word processor').waitFor();
    await pasteInText(page, [second]);
    await lineOf(page, '![](/media/').waitFor();
    expect(await uploadOf(page, first.name).count()).to.equal(0);
    await uploadOf(page, second.name).getByRole('button', { name: 'Later' }).click();
  });

  it('without alternative text are marked until somebody writes it', async () => {
    const { id, name } = await storePicture();
    const page = await stage.openLoggedIn(undefined, `/media?search=${name}`);
    const entry = page.locator('.media-grid li').filter({ hasText: name });
    await entry.getByText('No alternative text').waitFor();
    await entry.getByRole('link').click();
    const form = panel(page, 'Description');
    await form.getByRole('note').filter({ hasText: 'No alternative text.' }).waitFor();
    await form.getByLabel('Alternative text').fill('A harbour at dawn');
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    await form.getByRole('note').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '← Files' }).click();
    await page.getByRole('searchbox').fill(name);
    await entry.getByRole('link').waitFor();
    expect(await entry.getByText('No alternative text').count()).to.equal(0);
    expect((await stored(name)).id).to.equal(id);
  });

  it('are uploaded, described, cropped and deleted with the keyboard only', async () => {
    const file = await picture();
    const page = await stage.openLoggedIn(undefined, '/media');
    const tabTo = async (element: Locator): Promise<void> => {
      await element.waitFor();
      for (let presses = 0; presses < 100; presses += 1) {
        if ((await element.and(page.locator(':focus')).count()) === 1) return;
        await page.keyboard.press('Tab');
      }
      expect.fail(`The Tab key does not lead to ${String(element)}.`);
    };
    await tabTo(page.getByLabel('Upload files'));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    await chooser.setFiles([{ name: file.name, mimeType: file.type, buffer: file.content }]);
    await tabTo(page.getByRole('textbox', { name: `Alternative text of ${file.name}` }));
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await uploadOf(page, file.name).waitFor({ state: 'detached' });
    await tabTo(page.locator('.media-grid').getByRole('link', { name: file.name }));
    await page.keyboard.press('Enter');
    await heading(page, file.name).waitFor();
    await tabTo(page.getByRole('button', { name: /^Focus: / }));
    for (const key of ['ArrowLeft', 'Shift+ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Focus: 49 % from the left, 39 % from the top' }).waitFor();
    await tabTo(saveButton(page));
    await page.keyboard.press('Enter');
    await notice(page, 'Saved.').waitFor();
    const { alt, focus } = await stored(file.name);
    expect({ alt, focus }).to.deep.equal({ alt: 'By keyboard', focus: { x: 0.49, y: 0.39 } });
    await page.keyboard.press('Control+Home');
    await heading(page, file.name).evaluate((element) => Reflect.apply(Reflect.get(element, 'focus'), element, []));
    await tabTo(page.getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await heading(page, 'Files').waitFor();
    await notice(page, 'was deleted.').waitFor();
  });

  it('that articles show are deleted only after a warning that names the articles', async () => {
    const { id, name, url } = await storePicture();
    const article = await aContent(stage.service().admin, { title: unique('Shows '), contentMd: `![](${url})` });
    const page = await stage.openLoggedIn(undefined, `/media/${id}`);
    await panel(page, 'Where it is used').getByRole('link', { name: article.title }).first().waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    const warning = page.getByRole('dialog', { name: `${name} is in use` });
    await warning.getByText(article.title).waitFor();
    await warning.getByRole('button', { name: 'Delete anyway' }).click();
    await notice(page, 'was deleted.').waitFor();
    expect((await fetch(new URL(url, stage.service().api.url))).status).to.equal(404);
  });

  it('are chosen from the library, and get their alternative text first', async () => {
    const { name, url } = await storePicture();
    const page = await openArticle('Text.');
    await lineOf(page, 'Text.').click();
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await dialog.getByRole('searchbox').fill(name);
    await dialog.getByRole('button', { name: `Choose ${name}` }).click();
    await dialog.getByRole('textbox', { name: `Alternative text of ${name}` }).fill('Chosen');
    await page.keyboard.press('Enter');
    await lineOf(page, `![Chosen](${url})`).waitFor();
    await page.getByRole('button', { name: 'Picture', exact: true }).and(page.locator(':focus')).waitFor();
  });

  it('become the cover of an article, and are missed when they are deleted', async () => {
    const { id, name } = await storePicture();
    const content = await aContent(stage.service().admin, { title: unique('Cover '), contentMd: 'Text.' });
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const field = page.getByRole('group', { name: 'Cover picture' });
    await field.getByRole('button', { name: 'Choose a cover' }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill(name);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Choose ${name}` })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Only decorates' }).click();
    await field.locator('img').waitFor();
    await page.getByText('There are unsaved changes.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved.').waitFor();
    const covers = async (): Promise<unknown> =>
      (await stage.service().admin.get<{ coverId: string | null }>(`/contents/${content.id}`)).data.coverId;
    expect(await covers()).to.equal(id);
    await page.goto('/admin/contents');
    await page.getByRole('row').filter({ hasText: content.title }).locator('img').waitFor();

    expect((await stage.service().admin.delete(`/media/${id}?force=true`)).status).to.equal(200);
    await page.goto(`/admin/contents/${content.id}`);
    await page.getByRole('note').filter({ hasText: '1 file of this article no longer exists.' }).waitFor();
    await field.getByText('This picture no longer exists').waitFor();
    await field.getByRole('button', { name: 'Remove the cover' }).click();
    await field.getByRole('button', { name: 'Choose a cover' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('note').waitFor({ state: 'detached' });
    expect(await covers()).to.equal(null);
  });

  it('that somebody else has changed meanwhile are merged', async () => {
    const { id } = await storePicture();
    const other = await anAdministrator(stage.service());
    const page = await stage.openLoggedIn(undefined, `/media/${id}`);
    const form = panel(page, 'Description');
    await form.getByLabel('Title').fill('Mine');
    await other.api.patch(`/media/${id}`, { title: 'Theirs', alt: 'Described by another person' });
    await page.getByText(`${other.username} has changed this.`).waitFor();
    await saveButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByText('Theirs').first().waitFor();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await stage.service().admin.get<{ title: string; alt: string }>(`/media/${id}`);
    expect({ title: data.title, alt: data.alt }).to.deep.equal({ title: 'Mine', alt: 'Described by another person' });
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`have screens and dialogs without violations of the axe-core rules in the ${colorScheme} theme`, async () => {
      const { id, name, url } = await storePicture();
      await aContent(stage.service().admin, { title: unique('Shows '), contentMd: `![](${url})` });
      const page = await stage.openLoggedIn(undefined, '/media', { colorScheme });
      await page.context().addInitScript(axe);
      await page.reload();
      await settled(page);
      const found: Record<string, readonly string[]> = {};
      const file = await picture();
      await bringToPage(page, 'drop', [file, { name: 'x.svg', type: '', content: Buffer.from('<svg/>') }]);
      await page.getByRole('textbox', { name: `Alternative text of ${file.name}` }).waitFor();
      found['grid with uploads'] = await violations(page);
      await page.getByRole('button', { name: 'List', exact: true }).click();
      found['list'] = await violations(page);
      await page.getByRole('button', { name: 'Grid', exact: true }).click();
      await page.goto(`/admin/media/${id}`);
      await settled(page);
      found['file'] = await violations(page);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog', { name: `${name} is in use` }).waitFor();
      found['deletion'] = await violations(page);
      await page.goto('/admin/contents/new');
      await editorOf(page).waitFor();
      await page.getByRole('button', { name: 'Picture', exact: true }).click();
      await page.getByRole('button', { name: `Choose ${name}` }).waitFor();
      found['choice'] = await violations(page);
      await page.getByRole('button', { name: `Choose ${name}` }).click();
      await page.getByRole('textbox', { name: `Alternative text of ${name}` }).waitFor();
      found['question'] = await violations(page);
      expect(Object.values(found).flat(), JSON.stringify(found, undefined, 2)).to.deep.equal([]);
    });
});
