import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { root } from './architecture/files.ts';
import { fetchAnswer } from './support/api.ts';
import { launchBrowser } from './support/browser.ts';
import { administrator, sharedService, type Service } from './support/service.ts';

/** How the page looked when it was last tested; not for git. */
const screenshot = join(root, 'apps/server/dist/docs-page.png');

describe('GET /api/docs, the reference page (decisions §4)', () => {
  let service: Service;
  const ask = (path: string, headers = {}) => fetchAnswer(`${service.api.url}/api${path}`, { headers });

  before(async () => {
    service = await sharedService();
  });

  it('is a page that loads from here alone, and that nobody frames', async () => {
    const { status, headers } = await ask('/docs');
    expect(status).to.equal(200);
    expect(headers.get('Content-Type')).to.equal('text/html; charset=utf-8');
    const policy = headers.get('Content-Security-Policy')?.split('; ') ?? [];
    expect(policy).to.include.members(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]);
    expect(policy).to.include("frame-ancestors 'none'");
    expect(policy.join(' ')).not.to.match(/unsafe|http|\*/);
  });

  it('is kept by a client, with the policy it has now', async () => {
    const { headers } = await ask('/docs');
    const again = await ask('/docs', { 'If-None-Match': headers.get('ETag') ?? '' });
    expect(again.status).to.equal(304);
    expect(again.headers.get('Content-Security-Policy')).to.equal(headers.get('Content-Security-Policy'));
  });

  const assets = {
    'page.js': 'text/javascript',
    'page.css': 'text/css',
    'swagger-ui-bundle.js': 'text/javascript',
    'swagger-ui.css': 'text/css',
  };
  for (const [name, type] of Object.entries(assets)) {
    it(`loads ${name}, which is what it says`, async () => {
      const { status, headers } = await ask(`/docs/${name}`);
      expect(status).to.equal(200);
      expect(headers.get('Content-Type')).to.equal(`${type}; charset=utf-8`);
      expect(headers.get('X-Content-Type-Options')).to.equal('nosniff');
      expect(headers.get('ETag')).to.match(/^W\/"/);
    });
  }

  for (const name of ['index.html', '..%2fpackage.json', '%2e%2e%2fpage.js', 'swagger-ui.js', 'toString', '%00']) {
    it(`serves no other file: ${name}`, async () => {
      expect((await ask(`/docs/${name}`)).status).to.equal(400);
    });
  }

  describe('in a browser', () => {
    let browser: Browser | undefined;
    let page: Page;
    /** What the browser said was wrong, and whom it asked. */
    let complaints: string[];
    let asked: Set<string>;

    before(async function () {
      browser = await launchBrowser();
      if (browser === undefined) this.skip();
    });
    after(() => browser?.close());

    beforeEach(async () => {
      page = (await browser?.newPage()) ?? expect.fail('There is no browser.');
      complaints = [];
      asked = new Set();
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('request', (request) => asked.add(new URL(request.url()).origin));
      await page.goto(`${service.api.url}/api/docs`);
      await page.getByText('Accounts, sessions and tokens.').waitFor();
    });
    afterEach(() => page.close());

    async function logIn(password = administrator.password): Promise<void> {
      await page.getByLabel('User name or e-mail').fill(administrator.username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    }

    it('logs in, calls GET /api/auth/permissions and shows 200, and outlives a reload', async () => {
      await logIn();
      await page.getByText('Logged in as admin (ADMIN).').waitFor();
      await page.locator('#operations-tag-Authentication').click();
      const operation = page.locator('#operations-Authentication-getMyPermissions');
      await operation.getByRole('button').first().click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      const answer = operation.locator('.live-responses-table .response');
      expect(await answer.locator('.response-col_status').textContent()).to.match(/^200/);
      expect(await answer.textContent()).to.include('permission.delete');
      await page.screenshot({ path: screenshot });

      await page.reload();
      await page.getByText('Logged in as admin (ADMIN).').waitFor();
      expect(complaints).to.deep.equal([]);
      expect([...asked]).to.deep.equal([service.api.url]);
    });

    it('shows why a login failed, and logs out', async () => {
      await logIn('wrong');
      await page.getByText('Wrong user name or password.').waitFor();
      await logIn();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByText('You are logged out.').waitFor();
      await page.reload();
      await page.getByText('Log in here').waitFor();
    });

    it('loads nothing from another host, and runs nothing that is written into it', async () => {
      const elsewhere = service.api.url.replace('127.0.0.1', 'localhost');
      const sent = await page.evaluate(`fetch('${elsewhere}/api/health/live').then(() => 'sent', () => 'refused')`);
      await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { text: 'ran = 1' }))`);
      expect(sent).to.equal('refused');
      expect(await page.evaluate('typeof ran')).to.equal('undefined');
      for (const directive of ['connect-src', 'script-src']) {
        expect(complaints.filter((text) => text.includes(`${directive} 'self'`))).not.to.deep.equal([]);
      }
    });
  });
});
