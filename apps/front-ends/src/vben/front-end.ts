import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyTwice } from '../support/apply.ts';
import type { FrontEnd, FrontEndTestContext } from '../support/front-end.ts';
import { root, run, type CommandContext } from '../support/shell.ts';
import { changedFiles, checkOut } from '../support/sources.ts';
import { checkAccount } from './account.ts';
import { lookAtLiveUpdates } from './live.ts';
import { checkLogin } from './login.ts';
import { lookAtMenus } from './menus.ts';
import { lookAtReset } from './reset.ts';
import { lookAtSession } from './session.ts';
import { open, sendLogin, sidebar, tokenSeconds } from './page.ts';
import { checkSignIn } from '../support/sign-in.ts';
import { checkTabs } from './tabs.ts';

/** The versions of Node and pnpm that vben requires in its package.json. The Node that runs the tests may be older. */
const pnpm = ['npx', '-y', '-p', 'node@24', '-p', 'pnpm@10.33.4', 'pnpm'] as const;

/**
 * Installs the locked versions. If the registry no longer has one, the newest matching version is used, as
 * docs/front-ends/vben.md describes.
 */
async function install(workshop: CommandContext): Promise<void> {
  const installByLock = () => run(workshop, [...pnpm, 'install', '--frozen-lockfile']);
  try {
    await installByLock();
  } catch (error) {
    const [, name] = /ERR_PNPM_FETCH_404\s+GET \S+?\/((?:@[^/\s]+\/)?[^/\s]+)\/-\/\S+/.exec(String(error)) ?? [];
    if (name === undefined) throw error;
    await run(workshop, [...pnpm, '-r', 'update', '--no-save', name]);
    // Unlike an installation, an update does not run the scripts with which vben prepares its own packages.
    await installByLock();
  }
}

/** Builds vben. It installs packages only if no earlier run has installed them, because this takes minutes. */
async function build(): Promise<string> {
  const origin = { name: 'vben', repository: 'https://github.com/vbenjs/vue-vben-admin.git', version: 'v5.7.0' };
  const workshop = await checkOut(origin);
  const app = { ...workshop, directory: join(workshop.directory, 'apps/web-antd') };
  // pnpm writes this file at the end of an installation, so it shows that the installation was complete.
  if (!existsSync(join(workshop.directory, 'node_modules/.modules.yaml'))) await install(workshop);
  await applyTwice(workshop, 'node', join(root, 'packages/front-end-kits/dist/src/vben/apply/main.js'));
  const changed = await changedFiles(workshop);
  for (const linter of [['oxfmt', '--check'], ['oxlint'], ['eslint']] as const) {
    await run(workshop, [...pnpm, 'exec', ...linter, ...changed]);
  }
  await run(app, [...pnpm, 'run', 'typecheck']);
  await run(app, [...pnpm, 'run', 'build']);
  return join(app.directory, 'dist');
}

async function look(stage: FrontEndTestContext): Promise<void> {
  await checkLogin(stage);
  await lookAtReset(stage);
  await checkSignIn(stage, {
    openLogIn: (page) => open(page, '/auth/login'),
    sendPassword: sendLogin,
    button: '使用 Corporation 登录',
    code: '验证码或恢复代码',
    send: '登录',
    denied: '提供方未完成登录',
    isLoggedIn: (page) => sidebar(page).waitFor(),
  });
  await lookAtMenus(stage);
  await checkAccount(stage);
  await lookAtSession(stage);
  await checkTabs(stage);
  await lookAtLiveUpdates(stage);
}

/** The app `web-antd` of vue-vben-admin 5.7.0. */
export const vben: FrontEnd = {
  name: 'vben',
  build,
  environment: { ACCESS_TOKEN_TTL: `${tokenSeconds}s` },
  resetPage: '/#/auth/forget-password',
  look,
};
