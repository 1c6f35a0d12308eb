import { expect } from 'chai';
import { aRole, aTag } from '../test/support/builders.ts';
import { heading, notice, openScreen, panel, saveButton } from '../test/support/console.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { responds, Receiver } from '../test/webhooks/receiver.ts';
import { until } from '../test/support/machine.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('The activity in the console', () => {
  const stage = useServiceAndBrowser();

  it('is filtered by type and day, shows old and new values, and links to the subject', async () => {
    const { admin } = stage.service();
    const person = await aPerson(stage.service());
    const role = await aRole(admin, { permissionIds: [], menuIds: [] });
    await admin.patch(`/users/${person.id}`, { nickName: '小明' });
    await admin.patch(`/users/${person.id}`, { nickName: '大明' });
    await admin.put(`/users/${person.id}/roles`, { roleIds: [role.id] });
    const page = await stage.openLoggedIn();
    await openScreen(page, 'Activity');
    await page.getByRole('combobox', { name: 'What happened' }).selectOption('user.updated');
    const [day = ''] = new Date().toLocaleDateString('sv').split(' ');
    await page.getByLabel('From').fill(day);
    const changed = page.getByRole('listitem').filter({ hasText: 'User changed' }).first();
    await changed.getByText('1 changed field').click();
    await changed.locator('del', { hasText: '小明' }).waitFor();
    await changed.locator('ins', { hasText: '大明' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Roles of a user changed' }).count()).to.equal(0);

    await page.getByRole('combobox', { name: 'What happened' }).selectOption('user.*');
    const roles = page.getByRole('listitem').filter({ hasText: 'Roles of a user changed' }).first();
    await roles.getByText('1 changed field').click();
    await roles.locator('ins', { hasText: role.name }).waitFor();
    await roles.getByRole('link', { name: /^Details/ }).click();
    await heading(page, 'Event').waitFor();
    await panel(page, 'Changes').locator('ins', { hasText: role.name }).waitFor();
    await page.getByRole('link', { name: 'All that happened to it' }).click();
    await page.getByRole('listitem').filter({ hasText: 'User created' }).waitFor();
    await page.getByRole('link', { name: person.username, exact: true }).first().click();
    await heading(page, person.username).waitFor();
    await panel(page, 'Activity').getByText('Roles of a user changed').first().waitFor();
  });

  it('has pages of older events, which the back button and a reload restore', async () => {
    const { admin } = stage.service();
    const oldest = await aTag(admin);
    for (let number = 0; number < 50; number += 1) await aTag(admin);
    const page = await stage.openLoggedIn(undefined, '/activity?type=tag.created');
    const old = page.getByRole('listitem').filter({ hasText: oldest.name });
    await page.getByRole('listitem').nth(49).waitFor();
    expect(await old.count()).to.equal(0);
    await page.getByRole('button', { name: 'Older' }).click();
    await old.waitFor();
    await page.reload();
    await old.waitFor();
    await page.goBack();
    await old.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Older' }).click();
    await old.waitFor();
    await page.getByRole('combobox', { name: 'What happened' }).selectOption('tag.*');
    await old.waitFor({ state: 'detached' });
  });

  it('is shown per day in the overview, as charts and as a table', async () => {
    const { admin } = stage.service();
    await aTag(admin);
    const page = await stage.openLoggedIn(undefined, '/overview');
    const chart = panel(page, 'Activity of the last days');
    await chart.getByRole('img', { name: 'Log-ins, Refused log-ins' }).waitFor();
    await chart.getByRole('img', { name: 'Changes' }).waitFor();
    await chart.getByText('As a table').click();
    expect(await chart.getByRole('row').count()).to.equal(31);
    const { data } = await admin.get<{ activity: readonly { logIns: number; changes: number }[] }>('/overview');
    const { logIns = 0, changes = 0 } = data.activity.at(-1) ?? {};
    const cells = await chart.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
    expect(cells.slice(1)).to.deep.equal([String(logIns), '0', String(changes)]);
    expect(changes).to.be.greaterThan(0);
  });

  it('shows people their own actions and the changes to their account', async () => {
    const person = await aPerson(stage.service());
    await stage.service().admin.patch(`/users/${person.id}`, { nickName: unique('Nick') });
    const page = await stage.openLoggedIn(person, '/account');
    const own = panel(page, 'Activity');
    await own.getByText('Logged in').first().waitFor();
    const changed = own.getByRole('listitem').filter({ hasText: /User changed/ });
    await changed.getByText('1 changed field').click();
    await changed.getByText('Nickname').waitFor();
    expect(await own.getByRole('link').count()).to.equal(0);
  });
});

