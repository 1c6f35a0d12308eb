import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyTwice } from '../support/apply.ts';
import type { FrontEnd } from '../support/front-end.ts';
import { pnpm, run } from '../support/shell.ts';
import { checkOut, installWithPackages } from '../support/sources.ts';
import { checkAccess } from './access.ts';
import { checkLiveUpdates } from './live.ts';
import { checkMenus } from './menus.ts';
import { checkReset } from './reset.ts';
import { checkRoles } from './roles.ts';
import { checkSession } from './session.ts';
import { logIn } from './screen.ts';
import { checkSignIn } from '../support/sign-in.ts';
import { checkUsers } from './users.ts';

const origin = {
  name: 'soybean',
  repository: 'https://github.com/soybeanjs/soybean-admin.git',
  version: 'example',
};

async function build(): Promise<string> {
  const workshop = await checkOut(origin);
  await installWithPackages(workshop);
  await applyTwice(workshop, 'npx', 'portcullis-soybean');
  await pnpm(workshop, 'typecheck');
  await run(workshop, ['npx', 'oxfmt', '--check']);
  await run(workshop, ['npx', 'oxlint']);
  // If the registry lacks the package with the ESLint settings, FRONT_ENDS_OVERRIDES can omit this package. Without it,
  // ESLint cannot run.
  if (existsSync(join(workshop.directory, 'node_modules/@soybeanjs/eslint-config-vue'))) {
    await run(workshop, ['npx', 'eslint', '--max-warnings', '0', '.']);
  }
  await pnpm(workshop, 'build');
  return join(workshop.directory, 'dist');
}

/** soybean-admin 2.2, branch `example`. */
export const soybean: FrontEnd = {
  name: 'soybean',
  build,
  // The lifetime of access tokens is so short that they expire several times during the run.
  environment: { ACCESS_TOKEN_TTL: '10s' },
  resetPage: '/login/reset-pwd',
  look: async (stage) => {
    await checkSession(stage);
    await checkReset(stage);
    await checkSignIn(stage, {
      openLogIn: async (page) => {
        await page.addInitScript(`localStorage.setItem('SOY_lang', '"en-US"')`);
        await page.goto('/login');
      },
      sendPassword: logIn,
      button: 'Sign in with Corporation',
      code: 'Code of the app, or a recovery code',
      send: 'Confirm',
      denied: 'The provider did not sign you in',
      isLoggedIn: (page) => page.waitForURL('**/home'),
    });
    await checkUsers(stage);
    await checkRoles(stage);
    await checkMenus(stage);
    await checkAccess(stage);
    await checkLiveUpdates(stage);
  },
};
