import { expect } from 'chai';
import { aContent, aMenu, aRole, aTag } from '../test/support/builders.ts';
import { confirmEffect, heading, notice, panel, saveButton } from '../test/support/console.ts';
import { aPerson, aUserWithRoles, unique } from '../test/support/service.ts';
import { axe, violations } from './support/accessibility.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('Choosing in long lists in the console', () => {
  const stage = useServiceAndBrowser();
  const name = unique('Wanted ');

  before(async () => {
    const { admin } = stage.service();
    for (let count = 0; count < 45; count += 1) await aRole(admin);
    await aRole(admin, {}, { name });
  });

  it('finds a role by its name, turns pages, and shows what is chosen first the next time', async () => {
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    const roles = panel(page, 'Roles');
    await roles.getByText('Page 1 of 3').waitFor();
    await roles.getByRole('button', { name: 'Next', exact: true }).click();
    await roles.getByText('Page 2 of 3').waitFor();
    await roles.getByRole('searchbox', { name: 'Search' }).fill(name);
    await roles.getByRole('checkbox', { name }).check();
    await roles.getByText(/^[12] selected$/).waitFor();
    await saveButton(page).click();
    await confirmEffect(page);
    await notice(page, 'Saved.').waitFor();
    await page.reload();
    expect(await roles.getByRole('checkbox').first().isChecked()).to.equal(true);
    const first = await roles.locator('.check').allInnerTexts();
    expect(first.slice(0, 2).join('\n')).to.contain(name);
  });

  it('reads the first of many roles and those of the user, and the others when somebody looks for one', async () => {
    const { admin, server } = stage.service();
    await server.database.pool.query(
      `INSERT INTO roles (id, code, name, is_system, status, created_at, updated_at)
       SELECT gen_random_uuid(), 'MANY_' || n, 'Many ' || n, false, 1, now(), now() FROM generate_series(100, 299) AS n`,
    );
    const [held, sought] = [await aRole(admin, {}, { code: 'Z_HELD' }), await aRole(admin, {}, { code: 'Z_SOUGHT' })];
    const person = await aUserWithRoles(stage.service(), held);
    const page = await stage.openLoggedIn();
    const reads: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/roles\b/.test(request.url())) reads.push(request.url());
    });
    await page.goto(`/admin/users/${person.id}`);
    const roles = panel(page, 'Roles');
    await roles.getByRole('checkbox', { name: held.name, checked: true }).waitFor();
    expect(await roles.locator('.check').first().innerText()).to.contain(held.name);
    expect(reads).to.have.length(2);
    await roles.getByRole('searchbox', { name: 'Search' }).fill('Z_SOUGHT');
    await roles.getByRole('checkbox', { name: sought.name }).check();
    await saveButton(page).click();
    await confirmEffect(page);
    await notice(page, 'Saved.').waitFor();
  });

  it('filters users by a role that is chosen in a dialog, with the keyboard only', async () => {
    const page = await stage.openLoggedIn(undefined, '/users');
    await page.getByRole('button', { name: 'Role: All' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Role' });
    await dialog.getByRole('searchbox').focus();
    await page.keyboard.type('MODERATOR');
    // The roles that were not loaded yet are loaded now, and those that do not match disappear.
    await dialog.getByRole('radio', { name: 'MODERATOR' }).waitFor();
    await dialog.getByRole('radio').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Role: MODERATOR' }).waitFor();
    expect(new URL(page.url()).searchParams.get('roleCode')).to.equal('MODERATOR');
  });

  it('chooses the icon of a menu from a preview, and shows it in the tree', async () => {
    const menu = await aMenu(stage.service().admin, { menuName: unique('Iconic ') });
    const page = await stage.openLoggedIn(undefined, `/menus?menu=${menu.id}`);
    await heading(page, 'Menus').waitFor();
    await page.context().addInitScript(axe);
    await page.reload();
    await page.getByRole('button', { name: 'Choose icon' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose icon' });
    await dialog.getByRole('searchbox').fill('rocket');
    await dialog.getByText('2 icons').waitFor();
    expect(await violations(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'mdi:rocket-launch' }).click();
    expect(await page.getByLabel('Icon name').inputValue()).to.equal('mdi:rocket-launch');
    expect(await page.locator('.icon-preview path').getAttribute('d')).to.match(/^m/i);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved.').waitFor();
    const line = page.getByRole('treeitem').filter({ hasText: menu.routePath });
    await line.locator('svg path:not([d=""])').waitFor({ state: 'attached' });
  });

  it('chooses the tags of an article in a dialog, which begins with those that it has', async () => {
    const { admin } = stage.service();
    const prefix = unique('Tag ');
    for (let count = 10; count < 35; count += 1) await aTag(admin, { name: `${prefix}${count}` });
    const content = await aContent(admin);
    const page = await stage.openLoggedIn(undefined, `/contents/${content.id}`);
    const choose = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Choose tags' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'Choose tags' });
    await choose();
    await dialog.getByText('Page 1 of 2').waitFor();
    await dialog.getByRole('searchbox').fill(`${prefix}34`);
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: `${prefix}34` }).check();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: `Remove the tag ${prefix}34` }).waitFor();
    await choose();
    expect(await dialog.getByRole('checkbox').first().isChecked()).to.equal(true);
    expect(await dialog.locator('.check').first().innerText()).to.equal(`${prefix}34`);
  });
});
