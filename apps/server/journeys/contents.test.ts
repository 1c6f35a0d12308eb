import { expect } from 'chai';
import { aContent } from '../test/support/builders.ts';
import { notice } from '../test/support/console.ts';
import { anAdministrator, aPerson, unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('Contents in the console', () => {
  const stage = useServiceAndBrowser();

  it('are written with a preview, published, and then readable without an account', async () => {
    const { admin, api } = stage.service();
    const author = await aPerson(stage.service(), ['MODERATOR']);
    const page = await stage.openLoggedIn(author, '/contents');
    const title = unique('文章 ');
    await page
      .getByRole('link', { name: 'New article' })
      .or(page.getByRole('button', { name: 'New article' }))
      .first()
      .click();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text in Markdown').fill('# 标题\n\nSome **bold** text.');
    await page.getByRole('button', { name: 'Side by side', exact: true }).click();
    await page.locator('main strong', { hasText: 'bold' }).waitFor();
    await page
      .getByRole('button', { name: 'Create', exact: true })
      .or(page.getByRole('button', { name: 'Save', exact: true }))
      .click();
    await notice(page, 'was created as a draft.').waitFor();
    const found = await admin.get<{ items: { id: string }[] }>(`/contents?search=${encodeURIComponent(title)}`);
    const id = found.data.items[0]?.id ?? expect.fail('The content was not stored.');
    expect((await api.get(`/contents/${id}`)).status, 'visitors cannot read a draft').to.equal(404);

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await notice(page, 'is published.').waitFor();
    const { data } = await api.get<{ title: string; contentHtml: string }>(`/contents/${id}`);
    expect(data.title).to.equal(title);
    expect(data.contentHtml).to.include('<strong>bold</strong>');
  });

  it('keep unsaved changes after a reload and after the end of the session', async () => {
    const { admin } = stage.service();
    const author = await aPerson(stage.service(), ['MODERATOR']);
    const content = await aContent(author.api);
    const page = await stage.openLoggedIn(author, `/contents/${content.id}`);
    await page.getByLabel('Text in Markdown').fill('Typed, but not saved.');
    await page.getByText('There are unsaved changes.').waitFor();
    await page.reload();
    await settled(page);
    await page.getByText('Your unsaved changes were restored.').waitFor();
    await page.getByLabel('Text in Markdown').getByText('Typed, but not saved.').waitFor();

    await admin.delete(`/users/${author.id}/sessions`);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(author.password);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Text in Markdown').getByText('Typed, but not saved.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await admin.get<{ contentMd: string }>(`/contents/${content.id}`);
    expect(data.contentMd).to.equal('Typed, but not saved.');
  });

  it('show after saving what was stored, so that a publication is no conflict with the own changes', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const title = page.getByLabel('Title');
    await title.fill('A title with spaces   ');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Everything is saved.').waitFor();
    expect(await title.inputValue()).to.equal('A title with spaces');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await notice(page, 'is published.').waitFor();
    await page.getByLabel('Text in Markdown').fill('Changed after the publication.');
    await page.getByText('There are unsaved changes.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Everything is saved.').waitFor();
    const { data } = await admin.get<{ contentMd: string }>(`/contents/${content.id}`);
    expect(data.contentMd).to.equal('Changed after the publication.');
  });

  it('keep what is typed while they are saved, as a change of what was saved', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const text = page.getByLabel('Text in Markdown');
    await page.route(`**/api/contents/${content.id}`, async (route) => {
      if (route.request().method() === 'PATCH') await text.fill('Typed meanwhile.');
      await route.continue();
    });
    await text.fill('Saved.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved.').waitFor();
    await page.unroute(`**/api/contents/${content.id}`);
    await page.getByText('There are unsaved changes.').waitFor();
    // The draft that was stored meanwhile is one of the new version, not of that before the first change.
    await page.reload();
    await settled(page);
    await text.getByText('Typed meanwhile.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Everything is saved.').waitFor();
    const { data } = await admin.get<{ contentMd: string }>(`/contents/${content.id}`);
    expect(data.contentMd).to.equal('Typed meanwhile.');
  });

  it('keep unsaved changes of one that somebody else has deleted', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    await page.getByLabel('Text in Markdown').fill('Typed before the deletion.');
    await page.getByText('There are unsaved changes.').waitFor();
    await admin.delete(`/contents/${content.id}`);
    await page.reload();
    await settled(page);
    await page.getByText('Somebody has deleted this article').waitFor();
    expect(await page.getByLabel('Or copy the text:').inputValue()).to.equal('Typed before the deletion.');
    await page.getByRole('button', { name: 'Open them as a new article' }).click();
    await page.getByLabel('Text in Markdown').getByText('Typed before the deletion.').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'was created as a draft.').waitFor();
  });

  it('show both versions if somebody else has changed them meanwhile', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin, { contentMd: 'As it was.' });
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    await page.getByLabel('Text in Markdown').fill('Mine.');
    await admin.patch(`/contents/${content.id}`, { contentMd: 'Theirs.' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await dialog.getByText('Theirs.').first().waitFor();
    await dialog.getByText('Mine.').first().waitFor();
    await dialog.getByText('you, in another place').waitFor();
    await dialog.getByText(/^Changed meanwhile: .*Markdown/).waitFor();
    expect((await admin.get<{ contentMd: string }>(`/contents/${content.id}`)).data.contentMd).to.equal('Theirs.');
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    expect((await admin.get<{ contentMd: string }>(`/contents/${content.id}`)).data.contentMd).to.equal('Mine.');
  });

  it('keep the cursor where it is while they are saved', async () => {
    const content = await aContent(stage.service().admin, { contentMd: '' });
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const text = page.getByLabel('Text in Markdown');
    await page.route(`**/api/contents/${content.id}`, async (route) => {
      if (route.request().method() === 'PATCH') await text.getByText('one two').waitFor();
      await route.continue();
    });
    await text.click();
    await page.keyboard.type('one ');
    await page.keyboard.press('Control+s');
    await page.keyboard.type('two ');
    await notice(page, 'Saved.').waitFor();
    await page.keyboard.type('three');
    expect(await text.innerText()).to.equal('one two three');
  });

  it('keep what is typed while they are created, as a change of what was created', async () => {
    const page = await stage.openLoggedIn(undefined, '/contents/new');
    const text = page.getByLabel('Text in Markdown');
    await page.getByLabel('Title').fill(unique('New '));
    await text.fill('Created.');
    await page.route('**/api/contents', async (route) => {
      if (route.request().method() === 'POST') await text.fill('Typed meanwhile.');
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'was created as a draft.').waitFor();
    await text.getByText('Typed meanwhile.').waitFor();
    await page.getByText('There are unsaved changes.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Everything is saved.').waitFor();
  });

  it('are published after a save that is under way', async () => {
    const { admin, api } = stage.service();
    const content = await aContent(admin);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const publish = page.getByRole('button', { name: 'Save and publish' });
    await page.route(`**/api/contents/${content.id}`, async (route) => {
      if (route.request().method() === 'PATCH') await publish.click();
      await route.continue();
    });
    await page.getByLabel('Text in Markdown').fill('To be published.');
    await page.keyboard.press('Control+s');
    await notice(page, 'is published.').waitFor();
    const { data } = await api.get<{ contentMd: string }>(`/contents/${content.id}`);
    expect(data.contentMd).to.equal('To be published.');
  });

  it('are not saved when the person looks at the new state, after somebody else has published them', async () => {
    const { admin, api } = stage.service();
    const content = await aContent(admin, { contentMd: 'As it was.' });
    const page = await stage.openLoggedIn(await anAdministrator(stage.service()), `/contents/${content.id}`);
    const text = page.getByLabel('Text in Markdown');
    // The browser has no space left for the unsaved text.
    await page.evaluate(
      "for (const size of [4e6, 1e6, 1e5, 1e4, 1e3, 1e2]) try { for (let at = 0; ; at += 1) sessionStorage.setItem(`filler-${size}-${at}`, 'x'.repeat(size)); } catch {}",
    );
    await text.fill('Only half written.');
    await page.getByText('There are unsaved changes.').waitFor();
    await admin.post(`/contents/${content.id}/publish`);
    await page.getByRole('button', { name: 'Show the new state' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await text.getByText('Only half written.').waitFor();
    await settled(page);
    await page.getByText('There are unsaved changes.').waitFor();
    expect((await api.get<{ contentMd: string }>(`/contents/${content.id}`)).data.contentMd).to.equal('As it was.');
  });

  it('show a conflict again if saving what was chosen has failed', async () => {
    const { admin } = stage.service();
    const content = await aContent(admin, { contentMd: 'As it was.' });
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const title = unique('Mine ');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text in Markdown').fill('Mine.');
    await admin.patch(`/contents/${content.id}`, { contentMd: 'Theirs.' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    const takeTheirs = async () => {
      await dialog.getByRole('group', { name: 'Text in Markdown' }).getByLabel('Take theirs').check();
      await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    };
    await save.click();
    await dialog.waitFor();
    await page.route(`**/api/contents/${content.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await takeTheirs();
    await page.locator('.form-problem').waitFor();
    await page.unroute(`**/api/contents/${content.id}`);
    await save.click();
    await takeTheirs();
    await notice(page, 'Saved.').waitFor();
    const { data } = await admin.get<{ title: string; contentMd: string }>(`/contents/${content.id}`);
    expect(data).to.include({ title, contentMd: 'Theirs.' });
  });
});
