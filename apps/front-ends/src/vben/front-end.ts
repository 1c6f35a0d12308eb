import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FrontEnd, Stage } from '../support/front-end.ts';
import { serviceUrl } from '../support/service.ts';
import { root, run } from '../support/shell.ts';
import { checkOut } from '../support/sources.ts';
import { lookAtAccount } from './account.ts';
import { lookAtLogin } from './login.ts';
import { lookAtMenus } from './menus.ts';
import { lookAtSession } from './session.ts';
import { tokenSeconds } from './page.ts';
import { lookAtTabs } from './tabs.ts';

/** The version of pnpm that vben's package.json names. */
const pnpm = ['npx', '-y', 'pnpm@10.33.4'] as const;

/** Installed packages are kept, because installing them takes minutes. Run it with a Node that vben supports: 22 or 24. */
async function build(): Promise<string> {
  const origin = { name: 'vben', repository: 'https://github.com/vbenjs/vue-vben-admin.git', version: 'v5.7.0' };
  const workshop = await checkOut(origin);
  const app = { ...workshop, directory: join(workshop.directory, 'apps/web-antd') };
  const apply = [join(root, 'packages/client/dist/src/vben/apply/main.js'), 'apply', '.', '--service', serviceUrl];
  const dist = join(app.directory, 'dist');
  await run(workshop, ['node', ...apply, '--yes']);
  if (!existsSync(join(workshop.directory, 'node_modules'))) {
    await run(workshop, [...pnpm, 'install', '--frozen-lockfile']);
  }
  await run(app, [...pnpm, 'run', 'typecheck']);
  await run(app, [...pnpm, 'run', 'build']);
  return dist;
}

async function look(stage: Stage): Promise<void> {
  await lookAtLogin(stage);
  await lookAtMenus(stage);
  await lookAtAccount(stage);
  await lookAtSession(stage);
  await lookAtTabs(stage);
}

/** vue-vben-admin 5.7.0, its app `web-antd`. */
export const vben: FrontEnd = { name: 'vben', build, environment: { ACCESS_TOKEN_TTL: `${tokenSeconds}s` }, look };