describe('Webhooks in the console', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.start();
  });
  const stage = useServiceAndBrowser(() => ({
    DELIVERIES: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_ALLOWED_PORTS: String(receiver.port),
  }));
  after(() => receiver.stop());

  it('are created with a secret, tested, edited, given a new secret and deleted', async () => {
    receiver.behave = responds(200);
    const page = await stage.openLoggedIn();
    await openScreen(page, 'Webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('The URL must begin with https://.').waitFor();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByLabel('Everything').uncheck();
    await dialog.getByLabel('Individual events').fill('tag.created');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).to.match(/^whsec_/);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await heading(page, receiver.url).waitFor();

    await page.getByRole('button', { name: 'Send a test event' }).click();
    await panel(page, 'Test').getByText('delivered').waitFor();
    await panel(page, 'Settings').getByLabel('Users').check();
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { data } = await stage.service().admin.get<{ types: readonly string[] }>(`/webhooks/${id}`);
    expect(data.types).to.deep.equal(['user.*', 'tag.created']);

    await panel(page, 'Secret').getByLabel('Overlap').selectOption('1 hour');
    await panel(page, 'Secret').getByRole('button', { name: 'Rotate the secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
    expect(await panel(page, 'Secret').getByLabel('The secret of the webhook').inputValue()).to.match(/^whsec_/);

    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await notice(page, 'The webhook was deleted.').waitFor();
    await heading(page, 'Webhooks').waitFor();
  });

  it('show their deliveries with the responses, and send deliveries again', async () => {
    receiver.behave = responds(410, {}, 'Gone for good');
    const { admin } = stage.service();
    const made = await admin.post<{ webhook: { id: string } }>('/webhooks', { url: receiver.url, types: ['tag.*'] });
    const { id } = made.data.webhook;
    const before = receiver.got.length;
    await aTag(admin);
    await until('the webhook is disabled', async () => {
      const { data } = await admin.get<{ disabledReason: string | null }>(`/webhooks/${id}`);
      return data.disabledReason === 'gone';
    });
    const page = await stage.openLoggedIn(undefined, `/webhooks/${id}`);
    await page.getByText(/by the service: the receiver answered 410/).waitFor();
    receiver.behave = responds(204);
    await page.getByRole('button', { name: 'Enable' }).click();
    // The message that the webhook is disabled has a link to the deliveries, too.
    await page.getByText(/by the service: the receiver answered 410/).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('combobox', { name: 'State' }).selectOption('failed');
    await page.getByRole('button', { name: /^View tag.created/ }).click();
    await page.getByRole('dialog').getByText('Gone for good').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Send again: tag.created/ }).click();
    await notice(page, 'It is sent again.').waitFor();
    await until('it was sent again', async () => receiver.got.length === before + 2);
    await page.getByRole('combobox', { name: 'State' }).selectOption('delivered');
    await until('it is delivered', async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return (await page.getByRole('row').filter({ hasText: 'tag.created' }).count()) === 1;
    });

    await page.getByRole('link', { name: '← Webhooks' }).click();
    await panel(page, 'Send events again').getByRole('button', { name: 'Send events again' }).click();
    await notice(page, 'delivery was queued').waitFor();
    await until('the event was sent again', async () => receiver.got.length === before + 3);
  });
});
