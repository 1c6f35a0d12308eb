import { typeormUnitOfWork } from '@portcullis/adapters-persistence';
import { given } from '@portcullis/testing';
import { aMediaFile } from '@portcullis/testing/internal/builders';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { defineResource } from '../src/index.ts';
import { notices } from './exercise/notices.ts';
import { ownLabels } from './exercise/own-labels.ts';
import { ownOrders } from './exercise/own-orders.ts';
import { axe, violations } from '../journeys/support/accessibility.ts';
import { aRole } from './support/builders.ts';
import { openMonitoredTab, type MonitoredTab } from './support/browser.ts';
import { heading, logIn, notice, openAccountMenu, openScreen, panel, saveButton } from './support/console.ts';
import { describeInBrowser } from './support/requirements.ts';
import {
  administrator,
  anAdministrator,
  aPerson,
  aUserWithRoles,
  startService,
  type Service,
} from './support/service.ts';

/** A resource whose fields have the names of attributes of contents. */
const tickets = defineResource({
  name: 'team.ticket',
  since: 1795281000002,
  namedBy: 'title',
  fields: {
    title: { type: 'text', max: 64 },
    status: {
      type: 'choice',
      values: ['DRAFT', 'OPEN'],
      label: ['State of work', '工作状态'],
      valueLabels: { DRAFT: ['Planned', '计划中'], OPEN: ['In progress', '进行中'] },
    },
    publishedAt: { type: 'text', max: 32, label: ['Published on', '发布日期'] },
  },
});

/** A constant of this file, which the form does not have. */
const mostSeats = 8;

/** A resource whose rules run in the form, if they can. */
const bookings = defineResource({
  name: 'team.booking',
  since: 1795281000003,
  namedBy: 'title',
  fields: {
    title: { type: 'text', max: 64, label: ['Title', '标题'] },
    begin: { type: 'time', default: 'now', label: ['Begin', '开始'] },
    end: { type: 'time', label: ['End', '结束'] },
    seats: { type: 'integer', label: ['Seats', '座位'] },
  },
  formRules: [
    ({ begin, end }) =>
      begin instanceof Date && end instanceof Date && end < begin
        ? [{ field: 'end', message: 'This must not be before the beginning.' }]
        : [],
    ({ seats }, stored) =>
      Number(seats) < Number(stored?.['seats'] ?? 1) ? [{ field: 'seats', message: 'There must be more seats.' }] : [],
    ({ seats }) => (Number(seats) > mostSeats ? [{ field: 'seats', message: 'There are not so many seats.' }] : []),
  ],
});

