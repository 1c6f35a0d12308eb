import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aContent, aPermission, aRole, aTag } from '../test/support/builders.ts';
import { heading } from '../test/support/console.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { goTo, settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const count = 1_000;

/** Returns the visible state of a list: the query in the URL, the search text and the rows. */
const placeIn = async (page: Page) => ({
  address: new URL(page.url()).search,
  search: await page.getByRole('searchbox').inputValue(),
  names: await page.locator('tbody tr').allTextContents(),
});

/** Number of rows that the lists have whose requests are counted. */
const rows = 20;

describe('A list of 1,000 users in the console', () => {
  const stage = useServiceAndBrowser();
  const prefix = unique('crowd');

  before(async () => {
    // SQL inserts the users, because hashing 1,000 passwords with the API would take a minute.
    await stage.service().server.database.pool.query(
      `INSERT INTO users (id, email, email_key, username, username_key, password_hash, status, created_at, updated_at)
       SELECT gen_random_uuid(), name || '@example.com', name || '@example.com', name, name, '-', 1, now(), now()
       FROM (SELECT $1 || '-' || lpad(n::text, 4, '0') AS name FROM generate_series(1, $2::int) AS n) AS names`,
      [prefix, count],
    );
  });

  it('shows 100 rows per page, sorts and filters the rows, and opens the last page', async () => {
    const page = await stage.openLoggedIn(undefined, `/users?search=${prefix}&pageSize=100&sortBy=username`);
    await page.getByText(`${count.toLocaleString('en')} entries`).waitFor();
    expect(await page.locator('tbody tr').count()).to.equal(100);
    await page.getByRole('button', { name: 'Username', exact: false }).click();
    await page.getByRole('link', { name: `${prefix}-1000`, exact: true }).waitFor();
    await page.goto(`/admin/users?search=${prefix}&pageSize=100&sortBy=username&page=10`);
    await page.getByRole('link', { name: `${prefix}-1000`, exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).to.equal(true);
  });

  it('hides the columns that the person does not want, also after a reload, and removes a filter as a whole', async () => {
    const page = await stage.openLoggedIn(undefined, `/users?search=${prefix}&status=1`);
    const email = page.getByRole('columnheader', { name: 'E-mail' });
    await email.waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'E-mail' }).uncheck();
    await email.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Username' }).waitFor();
    expect(await email.count()).to.equal(0);
    await page.getByRole('button', { name: 'Remove the filter Status' }).click();
    await page.waitForURL((url) => !url.searchParams.has('status') && url.searchParams.has('search'));
  });

  it('shows the codes of permissions only if the person switches them on', async () => {
    const page = await stage.openLoggedIn(undefined, '/permissions?search=user.create');
    const code = page.getByText('user.create', { exact: true });
    await code.waitFor();
    await page.getByLabel('Show codes').uncheck();
    await code.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Create users' }).waitFor();
  });

  it('shows the names of the roles of users, with their codes only if the person switches them on', async () => {
    const page = await stage.openLoggedIn(undefined, '/users?search=admin');
    const cell = (role: string) => page.getByRole('cell', { name: role, exact: true });
    await cell('Administrator (ADMIN)').waitFor();
    await page.evaluate(`localStorage.setItem('portcullis.codes', 'hidden')`);
    await page.reload();
    await cell('Administrator').waitFor();
    const names = await page.getByRole('combobox', { name: 'Role' }).locator('option').allTextContents();
    expect(names).to.include('Moderator').and.not.include('MODERATOR');
  });

  it('shows the same page after a reload and after opening a user and going back', async () => {
    const page = await stage.openLoggedIn(undefined, '/users');
    await page.getByRole('searchbox').fill(prefix);
    await page.getByText(`${count.toLocaleString('en')} entries`).waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText('Page 2 of 50').waitFor();
    // The pager shows the page of the URL at once, while the table still has the rows of the first page.
    await settled(page);
    const before = await placeIn(page);

    await page.reload();
    await page.getByText('Page 2 of 50').waitFor();
    expect(await placeIn(page)).to.deep.equal(before);

    const link = page.locator('tbody a').nth(3);
    const name = (await link.textContent()) ?? '';
    await link.click();
    await heading(page, name).waitFor();
    await page.goBack();
    await page.getByText('Page 2 of 50').waitFor();
    expect(await placeIn(page)).to.deep.equal(before);
  });
});

/** Returns how many rows a screen shows, and how many requests it sends to show them. */
async function requestsOf(page: Page, path: string) {
  await goTo(page, '/tags');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url());
  });
  await goTo(page, path);
  page.removeAllListeners('request');
  return { requests: requests.length, rows: await page.locator('tbody tr, ul.rows li').count() };
}

describe('A list in the console', () => {
  const stage = useServiceAndBrowser();

  it('needs as many requests for 20 rows as for one, although the rows name many people', async () => {
    const service = stage.service();
    const { admin } = service;
    const [content, permission, other] = [await aContent(admin), await aPermission(admin), await aPermission(admin)];
    for (let row = 0; row < rows; row += 1) {
      const role = await aRole(admin, { permissionIds: row === 0 ? [permission.id, other.id] : [permission.id] });
      const editor = await aPerson(service, ['MODERATOR']);
      await editor.api.patch(`/contents/${content.id}`, { title: `Title ${row}` });
      await admin.patch(`/users/${editor.id}`, { roleIds: [role.id] });
    }
    const page = await stage.openLoggedIn();
    const paths = [
      [`/contents/${content.id}/history?pageSize=20`, `/contents/${content.id}/history?pageSize=1`],
      [`/permissions/${permission.id}`, `/permissions/${other.id}`],
    ] as const;
    for (const [many, one] of paths) {
      const [shown, few] = [await requestsOf(page, many), await requestsOf(page, one)];
      expect(shown.rows, many).to.be.at.least(rows);
      expect(shown.requests, many).to.equal(few.requests);
    }
  });

  it('keeps the space of what is being loaded, so that nothing jumps', async () => {
    const { admin } = stage.service();
    for (let tag = 0; tag < rows; tag += 1) await aTag(admin);
    const page = await stage.openLoggedIn();
    await page.route('**/api/{tags,users}*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    const height = async (place: string) => (await page.locator(place).boundingBox())?.height ?? 0;
    await page.evaluate(
      `history.pushState(undefined, '', '/admin/tags'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.locator('.skeleton').waitFor();
    const kept = await height('.skeleton');
    await settled(page);
    expect(kept / (await height('tbody'))).to.be.within(0.8, 1.2);
  });
});
