import { expect } from 'chai';
import { aCategory, aContent, aTag } from '../test/support/builders.ts';
import { notice, panel, saveButton, undo } from '../test/support/console.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

interface StoredContent {
  readonly title: string;
  readonly contentMd: string;
  readonly status: string;
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
  readonly hasDraft?: boolean;
}

describe('Editors in the console', () => {
  const stage = useServiceAndBrowser();
  const stored = async (id: string) => (await stage.service().admin.get<StoredContent>(`/contents/${id}`)).data;

  it('compare two versions of a content and restore one', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin, { contentMd: 'The first line.\n\nThe second line.' });
    await admin.patch(`/contents/${content.id}`, { contentMd: 'The first line.\n\nThe last line.' });
    await admin.patch(`/contents/${content.id}`, { title: unique('Renamed ') });
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    await page.getByRole('link', { name: 'History' }).click();
    for (const version of ['Version 1', 'Version 2'])
      await page.getByLabel(`Select ${version}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const comparison = page.getByRole('region', { name: 'From version 1 to version 2' });
    await comparison.locator('del', { hasText: 'The second line.' }).waitFor();
    await comparison.locator('ins', { hasText: 'The last line.' }).waitFor();
    const isBeside = async (): Promise<boolean> => {
      const [old, now] = [comparison.locator('del').first(), comparison.locator('ins').first()];
      return ((await old.boundingBox())?.y ?? 0) === ((await now.boundingBox())?.y ?? -1);
    };
    expect(await isBeside()).to.equal(false);
    await comparison.getByRole('button', { name: 'Side by side' }).click();
    expect(await isBeside()).to.equal(true);
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await isBeside(), 'a narrow window').to.equal(false);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await page.evaluate('localStorage.getItem("portcullis.comparison")')).to.equal('sides');
    await comparison.getByRole('button', { name: 'Close' }).click();
    await comparison.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'View version 1', exact: true }).click();
    const view = page.getByRole('region', { name: 'Version 1', exact: true });
    await view.getByText('The second line.').waitFor();
    await view.getByRole('button', { name: 'Restore version 1' }).click();
    await page
      .getByRole('dialog', { name: 'Restore version 1?' })
      .getByRole('button', { name: 'Restore', exact: true })
      .click();
    await notice(page, 'Version 1 was restored.').waitFor();
    await page.getByRole('button', { name: 'View version 4', exact: true }).waitFor();
    expect(await stored(content.id)).to.include({
      title: content.title,
      contentMd: 'The first line.\n\nThe second line.',
    });
  });

  it('schedule a content in their own time zone, and clear the schedule', async () => {
    const content = await aContent(stage.service().admin);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`, { timezoneId: 'Asia/Tokyo' });
    await page.getByRole('button', { name: 'Schedule …' }).click();
    const schedule = page.getByRole('dialog', { name: 'Schedule' });
    await schedule.getByText('Asia/Tokyo').waitFor();
    await schedule.getByRole('textbox', { name: 'Publish at (optional)', exact: true }).fill('2099-05-01T09:30');
    await schedule.getByRole('button', { name: 'Set the schedule' }).click();
    await notice(page, 'Saved.').waitFor();
    expect(await stored(content.id)).to.include({ publishAt: '2099-05-01T00:30:00.000Z', unpublishAt: null });
    await page.getByText('Will be published').waitFor();

    await page.getByRole('button', { name: 'Schedule …' }).click();
    await schedule.getByRole('button', { name: 'Clear the schedule' }).click();
    await notice(page, 'The schedule was cleared.').waitFor();
    expect(await stored(content.id)).to.include({ publishAt: null });
    await page.getByRole('button', { name: 'Schedule …' }).click();
    expect(await schedule.getByRole('textbox', { name: 'Publish at (optional)', exact: true }).inputValue()).to.equal(
      '',
    );
  });

  it('edit a published content in a working copy, share a preview link, and publish the copy', async () => {
    const { admin, api } = stage.service();
    const content = await aContent(admin, { contentMd: 'As readers see it.' });
    await admin.post(`/contents/${content.id}/publish`);
    const page = await stage.openLoggedIn(await aPerson(stage.service(), ['MODERATOR']), `/contents/${content.id}`);
    await page.getByRole('link', { name: 'Edit a working copy' }).click();
    await page.getByLabel('Text in Markdown').fill('Not for readers yet.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved.').waitFor();
    const read = async () => (await api.get<StoredContent>(`/contents/${content.id}`)).data.contentMd;
    expect(await read()).to.equal('As readers see it.');

    await page.getByRole('button', { name: 'Make a link' }).click();
    const address = await page.getByLabel('The new link').inputValue();
    const visitor = (await stage.open()).page;
    const sent: string[] = [];
    visitor.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    await visitor.goto(address);
    await visitor.getByRole('heading', { name: content.title, level: 1 }).waitFor();
    await visitor.getByText('Not for readers yet.').waitFor();
    const [, token = ''] = address.split('#preview=');
    expect(token).to.have.lengthOf(43);
    expect(sent.filter((request) => request.includes(token))).to.deep.equal([]);
    expect(sent.some((request) => request.includes('/api/previews'))).to.equal(true);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    // The person can undo this for 10 seconds.
    await notice(page, 'The link was revoked.').waitFor();
    await notice(page, 'The link was revoked.').waitFor({ state: 'detached' });
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'This link does not work any more.' }).waitFor();

    await admin.patch(`/contents/${content.id}`, { summary: 'Changed after the copy began.' });
    await page.getByRole('button', { name: 'Publish the working copy' }).click();
    const comparison = page.getByRole('dialog', { name: 'Publish this working copy?' });
    await comparison.locator('ins').getByText('Not for readers yet.').waitFor();
    await comparison.getByRole('button', { name: 'Publish the working copy' }).click();
    const question = page.getByRole('dialog', { name: 'The article has changed meanwhile' });
    await question.getByRole('button', { name: 'Publish anyway' }).click();
    await notice(page, 'The working copy is published.').waitFor();
    expect(await read()).to.equal('Not for readers yet.');
  });

  it('see which preview links have ended with the account of their author', async () => {
    const service = stage.service();
    const content = await aContent(service.admin);
    const author = await aPerson(service, ['MODERATOR']);
    for (const api of [service.admin, author.api])
      expect((await api.post(`/contents/${content.id}/preview-links`, { expiresIn: '1h' })).status).to.equal(201);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const links = panel(page, 'Preview links');
    await links.getByText('active').nth(1).waitFor();
    expect((await service.admin.patch(`/users/${author.id}`, { status: 0 })).status).to.equal(200);
    await page.reload();
    await links.getByText('ended', { exact: true }).waitFor();
    expect(await links.getByText('active', { exact: true }).count()).to.equal(1);
  });

  it('discard a working copy', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin);
    await admin.post(`/contents/${content.id}/publish`);
    await admin.put(`/contents/${content.id}/draft`, { title: 'Another title' });
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    await page.getByText('has a working copy').waitFor();
    await page.getByRole('link', { name: 'Open the working copy' }).click();
    expect(await page.getByLabel('Title').inputValue()).to.equal('Another title');
    await page.getByRole('button', { name: 'Discard the working copy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the working copy' }).click();
    await notice(page, 'The working copy was discarded.').waitFor();
    expect(await stored(content.id)).to.include({ title: content.title, hasDraft: false });
  });

  it('find contents by words in Latin and Chinese script', async () => {
    const { admin } = stage.service();
    const word = unique('Zebrafink');
    const content = await aContent(admin, { contentMd: `管理后台的版本历史 ${word}` });
    const page = await stage.openLoggedIn(undefined, '/contents');
    await page.getByRole('link', { name: 'Search in texts' }).click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('DRAFT');
    for (const words of [word, '版本历史']) {
      await page.getByRole('searchbox').fill(words);
      const result = page.getByRole('listitem').filter({ hasText: content.title });
      await result
        .locator('mark', { hasText: words.slice(0, 2) })
        .first()
        .waitFor();
    }
    await page.getByRole('link', { name: content.title }).click();
    await page.getByLabel('Text in Markdown').waitFor();
  });

  it('change several contents together, and see which contents were not changed', async () => {
    const { admin } = stage.service();
    const title = unique('Several ');
    const [published, archived] = [
      await aContent(admin, { title: `${title} A` }),
      await aContent(admin, { title: `${title} B` }),
    ];
    await admin.post(`/contents/${published.id}/publish`);
    await admin.post(`/contents/${archived.id}/archive`);
    const page = await stage.openLoggedIn(undefined, `/contents?search=${encodeURIComponent(title)}`);
    await page.getByLabel('Select all rows of this page').check();
    const selected = page.getByRole('group', { name: '2 selected' });
    await selected.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    const results = page.getByRole('dialog', { name: 'Not all of them were changed' });
    await results
      .getByRole('listitem')
      .filter({ hasText: `${title} A` })
      .getByText('done')
      .waitFor();
    await results
      .getByRole('listitem')
      .filter({ hasText: `${title} B` })
      .waitFor();
    await page.keyboard.press('Escape');
    expect((await stored(published.id)).status).to.equal('DRAFT');
    expect((await stored(archived.id)).status).to.equal('ARCHIVED');

    await page.getByLabel('Select all rows of this page').check();
    await selected.getByRole('button', { name: 'Delete' }).click();
    await notice(page, '2 articles deleted.').waitFor();
    expect((await admin.get(`/contents/${published.id}`)).status).to.equal(404);
  });

  it('delete articles at once, undo that, and recover them from the bin or delete them for good', async () => {
    const { admin } = stage.service();
    const title = unique('Removed ');
    const [draft, published] = [
      await aContent(admin, { title: `${title} A` }),
      await aContent(admin, { title: `${title} B` }),
    ];
    await admin.post(`/contents/${published.id}/publish`);
    const statusOf = async (id: string) => (await admin.get(`/contents/${id}`)).status;
    const list = `/contents?search=${encodeURIComponent(title)}`;
    const page = await stage.openLoggedIn(undefined, list);
    await page.getByLabel('Select all rows of this page').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await notice(page, '2 articles deleted.').waitFor();
    expect([await statusOf(draft.id), await statusOf(published.id)]).to.deep.equal([404, 404]);
    await undo(page, '2 articles deleted.');
    expect((await stored(draft.id)).status).to.equal('DRAFT');
    expect((await stored(published.id)).status).to.equal('PUBLISHED');
    await page.getByRole('link', { name: published.title }).click();
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('button', { name }).click();
    };
    await choose('Archive');
    await undo(page, 'is archived.');
    expect((await stored(published.id)).status).to.equal('PUBLISHED');
    await choose('Delete');
    await undo(page, 'was deleted.');
    await page.getByRole('heading', { name: published.title }).waitFor();
    expect((await stored(published.id)).status).to.equal('PUBLISHED');

    for (const { id } of [draft, published]) await admin.delete(`/contents/${id}`);
    await page.goto(`/admin${list}`);
    await page.getByRole('link', { name: 'Bin' }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row(published.title).getByRole('cell', { name: 'admin', exact: true }).waitFor();
    await page.getByLabel(`Select ${published.title}`).check();
    await page.getByRole('button', { name: 'Recover' }).click();
    await notice(page, '1 article recovered.').waitFor();
    expect((await stored(published.id)).status).to.equal('DRAFT');
    await page.getByLabel(`Select ${draft.title}`).check();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 1 article for good?' });
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await notice(page, '1 article deleted for good.').waitFor();
    await row(draft.title).waitFor({ state: 'detached' });
    const { data } = await admin.get<{ items: readonly { id: string }[] }>('/contents/removed?pageSize=100');
    expect(data.items.map(({ id }) => id)).to.not.include.members([draft.id, published.id]);
  });

  it('change 30 articles with at most 6 clicks, and undo that', async () => {
    const { admin } = stage.service();
    const [title, category, tag] = [unique('Many '), await aCategory(admin), await aTag(admin)];
    for (let index = 0; index < 30; index += 1) await aContent(admin, { title: `${title} ${index}` });
    const filed = async () =>
      (await admin.get<{ total: number }>(`/contents?categoryId=${category.id}&tagId=${tag.id}`)).data.total;
    const path = `/contents?search=${encodeURIComponent(title)}&sortBy=title`;
    const page = await stage.openLoggedIn(undefined, path);
    await page.getByRole('button', { name: 'Next' }).waitFor();
    let clicks = 0;
    await page.exposeFunction('countClick', () => void (clicks += 1));
    await page.evaluate(`addEventListener('pointerdown', () => countClick(), true)`);
    await page.getByLabel('Select all rows of this page').check();
    await page.getByRole('button', { name: 'Select all 30' }).click();
    await page.getByRole('group', { name: '30 selected' }).getByRole('button', { name: 'Change …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 30 articles' });
    await dialog.getByLabel('Category').selectOption({ label: category.name });
    // The test chooses an option without the two clicks of a person.
    clicks += 2;
    await dialog.getByRole('combobox', { name: 'Tags', exact: true }).fill(tag.name);
    await dialog.getByRole('button', { name: 'Change 30 articles' }).click();
    await notice(page, '30 articles changed.').waitFor();
    expect(clicks).to.be.at.most(6);
    expect(await filed()).to.equal(30);
    await undo(page, '30 articles changed.');
    expect(await filed()).to.equal(0);
  });

  it('select a range with Shift, schedule it, and see the buttons for it while they scroll', async () => {
    const { admin } = stage.service();
    const title = unique('Range ');
    const made = await Promise.all(
      Array.from({ length: 15 }, (_, index) => aContent(admin, { title: `${title} ${10 + index}` })),
    );
    const page = await stage.openLoggedIn(undefined, `/contents?search=${encodeURIComponent(title)}&sortBy=title`);
    await page.setViewportSize({ width: 1280, height: 500 });
    const box = (number: number) => page.getByLabel(`Select ${title} ${number}`);
    await box(11).click();
    await box(23).click({ modifiers: ['Shift'] });
    await page.getByRole('group', { name: '13 selected' }).waitFor();
    await box(21).focus();
    await page.keyboard.press('Shift+Space');
    const selected = page.getByRole('group', { name: '10 selected' });
    await selected.waitFor();
    await page.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded();
    const bar = await selected.boundingBox();
    expect(bar?.y).to.be.within(0, 400);
    await selected.getByRole('button', { name: 'Change …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 10 articles' });
    await dialog.getByLabel(/^Publish at/).fill('2999-01-01T10:00');
    await dialog.getByRole('button', { name: 'Change 10 articles' }).click();
    await notice(page, '10 articles changed.').waitFor();
    const times = await Promise.all(made.map(async ({ id }) => (await stored(id)).publishAt));
    expect(times.map((time) => time !== null)).to.deep.equal(made.map((_each, index) => index >= 1 && index <= 10));
  });
});

describe('The console of a service that requires If-Match', () => {
  const stage = useServiceAndBrowser(() => ({ REQUIRE_IF_MATCH: 'true' }));

  it('sends If-Match with every change', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    await panel(page, 'Profile').getByLabel('Nickname').fill('小明');
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await notice(page, 'deleted').waitFor();
  });
});