describeInBrowser('The console screens of modules', (browser) => {
  let service: Service;
  let visit: MonitoredTab;
  let page: Page;

  before(async () => {
    service = await startService({}, undefined, [ownLabels, ownOrders, tickets, bookings, notices]);
  });
  after(() => service.stop());
  beforeEach(async () => {
    visit = await openMonitoredTab(browser(), service.api.url);
    page = visit.page;
  });
  afterEach(async () => {
    expect(visit.complaints).to.deep.equal([]);
    await visit.close();
  });

  const draft = { colour: '#336699', rank: 3, isShown: true, size: 'small' };
  async function create(name: string): Promise<string> {
    const { status, data } = await service.admin.post<{ id: string }>('/team/labels', { ...draft, name });
    expect(status).to.equal(201);
    return data.id;
  }

  it('create, list, filter, sort, change and delete entries', async () => {
    await logIn(page, administrator);
    await openScreen(page, 'Labels');
    await page.getByText('There is no entry yet.').waitFor();
    await page.getByRole('button', { name: 'Create: Label' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Urgent');
    await dialog.getByLabel('Colour').fill('#red---');
    await dialog.getByLabel('Rank').fill('many');
    await dialog.getByLabel('Size').selectOption({ label: 'Large' });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('Must be an integer').waitFor();
    await dialog.getByText('Must consist of # and six hexadecimal digits in lower case').waitFor();
    await dialog.getByText('Must be an integer').waitFor();
    await dialog.getByLabel('Colour').fill('#ff0000');
    await dialog.getByLabel('Rank').fill('7');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'Urgent was created.').waitFor();

    await create('Bug');
    await page.getByLabel('Size').selectOption({ label: 'Large' });
    await page.getByText('1 entry').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('2 entries').waitFor();
    expect(await page.locator('tbody tr td:nth-child(2)').allInnerTexts()).to.deep.equal(['Bug', 'Urgent']);
    await page.getByRole('button', { name: 'Rank' }).click();
    await page.waitForURL(/sortBy=rank/);
    await page.getByRole('button', { name: 'Rank' }).click();
    await page.waitForURL(/sortOrder=desc/);
    await page.locator('tbody tr:first-child').getByText('Urgent').waitFor();

    await page.getByRole('link', { name: 'Urgent' }).click();
    await heading(page, 'Urgent').waitFor();
    await page.getByLabel('Name').fill('BUG');
    await saveButton(page).click();
    await page.locator('.field-error').getByText('This name is in use.').waitFor();
    await page.getByLabel('Name').fill('Very urgent');
    await saveButton(page).click();
    await heading(page, 'Very urgent').waitFor();
    const activity = panel(page, 'Activity');
    await activity.getByText('Label changed').waitFor();
    await activity.getByText('Label created').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Labels').waitFor();
    await page.getByText('1 entry', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Activity', exact: true }).first().click();
    await page.locator('.events').getByText('Label deleted').waitFor();
  });

  it('export the list as it is filtered, and import a file after its rows were checked', async () => {
    await create('Kept');
    await create('Other');
    await logIn(page, administrator);
    await openScreen(page, 'Labels');
    await page.getByLabel('Search', { exact: false }).first().fill('Kept');
    await page.getByText('1 entry').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await (await download).createReadStream();
    const pieces: Buffer[] = [];
    for await (const piece of file) pieces.push(Buffer.from(piece));
    const text = Buffer.concat(pieces).toString();
    expect(text.split('\r\n')).to.have.lengthOf(3);
    expect(text).to.include(',Kept,');

    const rows = [
      text.trimEnd().replace(',3,', ',4,'),
      ',Fresh,#00ff00,1,true,large,,,,',
      ',Wrong,red,1,true,large,,,,',
    ];
    const chosen = { name: 'labels.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) };
    // A spreadsheet in China writes this name in GB 18030.
    const otherEncoding = Buffer.from([...Buffer.from('name\r\n'), 0xb1, 0xea, 0xc7, 0xa9]);
    await page.getByLabel('Import').setInputFiles({ ...chosen, buffer: otherEncoding });
    await notice(page, 'labels.csv cannot be read as UTF-8.').waitFor();
    await page.getByLabel('Import').setInputFiles(chosen);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 new, 1 changed, 0 unchanged, 1 refused').waitFor();
    await dialog.getByText('Row 4: colour must').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await notice(page, '1 new, 1 changed, 0 unchanged, 1 refused').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).waitFor({ state: 'detached' });
    await dialog.getByText('Row 4: colour must').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Import').setInputFiles({ ...chosen, buffer: Buffer.from('name,shade\r\nA,red') });
    await dialog.getByText('There are no such columns: shade.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto('/admin/modules/team/labels?isShown=perhaps');
    await page.getByText('Must be true or false').waitFor();
    const { data } = await service.admin.get<{ total: number }>('/team/labels?name.in=Kept,Fresh&rank.in=1,4');
    expect(data.total).to.equal(2);
    for (const name of ['Kept', 'Other', 'Fresh']) {
      const found = await service.admin.get<{ items: { id: string }[] }>(`/team/labels?name=${name}`);
      for (const { id } of found.data.items) await service.admin.delete(`/team/labels/${id}`);
    }
  });

  it('create and change an entry with a field of each type', async () => {
    const [first, second] = [await create('First label'), await create('Second label')];
    const file = aMediaFile({ name: 'Receipt' });
    await given(typeormUnitOfWork(service.server.database, {}), { media: [file] });
    await logIn(page, administrator);
    await openScreen(page, 'Orders');
    await page.getByRole('button', { name: 'Create: Order' }).click();
    const form = page.getByRole('dialog').first();
    const choose = async (label: string, name: string): Promise<void> => {
      await form.getByRole('button', { name: new RegExp(`^${label}: `) }).click();
      const picker = page.getByRole('dialog').last();
      await picker.getByRole('searchbox').fill(name);
      await picker.getByRole('button', { name, exact: true }).click();
    };
    const field = (label: string) => form.getByLabel(label, { exact: true });
    await field('Title').fill('Desk');
    await form.getByLabel('Number').fill('7');
    await form.getByLabel('Region').selectOption({ label: 'south' });
    await form.locator('.cm-content').fill('A **fine** desk');
    await form.getByLabel('Amount').fill('12.5');
    await form.getByLabel('Weight').fill('1234567890123456.5');
    await form.getByLabel('Paid').check();
    await form.getByLabel('Due').fill('2026-12-24');
    await form.getByLabel('Placed at').fill('2026-11-29T08:30');
    await form.getByLabel('Details').fill('{"legs": ');
    await form.getByLabel('Keywords').fill('wood\nwhite');
    await form.getByLabel('Scores').fill('3\n4');
    await form.getByLabel('Monday').check();
    await form.getByLabel('Contact').fill('ada@example.com');
    await form.getByLabel('Website').fill('https://example.com/desk');
    await choose('Owner', 'admin');
    await choose('Label', 'First label');
    await choose('Labels', 'Second label');
    await choose('Labels', 'First label');
    await choose('Photo', 'Receipt');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await form.getByText('This is not valid JSON.').waitFor();
    await form.getByLabel('Details').fill('{"legs": 4}');
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'Desk was created.').waitFor();
    const { data } = await service.admin.get<{ items: Record<string, unknown>[] }>('/team/orders');
    const { data: profile } = await service.admin.get<{ id: string }>('/auth/profile');
    expect(data.items[0]).to.deep.include({
      title: 'Desk',
      number: 7,
      region: 'south',
      state: 'open',
      notes: 'A **fine** desk',
      amount: '12.50',
      weight: '1234567890123456.5000',
      isPaid: true,
      due: '2026-12-24',
      details: { legs: 4 },
      keywords: ['wood', 'white'],
      scores: [3, 4],
      days: ['mon'],
      contact: 'ada@example.com',
      website: 'https://example.com/desk',
      owner: profile.id,
      label: first,
      labels: [second, first],
      photo: file.id,
    });
    await page.locator('tbody').getByText('First label', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Desk' }).click();
    await heading(page, 'Desk').waitFor();
    expect(await page.getByLabel('Number').isDisabled()).to.equal(true);
    await page.getByRole('button', { name: 'Remove Second label' }).click();
    await page.getByLabel('Due').fill('');
    await page.getByLabel('Paid').uncheck();
    await page.getByLabel('Amount').fill('0.05');
    await saveButton(page).click();
    await panel(page, 'Activity').getByText('Order changed').waitFor();
    const { data: changed } = await service.admin.get(`/team/orders/${String(data.items[0]?.['id'])}`);
    expect(changed).to.deep.include({ labels: [first], due: null, isPaid: false, amount: '0.05', version: 2 });
    expect(changed).to.deep.include({ placedAt: data.items[0]?.['placedAt'], details: { legs: 4 }, number: 7 });

    await page.goto(`/admin/media/${file.id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await notice(page, 'Other entries refer to it.').waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await page.getByRole('link', { name: 'Desk' }).click();
    await heading(page, 'Desk').waitFor();
  });

  it('check an entry by the rules of the form before it is sent, and leave the others to the service', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (['POST', 'PATCH'].includes(request.method()) && request.url().includes('/team/bookings'))
        sent.push(request.method());
    });
    await logIn(page, administrator);
    await openScreen(page, 'Bookings');
    await page.getByRole('button', { name: 'Create: Booking' }).click();
    const form = page.getByRole('dialog');
    const save = form.getByRole('button', { name: 'Create', exact: true });
    await form.getByLabel('Title').fill('Dinner');
    await form.getByLabel('End').fill('2020-01-01T20:00');
    await form.getByLabel('Seats').fill('0');
    await save.click();
    await form.getByText('This must not be before the beginning.').waitFor();
    await form.getByText('There must be more seats.').waitFor();
    expect(sent).to.deep.equal([]);
    await form.getByLabel('End').fill('2099-01-01T20:00');
    await form.getByLabel('Seats').fill('9');
    await save.click();
    await form.getByText('There are not so many seats.').waitFor();
    expect(sent).to.deep.equal(['POST']);
    await form.getByLabel('Seats').fill('4');
    await save.click();
    await notice(page, 'Dinner was created.').waitFor();
    await page.getByRole('link', { name: 'Dinner' }).click();
    await heading(page, 'Dinner').waitFor();
    await page.getByLabel('Seats').fill('3');
    await saveButton(page).click();
    await page.getByText('There must be more seats.').waitFor();
    expect(sent).to.deep.equal(['POST', 'POST']);
    await page.getByLabel('Seats').fill('5');
    await saveButton(page).click();
    await panel(page, 'Activity').getByText('Booking changed').waitFor();
    // The rules compare with what was saved last.
    await page.getByLabel('Seats').fill('4');
    await saveButton(page).click();
    await page.getByText('There must be more seats.').waitFor();
    expect(sent).to.deep.equal(['POST', 'POST', 'PATCH']);
  });

  it('show both versions if somebody else has changed an entry', async () => {
    const id = await create('Shared');
    await logIn(page, await anAdministrator(service), `/modules/team/labels/${id}`);
    await page.getByLabel('Rank').fill('5');
    await service.admin.patch(`/team/labels/${id}`, { rank: 9 }, { 'If-Match': '"1"' });
    await page.getByText(`${administrator.username} has changed this.`).waitFor();
    await saveButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'Rank' }).getByText('Take theirs', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
    const { data } = await service.admin.get<{ rank: number }>(`/team/labels/${id}`);
    expect(data.rank).to.equal(9);
  });

  it('name what the versions of an entry refer to, if they differ', async () => {
    const [mine, theirs] = [await create('Label of mine'), await create('Label of theirs')];
    const order = { title: 'Chair', number: 9, region: 'north', amount: '1.00', label: mine, labels: [], related: [] };
    const { data } = await service.admin.post<{ id: string }>('/team/orders', { ...order, tags: [] });
    await logIn(page, await anAdministrator(service), `/modules/team/orders/${data.id}`);
    await page.getByLabel('Title').fill('Stool');
    await service.admin.patch(`/team/orders/${data.id}`, { label: theirs, labels: [theirs, mine] });
    await saveButton(page).click();
    const dialog = page.getByRole('dialog');
    for (const field of ['Label', 'Labels'])
      await dialog.getByRole('group', { name: field, exact: true }).getByText('Label of theirs').waitFor();
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await notice(page, 'Saved.').waitFor();
  });

  it('are in Chinese, and hide what the person may not do', async () => {
    const id = await create('Readable');
    const { data } = await service.admin.get<{ items: readonly { id: string }[] }>(
      '/permissions?search=team.label.read',
    );
    const permissionIds = data.items.map((each) => each.id);
    expect(permissionIds).to.have.lengthOf(1);
    const role = await aRole(service.admin, { permissionIds });
    const person = await aUserWithRoles(service, role);
    await visit.close();
    visit = await openMonitoredTab(browser(), service.api.url, { locale: 'zh-CN' });
    page = visit.page;
    await page.goto('/admin/');
    await page.getByLabel('用户名或电子邮箱').fill(person.username);
    await page.getByLabel('密码', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('link', { name: '标记', exact: true }).click();
    await page.getByRole('link', { name: 'Readable' }).waitFor();
    expect(await page.locator('th').allInnerTexts()).to.include.members(['颜色', '大小']);
    await page.getByRole('cell', { name: '小', exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: '新建' }).count()).to.equal(0);
    await page.getByRole('link', { name: 'Readable' }).click();
    await page.waitForURL(new RegExp(id));
    expect(await page.getByLabel('名称').isDisabled()).to.equal(true);
    expect(await page.getByRole('button', { name: '删除' }).count()).to.equal(0);

    const other = await aPerson(service, []);
    await visit.close();
    visit = await openMonitoredTab(browser(), service.api.url);
    page = visit.page;
    await logIn(page, other, '/modules/team/labels');
    await page.getByText('Not allowed').waitFor();
    expect(await page.getByRole('link', { name: 'Labels' }).count()).to.equal(0);
  });

  it('offer their own account to people who may not list users', async () => {
    const { data } = await service.admin.get<{ items: readonly { id: string; code: string }[] }>(
      '/permissions?search=team.order.&pageSize=100',
    );
    const role = await aRole(service.admin, { permissionIds: data.items.map(({ id }) => id) });
    const person = await aUserWithRoles(service, role);
    const label = await create('Own');
    const order = { title: 'Lamp', number: 11, region: 'north', amount: '1.00', label, labels: [], related: [] };
    const { data: added } = await person.api.post<{ id: string }>('/team/orders', { ...order, tags: [] });
    await logIn(page, person, `/modules/team/orders/${added.id}`);
    await page.getByRole('button', { name: `Owner: ${person.username}` }).waitFor();
    await page.getByRole('button', { name: 'Reviewer: Choose' }).click();
    await page.getByRole('dialog').getByRole('button', { name: person.username }).click();
    await saveButton(page).click();
    await page.getByRole('button', { name: `Reviewer: ${person.username}` }).waitFor();
    await notice(page, 'Saved.').waitFor();
    const { data: changed } = await service.admin.get(`/team/orders/${added.id}`);
    expect(changed).to.include({ reviewer: person.id });
  });

  it('have conditions on their fields, with the labels of these, also where a field is called like one of contents', async () => {
    const { data } = await service.admin.get<{ items: readonly { id: string; code: string }[] }>(
      '/permissions?search=team.&pageSize=100',
    );
    const permissionIds = data.items.filter(({ code }) => /^team\.\w+\.read$/.test(code)).map(({ id }) => id);
    const role = await aRole(service.admin, { permissionIds });
    await aUserWithRoles(service, role);
    await logIn(page, administrator, `/roles/${role.id}`);
    const row = (code: string) => panel(page, 'Conditions').locator('li').filter({ hasText: code });
    const dialog = page.getByRole('dialog', { name: /condition/i });
    const comparison = (index: number) => dialog.getByRole('group', { name: 'Comparison' }).nth(index);
    const inComparison = (index: number, label: string) => comparison(index).getByLabel(label, { exact: true });

    await row('team.label.read').getByRole('button', { name: /Add/ }).click();
    await inComparison(0, 'What').waitFor();
    const offered = await inComparison(0, 'What').locator('option').allInnerTexts();
    expect(offered).to.deep.equal(['Name', 'Colour', 'Rank', 'Shown', 'Size', 'Description']);
    await inComparison(0, 'What').selectOption('Size');
    await inComparison(0, 'How').selectOption('is one of');
    await comparison(0).getByRole('checkbox', { name: 'Large' }).check();
    await dialog.getByRole('button', { name: 'Add comparison' }).click();
    await inComparison(1, 'What').selectOption('Rank');
    await inComparison(1, 'How').selectOption('is less than');
    await inComparison(1, 'Value').fill('many');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await comparison(1).getByText('Must be a number').waitFor();
    await inComparison(1, 'Value').fill('5');
    await dialog.getByRole('button', { name: 'Add comparison' }).click();
    await inComparison(2, 'What').selectOption('Shown');
    await inComparison(2, 'Value').selectOption('Yes');
    await dialog.getByText('Size is one of Large and Rank is less than 5').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const effect = page.getByRole('dialog', { name: 'Do you want to save this?' });
    await effect
      .getByText(/only if Size is one of Large/)
      .first()
      .waitFor();
    await effect.getByRole('button', { name: 'Save' }).click();
    await notice(page, 'The condition was saved.').waitFor();
    await row('team.label.read')
      .getByText(/Size is one of Large/)
      .waitFor();
    const { data: stored } = await service.admin.get<{ grants: readonly { code: string; condition: unknown }[] }>(
      `/roles/${role.id}/permission-grants`,
    );
    expect(stored.grants.find(({ code }) => code === 'team.label.read')?.condition).to.deep.equal({
      all: [
        { attr: 'resource.size', in: ['large'] },
        { attr: 'resource.rank', lt: 5 },
        { attr: 'resource.isShown', eq: true },
      ],
    });

    // A reference is chosen by its name, and not among the tags.
    const chosen = await create('Chosen label');
    await row('team.order.read').getByRole('button', { name: /Add/ }).click();
    await inComparison(0, 'What').selectOption('Label');
    await dialog.getByRole('button', { name: 'Value: ' }).click();
    const picker = page.getByRole('dialog').last();
    await picker.getByRole('searchbox').fill('Chosen');
    await picker.getByRole('button', { name: 'Chosen label' }).click();
    await dialog.getByRole('button', { name: 'Value: Chosen label' }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await effect.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { data: withOrders } = await service.admin.get<typeof stored>(`/roles/${role.id}/permission-grants`);
    expect(withOrders.grants.find(({ code }) => code === 'team.order.read')?.condition).to.deep.equal({
      all: [{ attr: 'resource.label', eq: chosen }],
    });

    await row('team.ticket.read').getByRole('button', { name: /Add/ }).click();
    await inComparison(0, 'What').selectOption('State of work');
    await inComparison(0, 'Value').selectOption('In progress');
    await dialog.getByText('State of work is In progress').waitFor();
    await inComparison(0, 'What').selectOption('Published on');
    await inComparison(0, 'Value').fill('today');
    await dialog.getByText('Published on is “today”').waitFor();
    await page.keyboard.press('Escape');
  });

  it('can have code of their own, which uses the parts of the console under its policy', async () => {
    await logIn(page, administrator);
    await openScreen(page, 'Greeting');
    await page.getByLabel('Name').fill('<b>Ada</b>');
    await page.getByRole('button', { name: 'Greet' }).click();
    await page.getByRole('status').getByText('Hello, <b>Ada</b>.').waitFor();
    await openAccountMenu(page);
    await page.getByLabel('Language').selectOption('zh');
    await page.getByRole('heading', { name: '问候', level: 1 }).waitFor();

    const script = await fetch(`${service.server.url}/admin/scripts/acme/greeting.js`);
    expect([script.status, script.headers.get('Content-Type')]).to.deep.equal([200, 'text/javascript; charset=utf-8']);
    expect(script.headers.get('Cache-Control')).to.equal('no-cache');
    const unknown = await fetch(`${service.server.url}/admin/scripts/acme/other.js`);
    expect(unknown.status).to.equal(404);

    const other = await aPerson(service, []);
    await visit.close();
    visit = await openMonitoredTab(browser(), service.api.url);
    page = visit.page;
    await logIn(page, other, '/modules/acme/greeting');
    await page.getByText('Not allowed').waitFor();
  });

  it('are listed with fields, relations, permissions, routes and commands, for administrators', async () => {
    await page.addInitScript(axe);
    await logIn(page, administrator);
    await openScreen(page, 'Resources');
    const orders = panel(page, 'Orders');
    await orders.getByRole('row', { name: 'Due due date sorted, filtered' }).waitFor();
    await orders.getByRole('row', { name: 'Scores scores list (integer) filtered' }).waitFor();
    const more = 'Relations, permissions and routes';
    await orders.getByText(more).click();
    await orders.getByText('label refers to team.label.').waitFor();
    await orders.getByText('team.order.delete').waitFor();
    await orders.getByText('PATCH /api/team/orders/{id} · updateTeamOrder').waitFor();
    expect(await orders.getByLabel('Command that adds a field').inputValue()).to.equal(
      'npm run add -- field order note:text',
    );
    const labels = panel(page, 'Labels');
    await labels.getByText(more).click();
    await labels.getByText('team.order refers to it with label.', { exact: true }).waitFor();
    expect(await violations(page)).to.deep.equal([]);
    await openAccountMenu(page);
    await page.getByLabel('Language').selectOption('zh');
    await page.getByRole('heading', { name: '资源', level: 1 }).waitFor();
    expect(await violations(page)).to.deep.equal([]);
  });
});
