import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { build } from 'esbuild';
import { root } from '../test/architecture/files.ts';
import { openMonitoredTab } from '../test/support/browser.ts';
import { aRole } from '../test/support/builders.ts';
import { describeInBrowser } from '../test/support/requirements.ts';
import { run } from '../test/support/run.ts';
import { administrator, aUserWithRoles, startService, type Service } from '../test/support/service.ts';
import { packPackages } from '../test/support/tarballs.ts';
import { ownLabels } from '../test/exercise/own-labels.ts';
import { emptyProject, install, removeProject } from './support.ts';

const draft = { colour: '#336699', rank: 1, isShown: true, size: 'small' };
const compilerOptions = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2023',
  lib: ['es2023', 'dom'],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

describeInBrowser('An application on @portcullis/refine, installed outside the repository', (browser) => {
  let project: string;
  let pages: Server;
  let origin: string;
  let service: Service;

  before(async () => {
    const tarballs = await packPackages();
    project = await emptyProject();
    const files = ['packages/client', 'packages/refine'].map(tarballs.of);
    const react = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19', '@types/react-dom@19'];
    await install(project, ...files, '@refinedev/core@5.0.12', '@tanstack/react-query@5', ...react, 'typescript@5.9.3');
    await copyFile(join(root, 'apps/server/published/refine-app.tsx'), join(project, 'app.tsx'));
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['app.tsx'] }));
    await run(project, 'npx', ['tsc']);
    const { outputFiles } = await build({
      absWorkingDir: project,
      entryPoints: ['app.tsx'],
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const script = outputFiles[0]?.text ?? '';
    pages = createServer(({ url }, response) => {
      const isScript = url === '/app.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(
        isScript ? script : '<!doctype html><div id="root"></div><script type="module" src="/app.js"></script>',
      );
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const address = pages.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
    origin = `http://127.0.0.1:${address.port}`;
    service = await startService({ CORS_ORIGINS: origin }, undefined, [ownLabels]);
  });
  after(async () => {
    await service.stop();
    pages.close();
    await removeProject(project);
  });

  async function open(account: { readonly username: string; readonly password: string }) {
    const tab = await openMonitoredTab(browser(), origin, { allowedOrigin: service.server.url });
    const { page } = tab;
    await page.goto(`/#${service.server.url}`);
    for (const password of ['wrong password', account.password]) {
      await page.getByLabel('User').fill(account.username);
      await page.getByLabel('Password').fill(password);
      const answered = page.waitForResponse(/auth\/login/);
      await page.getByRole('button', { name: 'Log in' }).click();
      await answered;
      if (password === account.password) continue;
      await page.locator('output').getByText('password').waitFor();
      // refine mounts the log-in page again, which empties its fields.
      await page.waitForFunction(`document.querySelector('input')?.value === ''`);
    }
    await page.getByRole('heading', { name: 'Labels of' }).waitFor();
    return tab;
  }

  it('logs in, lists, creates, changes, reads several records with one request, and hears of changes', async () => {
    const { page, complaints, close } = await open(administrator);
    const ofMany: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('ids=')) ofMany.push(request.url());
    });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Bug, rank 1').waitFor();
    const { data: idea } = await service.admin.post<{ id: string }>('/team/labels', { ...draft, name: 'Idea' });
    await page.getByText('Idea, rank 1').waitFor();
    await page.getByRole('status').getByText('Bug and Idea').waitFor();
    expect([...new Set(ofMany.map((url) => new URL(url).searchParams.getAll('ids').length))]).to.deep.equal([2]);
    await page.getByRole('button', { name: 'Raise Bug' }).click();
    await page.getByText('Bug, rank 2').waitFor();
    await service.admin.patch(`/team/labels/${idea.id}`, { rank: 7 });
    await page.getByText('Idea, rank 7').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    expect(complaints).to.deep.equal([]);
    await close();
  });

  it('hides what the user may not do', async () => {
    const path = '/permissions?search=team.label.read';
    const { data } = await service.admin.get<{ items: readonly { id: string }[] }>(path);
    const role = await aRole(service.admin, { permissionIds: data.items.map(({ id }) => id) });
    const { page, close } = await open(await aUserWithRoles(service, role));
    await page.getByText('Bug, rank').waitFor();
    expect(await page.getByRole('button', { name: 'Create' }).count()).to.equal(0);
    await close();
  });
});
