import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aContent } from '../test/support/builders.ts';
import { notice, undo } from '../test/support/console.ts';
import { unique } from '../test/support/service.ts';
import { testFiles } from '../uploads/support/files.ts';
import { upload } from '../uploads/support/upload.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const coverField = (page: Page) => page.getByRole('group', { name: 'Cover picture' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

async function choose(page: Page, alt: string): Promise<void> {
  await coverField(page).getByRole('button', { name: 'Choose another cover' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill(alt);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Choose ${alt}.jpg` })
    .click();
  await coverField(page).getByRole('img', { name: alt }).waitFor();
}

describe('The cover of an article in the console', () => {
  const stage = useServiceAndBrowser();
  const admin = () => stage.service().admin;
  let count = 0;

  async function aPicture(): Promise<{ readonly id: string; readonly alt: string }> {
    const { photograph } = await testFiles();
    const alt = unique('Picture ');
    count += 1;
    const { file } = await upload(admin(), await photograph(64, 64 + count), `${alt}.jpg`);
    const { id } = file ?? expect.fail('The picture was refused.');
    expect((await admin().patch(`/media/${id}`, { alt })).status).to.equal(200);
    return { id, alt };
  }

  const coverOf = async (id: string): Promise<unknown> =>
    (await admin().get<{ coverId: string | null }>(`/contents/${id}`)).data.coverId;

  async function anArticle(coverId: string) {
    const content = await aContent(admin(), { title: unique('Covered '), contentMd: 'Text.' });
    await admin().patch(`/contents/${content.id}`, { coverId });
    return content;
  }

  it('is asked about with the names of both pictures if two people choose another one', async () => {
    const [first, mine, theirs] = [await aPicture(), await aPicture(), await aPicture()];
    const { id } = await anArticle(first.id);
    const page = await stage.openLoggedIn(undefined, `/contents/${id}`);
    await choose(page, mine.alt);
    await admin().patch(`/contents/${id}`, { coverId: theirs.id });
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    const cover = dialog.getByRole('group', { name: 'Cover picture' });
    await cover.getByText(mine.alt).waitFor();
    await cover.getByText(theirs.alt).waitFor();
    await cover.getByLabel('Take theirs').check();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    await coverField(page).getByRole('img', { name: theirs.alt }).waitFor();
    expect(await coverOf(id)).to.equal(theirs.id);
  });

  it('is saved beside the title that somebody else has changed', async () => {
    const [first, mine] = [await aPicture(), await aPicture()];
    const { id } = await anArticle(first.id);
    const page = await stage.openLoggedIn(undefined, `/contents/${id}`);
    await choose(page, mine.alt);
    const title = unique('Renamed ');
    await admin().patch(`/contents/${id}`, { title });
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByRole('group', { name: 'Title' }).waitFor();
    expect(await dialog.getByRole('group', { name: 'Cover picture' }).count()).to.equal(1);
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await admin().get(`/contents/${id}`);
    expect(data).to.include({ title, coverId: mine.id });
  });

  it('survives a reload before it is saved, and returns when the change is discarded', async () => {
    const [first, mine] = [await aPicture(), await aPicture()];
    const { id } = await anArticle(first.id);
    const page = await stage.openLoggedIn(undefined, `/contents/${id}`);
    await choose(page, mine.alt);
    await page.reload();
    await coverField(page).getByRole('img', { name: mine.alt }).waitFor();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await coverField(page).getByRole('img', { name: first.alt }).waitFor();
    expect(await coverOf(id)).to.equal(first.id);
  });

  it('is kept when the publication of the article is undone', async () => {
    const { id: coverId } = await aPicture();
    const { id, title } = await anArticle(coverId);
    const page = await stage.openLoggedIn(undefined, `/contents?search=${encodeURIComponent(title)}`);
    await page.getByLabel(`Select ${title}`).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await undo(page, 'published');
    await page.getByRole('row').filter({ hasText: title }).locator('img').waitFor();
    expect((await admin().get(`/contents/${id}`)).data).to.include({ coverId, status: 'DRAFT' });
  });
});
