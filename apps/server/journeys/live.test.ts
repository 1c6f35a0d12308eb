import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aPerson } from '../test/support/service.ts';
import { aMenu } from '../test/support/builders.ts';
import { panel } from '../test/support/console.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Screens' });

/**
 * A script that waits until the stream is open. The global promise `heard` then resolves with the data of the next
 * `access.changed` message.
 */
const openSource = (address: string): string => `new Promise((resolve) => {
  const source = new EventSource('${address}');
  source.onopen = () => resolve();
  globalThis.heard = new Promise((hear) => source.addEventListener('access.changed', ({ data }) => hear(data)));
})`;

/** A script that returns whether the browser closes the stream after the first error. */
const refusedSource = (address: string): string => `new Promise((resolve) => {
  const source = new EventSource('${address}');
  source.onerror = () => resolve(source.readyState === EventSource.CLOSED);
})`;

describe('Changes by others while the console is open', () => {
  const stage = useServiceAndBrowser();

  const roleIdOf = async (code: string): Promise<string> => {
    const { data } = await stage.service().admin.get<{ items: { id: string; code: string }[] }>('/roles?pageSize=100');
    return data.items.find((role) => role.code === code)?.id ?? expect.fail(`There is no role ${code}.`);
  };

  it('update the navigation without a reload if the roles of the person change', async () => {
    const { admin } = stage.service();
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(person);
    const users = navigation(page).getByRole('link', { name: 'Users', exact: true });
    const opened = await page.evaluate('performance.timeOrigin');
    expect(await users.count()).to.equal(0);
    await admin.put(`/users/${person.id}/roles`, { roleIds: [await roleIdOf('ADMIN')] });
    await users.waitFor();
    await admin.put(`/users/${person.id}/roles`, { roleIds: [await roleIdOf('USER')] });
    await users.waitFor({ state: 'detached' });
    expect(await page.evaluate('performance.timeOrigin')).to.equal(opened);
  });

  it('show a log-in dialog immediately if an administrator ends the session', async () => {
    const { admin } = stage.service();
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(person, '/account');
    await panel(page, 'Activity').waitFor();
    await admin.delete(`/users/${person.id}/sessions`);
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  });

  it('reach an EventSource with a ticket, which works only once', async () => {
    const { admin } = stage.service();
    const person = await aPerson(stage.service());
    const { data } = await person.api.post<{ ticket: string }>('/me/stream/ticket');
    const page = await stage.openLoggedIn(person);
    const address = `/api/me/stream?ticket=${data.ticket}`;
    await page.evaluate(openSource(address));
    await aMenu(admin);
    const text = await page.evaluate('heard');
    expect(JSON.parse(String(text))).to.have.all.keys('menuVersion');
    const closed = await page.evaluate(refusedSource(address));
    expect(closed).to.equal(true);
  });
});
