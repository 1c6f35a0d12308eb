import type { Target } from '../../apply/command.ts';
import { ourFiles } from '../../apply/our-files.ts';
import { login } from './login.ts';
import { management } from './management.ts';
import { menus } from './menus.ts';
import { requests } from './requests.ts';
import { roles } from './roles.ts';
import { settings } from './settings.ts';
import { users } from './users.ts';

/** The original files that this package replaces. Each is recognized by a text that it contains. */
const replaced = {
  'src/service/api/index.ts': `'./system-manage'`,
  'src/views/_builtin/login/modules/pwd-login.vue': 'accounts',
  'src/views/_builtin/login/modules/register.vue': 'useCaptcha',
  'src/views/_builtin/login/modules/reset-pwd.vue': 'useFormRules',
  'src/views/manage/user-detail/[id].vue': 'LookForward',
  'src/views/user-center/index.vue': 'LookForward',
  'src/views/home/index.vue': 'CardData',
};

/** The front end that `portcullis-soybean apply` changes. */
export const soybeanTarget: Target = {
  command: 'portcullis-soybean',
  name: 'soybean-admin',
  versions: ['2.2.0'],
  needsPackages: true,
  plan: (serviceUrl) => [
    ...settings(serviceUrl),
    ...requests,
    ...login,
    ...management,
    ...users,
    ...roles,
    ...menus,
    ...ourFiles('soybean', replaced),
  ],
};
