import { expect } from 'chai';
import { aContent, contentPermissionIds } from '../test/support/builders.ts';
import { confirmEffect, heading, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const codes = ['content.create', 'content.read-drafts', 'content.update', 'content.publish'];

describe('An editor role that an administrator makes in the console', () => {
  const stage = useServiceAndBrowser();

  it('lets a user write, publish and see drafts, and shows nothing that the user may not do', async () => {
    const { admin, api } = stage.service();
    const person = await aPerson(stage.service(), []);
    const draft = await aContent(admin, { title: unique('Draft ') });
    const published = await aContent(admin, { title: unique('Published ') });
    await admin.post(`/contents/${published.id}/publish`);

    const office = await stage.openLoggedIn(undefined, '/permissions');
    await office.getByRole('button', { name: 'Permissions for contents' }).click();
    const added = office.getByRole('dialog');
    await added.getByText('content.read-drafts', { exact: true }).waitFor();
    await added.getByRole('button', { name: 'Create the missing permissions' }).click();
    await notice(office, 'No role grants').waitFor();
    await openScreen(office, 'Roles');
    const name = unique('Editors ');
    await office.getByRole('link', { name: 'Create role' }).click();
    await office.getByLabel('Name').fill(name);
    await office.getByRole('button', { name: 'Create role' }).click();
    await heading(office, name).waitFor();
    const permissions = panel(office, 'Permissions');
    for (const code of codes) await permissions.getByRole('checkbox', { name: code }).check();
    await saveButton(office).click();
    await notice(office, 'Saved.').waitFor();
    await office.goto(`/admin/users/${person.id}`);
    await panel(office, 'Roles').getByRole('checkbox', { name }).check();
    await saveButton(office).click();
    await confirmEffect(office);
    await notice(office, 'Saved.').waitFor();

    const page = await stage.openLoggedIn(person);
    await heading(page, 'Articles').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    expect(await navigation.getByRole('listitem').allInnerTexts()).to.deep.equal(['Articles']);
    await page.getByRole('link', { name: draft.title }).waitFor();

    await page.getByRole('link', { name: 'New article' }).click();
    const title = unique('Article ');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text in Markdown').fill('Some **bold** text.');
    await page.getByRole('button', { name: 'Side by side', exact: true }).click();
    await page.locator('main strong', { hasText: 'bold' }).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'was created as a draft.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await notice(page, 'is published.').waitFor();
    await page.getByRole('link', { name: 'History' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(0);
    const articleId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect((await api.get<{ title: string }>(`/contents/${articleId}`)).data.title).to.equal(title);

    await page.getByLabel('Tags').fill('a tag that nobody has created,');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('you may not create tags').waitFor();
    await page.getByRole('button', { name: 'Remove the tag' }).click();

    // The role loses the permission to publish while the screen is open.
    await admin.post(`/roles/${await roleIdOf(name)}/permissions`, {
      permissionIds: await contentPermissionIds(admin, ['content.read-drafts']),
    });
    await page.getByRole('button', { name: 'Unpublish' }).waitFor({ state: 'detached' });
    await page.getByLabel('Text in Markdown').and(page.locator('[aria-readonly=true]')).waitFor();
    await openScreen(page, 'Articles');
    await settled(page);
    expect(await page.getByRole('link', { name: 'New article' }).count()).to.equal(0);
    expect(await page.locator('main').getByRole('checkbox').count()).to.equal(0);
  });

  async function roleIdOf(name: string): Promise<string> {
    const { data } = await stage
      .service()
      .admin.get<{ items: readonly { id: string }[] }>(`/roles?search=${encodeURIComponent(name)}`);
    return data.items[0]?.id ?? expect.fail(`There is no role ${name}.`);
  }
});
