import { expect } from 'chai';
import { anAssistant } from '../test/support/assistant.ts';
import { unique } from '../test/support/service.ts';
import { startCounting } from './support/effort.ts';
import { axe, violations } from './support/accessibility.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('An assistant in the console', () => {
  const stage = useServiceAndBrowser(() => ({ MCP: 'on' }));

  it('is connected by a newcomer with the page alone, and its changes are found in the activity', async () => {
    const { api, admin } = stage.service();
    const username = unique('assistant').toLowerCase();
    const page = await stage.openLoggedIn(undefined, '/api-keys');
    const start = performance.now();
    const effort = await startCounting(page);
    await page.getByRole('link', { name: 'Connect an assistant' }).click();
    await page.getByLabel('Name of the robot').fill(username);
    await page.getByLabel('What may the key do?').selectOption('Write, and publish its own articles');
    await page.getByRole('button', { name: 'Create robot and key' }).click();
    const command = await page.getByLabel('Claude Code').inputValue();
    expect((await effort()).clicks).to.be.at.most(4);
    expect(performance.now() - start).to.be.below(120_000);
    const [, url = '', key = ''] = /portcullis (\S+)\/mcp --header "Authorization: Bearer (\S+)"$/.exec(command) ?? [];
    expect(url).to.equal(api.url);
    const desktop: unknown = JSON.parse(await page.getByLabel('Claude Desktop').inputValue());
    expect(desktop)
      .to.have.nested.property('mcpServers.portcullis')
      .that.deep.equals({
        command: 'portcullis',
        args: ['mcp', '--url', api.url],
        env: { PORTCULLIS_KEY: key },
      });
    for (const label of ['Cursor', 'VS Code'])
      expect(await page.getByLabel(label).inputValue())
        .to.include(`"url":"${url}/mcp"`)
        .and.include(key);
    await page.getByText(/The key may call \d+ operations/).click();
    await page.getByText('publishContent', { exact: true }).waitFor();
    await page.evaluate(axe);
    expect(await violations(page)).to.deep.equal([]);

    const assistant = anAssistant(url, key);
    expect((await assistant.tools()).map(({ name }) => name))
      .to.include('publish')
      .and.not.include('manage_access');
    const title = unique('Title ');
    const made = await assistant.call('create', { type: 'content', fields: { title, contentMd: 'Text' } });
    const { id, version } = made.structuredContent;
    expect((await assistant.call('publish', { type: 'content', id, version })).isError).to.equal(undefined);
    expect(await admin.get(`/contents/${id}`)).to.have.nested.include({ 'data.status': 'PUBLISHED' });

    await page.getByRole('link', { name: 'See what it has changed' }).click();
    await page.getByText(title).first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Assistant' }).inputValue()).to.equal('mcp');
    await page
      .getByRole('link', { name: /^Details: / })
      .first()
      .click();
    await page.getByText('test assistant: publish').waitFor();
  });

  it('can only read if that was chosen', async () => {
    const { api } = stage.service();
    const page = await stage.openLoggedIn(undefined, '/api-keys/assistant');
    await page.getByLabel('Name of the robot').fill(unique('reader').toLowerCase());
    await page.getByLabel('What may the key do?').selectOption('Read what is published');
    await page.getByRole('button', { name: 'Create robot and key' }).click();
    const key = await page.getByLabel('The API key').inputValue();
    const tools = (await anAssistant(api.url, key).tools()).map(({ name }) => name);
    expect(tools).to.deep.equal(['search', 'list', 'read', 'explain_access']);
  });
});
