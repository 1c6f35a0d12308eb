import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { heading } from '../test/support/console.ts';
import { unique } from '../test/support/service.ts';
import { settled } from './support/screens.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const count = 1_000;

/** Returns the visible state of a list: the query in the URL, the search text and the rows. */
const placeIn = async (page: Page) => ({
  address: new URL(page.url()).search,
  search: await page.getByRole('searchbox').inputValue(),
  names: await page.locator('tbody tr').allTextContents(),
});

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
    await page.getByText(`${count} entries`).waitFor();
    expect(await page.locator('tbody tr').count()).to.equal(100);
    await page.getByRole('button', { name: 'Username', exact: false }).click();
    await page.getByRole('link', { name: `${prefix}-1000`, exact: true }).waitFor();
    await page.goto(`/admin/users?search=${prefix}&pageSize=100&sortBy=username&page=10`);
    await page.getByRole('link', { name: `${prefix}-1000`, exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).to.equal(true);
  });

  it('shows the same page after a reload and after opening a user and going back', async () => {
    const page = await stage.openLoggedIn(undefined, '/users');
    await page.getByRole('searchbox').fill(prefix);
    await page.getByText(`${count} entries`).waitFor();
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
