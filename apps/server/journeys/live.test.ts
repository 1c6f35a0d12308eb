import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aContent, aMenu, aTag } from '../test/support/builders.ts';
import { notice, panel } from '../test/support/console.ts';
import { administrator, anAdministrator, aPerson, unique } from '../test/support/service.ts';
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

  it('say who else is changing an article while the own changes are not saved', async () => {
    const { admin } = stage.service();
    const other = await anAdministrator(stage.service());
    const { id } = await aContent(admin, { contentMd: 'Text', publish: true });
    const page = await stage.openLoggedIn(undefined, `/contents/${id}/draft`);
    await page.getByLabel('Title').waitFor();
    await other.api.put(`/contents/${id}/draft`, { title: unique('Other ') });
    await page.getByText(`${other.username} is changing this article too.`).waitFor();
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

  it('are announced on the page of a resource, with who made them; unsaved values are kept', async () => {
    const { admin } = stage.service();
    const person = await aPerson(stage.service());
    const page = await stage.openLoggedIn(await anAdministrator(stage.service()), `/users/${person.id}`);
    const profile = panel(page, 'Profile');
    await profile.getByLabel('Nickname').fill('typed');
    await admin.patch(`/users/${person.id}`, { phone: '+86 10 1234' });
    await page.getByText(`${administrator.username} has changed this.`).waitFor();
    expect(await profile.getByLabel('Phone').inputValue()).to.equal('');
    await page.getByRole('button', { name: 'Show the new state' }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    await conflict.getByText(`by ${administrator.username}`).waitFor();
    expect(await conflict.getByRole('group', { name: 'Phone' }).getByLabel('Take theirs').isChecked()).to.equal(true);
    await conflict.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await admin.get(`/users/${person.id}`);
    expect(data).to.include({ nickName: 'typed', phone: '+86 10 1234' });
    expect(await page.getByText('has changed this.').count()).to.equal(0);
  });

  it('appear in a list at once if no row moves, and otherwise when the pointer has left the list', async () => {
    const { admin } = stage.service();
    const prefix = unique('live');
    const tag = (name: string) => aTag(admin, { name: `${prefix} ${name}` });
    const [first] = [await tag('b'), await tag('c')];
    const page = await stage.openLoggedIn(undefined, `/tags?search=${prefix}&sortBy=name`);
    const rows = page.locator('tbody tr');
    await rows.nth(1).hover();
    await admin.patch(`/tags/${first.id}`, { name: `${prefix} b2` });
    await page.getByText(`${prefix} b2`).waitFor();
    await tag('a');
    await page.getByText('has changed this.').waitFor();
    expect(await rows.count()).to.equal(2);
    await page.mouse.move(5, 5);
    await page.getByText(`${prefix} a`).waitFor();
    expect(await rows.count()).to.equal(3);
    expect(await page.getByText('has changed this.').count()).to.equal(0);
  });

  it('reach the lists of moderators, who may read users, and not people who may not', async () => {
    const service = stage.service();
    const [person, other] = [await aPerson(service), await aPerson(service)];
    const path = `/users?search=${person.username}`;
    const page = await stage.openLoggedIn(await aPerson(service, ['MODERATOR']), path);
    await page.getByText('1 entry').waitFor();
    const stream = await other.api.post<{ ticket: string }>('/me/stream/ticket');
    const visitor = await stage.openLoggedIn(other);
    await visitor.evaluate(`new Promise((resolve) => {
      const source = new EventSource('/api/me/stream?ticket=${stream.data.ticket}');
      source.onopen = () => resolve();
      globalThis.changes = [];
      source.addEventListener('resource.changed', ({ data }) => changes.push(JSON.parse(data).subject.type));
    })`);
    await service.admin.patch(`/users/${person.id}`, { nickName: 'Changed live' });
    await page.getByRole('cell', { name: 'Changed live' }).waitFor();
    await aTag(service.admin);
    await visitor.waitForFunction('changes.length > 0');
    expect(await visitor.evaluate('changes')).to.deep.equal(['tag']);
  });
});
