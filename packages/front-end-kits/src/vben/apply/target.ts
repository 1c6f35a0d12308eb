import type { Target } from '../../apply/command.ts';
import { ourFiles } from '../../apply/our-files.ts';
import { edits } from './edits.ts';
import { removals } from './removals.ts';
import { app, settings } from './settings.ts';

/** The original files that this package replaces. Each is recognized by a text that it contains. */
const replaced = {
  [`${app}/src/api/core/auth.ts`]: '/auth/codes',
  [`${app}/src/api/core/menu.ts`]: '/menu/all',
  [`${app}/src/api/core/user.ts`]: '/user/info',
  [`${app}/src/views/_core/authentication/forget-password.vue`]: 'void value',
  [`${app}/src/views/_core/authentication/login.vue`]: 'MOCK_USER_OPTIONS',
  [`${app}/src/views/_core/profile/index.vue`]: 'ProfileNotificationSetting',
  [`${app}/src/views/_core/profile/base-setting.vue`]: 'MOCK_ROLES_OPTIONS',
  [`${app}/src/views/_core/profile/password-setting.vue`]: 'oldPassword',
};

/** The app `web-antd`, which `portcullis-vben apply` changes. */
export const vbenTarget: Target = {
  command: 'portcullis-vben',
  name: 'vben-admin-monorepo',
  versions: ['5.7.0'],
  needsPackages: false,
  plan: (serviceUrl) => [...settings(serviceUrl), ...edits, ...removals, ...ourFiles('vben', replaced)],
};
