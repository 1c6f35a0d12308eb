import { administratorRole, moderatorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { totpCodeOf } from '../src/adapters/totp-codes.ts';
import { aContent, aRole, expectSuccess } from '../test/support/builders.ts';
import { fillLogIn, heading, panel } from '../test/support/console.ts';
import { anAdministrator, aPerson, unique } from '../test/support/service.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n');

describe('The console says', () => {
  const stage = useServiceAndBrowser();

  it('what remains to be done after the first start, until it is done', async () => {
    const person = await anAdministrator(stage.service());
    const page = await stage.openLoggedIn(person, '/overview');
    const steps = panel(page, 'First steps');
    const step = (text: string) => steps.getByRole('listitem').filter({ hasText: text });
    await step('Set a mail server').getByText('SMTP_URL').waitFor();
    await step('Set the public address').getByText('PUBLIC_URL').waitFor();
    await step('Add a second administrator').getByText('done', { exact: true }).waitFor();
    await step('Add a second factor').getByRole('link', { name: 'To your account' }).waitFor();
  });

  it('what waits for the person, and what is published next', async () => {
    const { admin } = stage.service();
    const draft = await aContent(admin, { title: unique('Next ') });
    await expectSuccess(admin.put(`/contents/${draft.id}/schedule`, { publishAt: '2099-01-01T00:00:00.000Z' }));
    const page = await stage.openLoggedIn(undefined, '/overview');
    await panel(page, 'Scheduled next').getByRole('link', { name: draft.title }).waitFor();
    await panel(page, 'My drafts').getByRole('link', { name: draft.title }).waitFor();
    expect(await page.getByText('Limits').count()).to.equal(0);
  });

  it('what the process that answers did in the last hour', async () => {
    const page = await stage.openLoggedIn(undefined, '/service');
    const figures = panel(page, 'The last hour');
    const facts = await figures.locator('dd').allInnerTexts();
    expect(Number(facts[0])).to.be.greaterThan(0);
    expect(facts[1]).to.equal('0');
    expect(facts[2]).to.match(/^\d+ ms$/);
    expect(facts[3]).to.match(/^\d+$/);
    await figures.getByRole('img', { name: 'Answered, Failed' }).waitFor();
  });

  it('which powers a built-in role has beside its permissions, and which codes a role gives', async () => {
    const page = await stage.openLoggedIn(undefined, `/roles/${administratorRole.id}`);
    const permissions = panel(page, 'Permissions');
    await permissions.getByText('everything that is reserved for administrators').waitFor();
    await permissions.locator('code.tag').filter({ hasText: 'user.create' }).waitFor();
    await page.goto(`/admin/roles/${moderatorRole.id}`);
    await permissions.getByText('this role may read drafts').waitFor();
    const role = await aRole(stage.service().admin);
    await page.goto(`/admin/roles/${role.id}`);
    await permissions.getByLabel('(user.read)').check();
    await permissions.locator('code.tag').filter({ hasText: 'user.read' }).waitFor();
    expect(await permissions.getByText('Beside its permissions').count()).to.equal(0);
  });

  it('which second factors a user has', async () => {
    const person = await anAdministrator(stage.service());
    const page = await stage.openLoggedIn(undefined, `/users/${person.id}`);
    const factors = panel(page, 'Second factors');
    await factors.getByText('This user has no second factor.').waitFor();
    expect(await factors.getByRole('button').count()).to.equal(0);
    const { password } = person;
    const app = await expectSuccess(
      person.api.post<{ id: string; secret: string }>('/auth/factors/totp', { currentPassword: password }),
    );
    const code = totpCodeOf(app.secret, Math.floor(Date.now() / 30_000));
    await expectSuccess(person.api.post('/auth/factors/totp/confirm', { id: app.id, code }));
    await page.reload();
    await factors.getByText('Authenticator app', { exact: true }).waitFor();
    await factors.getByText(/\d+ recovery codes left/).waitFor();
    await factors.getByRole('button', { name: 'Remove the second factors' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the second factors' }).click();
    await factors.getByText('This user has no second factor.').waitFor();
  });

  it('after how many seconds a refused log-in can be tried again', async () => {
    const person = await aPerson(stage.service());
    const { page } = await stage.open();
    await page.goto('/admin/');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await person.api.post('/auth/login', { username: person.username, password: 'wrong' });
    }
    await fillLogIn(page, { ...person, password: 'wrong' });
    await page
      .getByRole('alert')
      .getByText(/Try again in \d+ seconds/)
      .waitFor();
  });

  it('at the head of a webhook that its deliveries fail', async () => {
    const { admin, server } = stage.service();
    const { webhook } = await expectSuccess(
      admin.post<{ webhook: { id: string } }>('/webhooks', { url: 'https://receiver.example/events', types: ['*'] }),
    );
    await server.database.pool.query('UPDATE webhooks SET failing_since = now() WHERE id = $1', [webhook.id]);
    const page = await stage.openLoggedIn(undefined, `/webhooks/${webhook.id}`);
    await page.getByRole('alert').getByText('The first failure:').waitFor();
  });

  it('for each paragraph which version is saved, if two people have changed an article', async () => {
    const { admin } = stage.service();
    const { id } = await aContent(admin, { contentMd: paragraphs('One', 'Two', 'Three', 'Four') });
    const page = await stage.openLoggedIn(await anAdministrator(stage.service()), `/contents/${id}`);
    const text = page.getByLabel('Text in Markdown', { exact: true });
    await text.fill(paragraphs('Mine one', 'Two', 'Three', 'Mine four'));
    await admin.patch(`/contents/${id}`, { contentMd: paragraphs('One', 'Two', 'Their three', 'Their four') });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this' });
    const place = (number: number) => dialog.getByRole('group', { name: new RegExp(`place ${number}$`) });
    expect(await place(1).getByLabel('Keep mine').isChecked()).to.equal(true);
    expect(await place(2).getByLabel('Take theirs').isChecked()).to.equal(true);
    expect(await place(3).getByLabel('Keep mine').isChecked()).to.equal(true);
    await dialog.getByRole('button', { name: 'Save what is chosen' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await admin.get<{ contentMd: string }>(`/contents/${id}`);
    expect(data.contentMd).to.include('Mine one').and.include('Mine four').and.include('Their three');
    expect(data.contentMd).not.to.include('Their four');
  });

  it('what changes for readers before a working copy goes live', async () => {
    const { admin } = stage.service();
    const { id } = await aContent(admin, { contentMd: 'What readers see' });
    await expectSuccess(admin.post(`/contents/${id}/publish`));
    await expectSuccess(admin.put(`/contents/${id}/draft`, { contentMd: 'What readers will see' }));
    const page = await stage.openLoggedIn(undefined, `/contents/${id}/draft`);
    await page.getByRole('button', { name: 'Publish the working copy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish this working copy?' });
    await dialog.locator('del').getByText('What readers see').waitFor();
    await dialog.locator('ins').getByText('What readers will see').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await admin.get<{ contentMd: string }>(`/contents/${id}`)).data.contentMd).to.equal('What readers see');
  });

  it('the link of an invitation, to be handed on, if there is no mail server', async () => {
    const username = unique('guest-');
    const page = await stage.openLoggedIn(undefined, '/users');
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username').fill(username);
    await dialog.getByLabel('E-mail').fill(`${username}@example.com`);
    await dialog.getByLabel('Invite with a link').check();
    await dialog.getByText('There is no mail server.').waitFor();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await heading(page, username).waitFor();
    const invitation = panel(page, 'Invitation');
    await invitation.getByRole('button', { name: 'Make a link' }).click();
    const link = await invitation.getByLabel(`Link for ${username}`).inputValue();
    expect(await page.getByText('on its way').count()).to.equal(0);
    await page.reload();
    await invitation.getByRole('button', { name: 'Make a link' }).waitFor();
    expect(await invitation.getByLabel(`Link for ${username}`).count(), 'the link is shown once').to.equal(0);

    const { page: home } = await stage.open();
    const { hash, pathname } = new URL(link);
    await home.goto(`${pathname}${hash}`);
    await home.getByLabel('Password', { exact: true }).fill('a-password-that-is-long-1');
    await home.getByRole('button', { name: 'Set the password and log in' }).click();
    await home.locator('main#content h1').waitFor();
  });

  it('the title of a removed article, without ids and hashes', async () => {
    const { admin } = stage.service();
    const { id, title } = await aContent(admin, { contentMd: 'A text', tagIds: [], title: unique('Removed ') });
    expect((await admin.delete(`/contents/${id}`)).status).to.equal(200);
    const page = await stage.openLoggedIn(undefined, '/activity?type=content.deleted');
    const event = page.locator('ul.events > li').filter({ hasText: title });
    await event.locator('summary').click();
    await event.getByText('a text of 6 byte').waitFor();
    expect(await event.innerText()).not.to.match(/[\da-f]{8}-[\da-f]{4}|SHA|…/);
  });
});
