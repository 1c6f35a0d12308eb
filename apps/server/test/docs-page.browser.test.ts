import { join } from 'node:path';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { root } from './architecture/files.ts';
import { sendDocumented } from './support/api.ts';
import { administrator, aPerson, sharedService, type Service } from './support/service.ts';
import { describeInBrowser } from './support/requirements.ts';
import { expired, type Tokens } from './support/sessions.ts';

/** Screenshots of the last test run. Git ignores these files. */
const screenshot = join(root, 'apps/server/dist/docs-page.png');
const narrowScreenshot = join(root, 'apps/server/dist/docs-page-narrow.png');

/** A script that lists the elements beyond the right edge of the screen, except in blocks with their own scroll bar. */
const widerThanScreen = `[...document.querySelectorAll('body *')]
  .filter((element) => element.closest('pre, .highlight-code, .model-box, textarea, select') === null)
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.tagName + '.' + element.className)`;

describe('GET /api/docs, the reference page', () => {
  let service: Service;
  const ask = (path: string, headers = {}) => sendDocumented(`${service.api.url}/api${path}`, { headers });

  before(async () => {
    service = await sharedService();
  });

  it('loads everything from this server, and cannot be framed', async () => {
    const { status, headers } = await ask('/docs');
    expect(status).to.equal(200);
    expect(headers.get('Content-Type')).to.equal('text/html; charset=utf-8');
    const policy = headers.get('Content-Security-Policy')?.split('; ') ?? [];
    expect(policy).to.include.members(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]);
    expect(policy).to.include("frame-ancestors 'none'");
    expect(policy.join(' ')).not.to.match(/unsafe|http|\*/);
  });

  it('can be cached, and a 304 has the current Content-Security-Policy', async () => {
    const { headers } = await ask('/docs');
    const again = await ask('/docs', { 'If-None-Match': headers.get('ETag') ?? '' });
    expect(again.status).to.equal(304);
    expect(again.headers.get('Content-Security-Policy')).to.equal(headers.get('Content-Security-Policy'));
  });

  const assets = {
    'page.js': 'text/javascript',
    'session.js': 'text/javascript',
    'page.css': 'text/css',
    'swagger-ui-bundle.js': 'text/javascript',
    'swagger-ui.css': 'text/css',
  };
  for (const [name, type] of Object.entries(assets)) {
    it(`serves ${name} with its media type`, async () => {
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

  describeInBrowser('in a browser', (browser) => {
    let page: Page;
    /** The errors that the browser reported, and the hosts that it called. */
    let complaints: string[];
    let asked: Set<string>;

    async function openPage(url: string): Promise<void> {
      await page.goto(`${url}/api/docs`);
      await page.locator('.opblock-tag').first().waitFor();
    }

    /** Shows one operation only, without its schemas. A page of all operations takes seconds on a busy machine. */
    async function showOnly(path: string, method: string): Promise<void> {
      await page.route('**/api/openapi.json', async (route) => {
        const { openapi, info, servers, tags, paths, components } = await (await route.fetch()).json();
        const { operationId, tags: sections, security } = paths[path][method];
        await route.fulfill({
          json: {
            openapi,
            info,
            servers,
            tags,
            components: { securitySchemes: components.securitySchemes },
            paths: {
              [path]: {
                [method]: { operationId, tags: sections, security, responses: { 200: { description: 'OK' } } },
              },
            },
          },
        });
      });
    }

    beforeEach(async () => {
      page = await browser().newPage();
      page.setDefaultTimeout(90_000);
      complaints = [];
      asked = new Set();
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('request', (request) => asked.add(new URL(request.url()).origin));
    });
    afterEach(() => page.close());

    const storedTokens = async (): Promise<Tokens> =>
      JSON.parse(await page.evaluate<string>("sessionStorage.getItem('portcullis.tokens')"));

    /** Replaces the stored access token with one that has expired. */
    const expire = async (): Promise<void> => {
      const tokens = JSON.stringify(expired(await storedTokens()));
      await page.evaluate(`sessionStorage.setItem('portcullis.tokens', ${JSON.stringify(tokens)})`);
    };

    async function logIn(password = administrator.password, { username } = administrator): Promise<void> {
      await page.getByLabel('Username or e-mail').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
    }

    /** Opens an operation, calls it with the values that the page suggests, and returns the shown response. */
    async function execute(section: string, operationId: string): Promise<Locator> {
      const operation = page.locator(`#operations-${section}-${operationId}`);
      if (!(await operation.isVisible())) await page.locator(`#operations-tag-${section}`).click();
      await operation.getByRole('button').first().click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      return operation.locator('.live-responses-table .response');
    }

    it('logs in, calls GET /api/auth/permissions and shows 200, and calls only this host', async () => {
      await openPage(service.api.url);
      await logIn();
      await page.getByText('Logged in as admin (ADMIN).').waitFor();
      const response = await execute('Authentication', 'getMyPermissions');
      expect(await response.locator('.response-col_status').textContent()).to.match(/^200/);
      expect(await response.textContent()).to.include('permission.delete');
      await page.screenshot({ path: screenshot });
      expect(complaints).to.deep.equal([]);
      expect([...asked]).to.deep.equal([service.api.url]);
    });

    it('continues the session after a reload, and fits a screen that is 390 px wide: only code blocks scroll horizontally', async () => {
      await showOnly('/api/users', 'get');
      await openPage(service.api.url);
      await logIn();
      await page.getByText('Logged in as admin (ADMIN).').waitFor();
      await page.reload();
      await page.getByText('Logged in as admin (ADMIN).').waitFor();

      await page.setViewportSize({ width: 390, height: 844 });
      const users = await execute('Users', 'listUsers');
      await users.waitFor();
      await page.screenshot({ path: narrowScreenshot });
      expect(await page.evaluate(widerThanScreen)).to.deep.equal([]);
    });

    it('renews an expired access token and repeats the request, without another login', async () => {
      const person = await aPerson(service, ['ADMIN']);
      const loggedIn = page.getByText(`Logged in as ${person.username} (ADMIN).`);
      await showOnly('/api/roles', 'get');
      await openPage(service.api.url);
      await logIn(person.password, person);
      await loggedIn.waitFor();
      const first = await storedTokens();
      const json = { code: 1102, success: false, data: null };
      await page.route('**/api/roles*', (route) => route.fulfill({ status: 401, json }), { times: 1 });
      const refreshes: string[] = [];
      page.on('request', (request) => request.url().endsWith('/auth/refresh') && refreshes.push(request.url()));

      const response = await execute('Roles', 'listRoles');
      expect(await response.locator('.response-col_status').textContent()).to.match(/^200/);
      expect(await response.textContent()).to.include('MODERATOR');
      expect(refreshes).to.have.lengthOf(1);
      expect((await storedTokens()).accessToken).not.to.equal(first.accessToken);

      await expire();
      await page.reload();
      await loggedIn.waitFor();

      await expire();
      expect((await person.api.post('/auth/logout', { all: true })).status).to.equal(200);
      await page.reload();
      await page.getByText('Your session has ended. Please log in again.').waitFor();
      expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    });

    it('shows why a login failed, logs out, loads nothing from another host, and runs no inline script', async () => {
      await showOnly('/api/auth/permissions', 'get');
      await openPage(service.api.url);
      await logIn('wrong');
      await page.getByText('Wrong user name or password.').waitFor();
      await logIn();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByText('You are logged out.').waitFor();
      await page.reload();
      await page.getByText('Log in to call').waitFor();

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
