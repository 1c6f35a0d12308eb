import type { Screen } from './navigation/screens.ts';
import { accountScreens } from './screens/account/screens.ts';
import { activityScreens } from './screens/activity/screens.ts';
import { apiKeyScreens } from './screens/api-keys/screens.ts';
import { categoryScreens } from './screens/categories/screens.ts';
import { contentScreens } from './screens/contents/screens.ts';
import { mediaScreens } from './screens/media/screens.ts';
import { menuScreens } from './screens/menus/screens.ts';
import { moduleScreens } from './screens/modules/screens.ts';
import { overviewScreens } from './screens/overview/screens.ts';
import { permissionScreens } from './screens/permissions/screens.ts';
import { roleScreens } from './screens/roles/screens.ts';
import { tagScreens } from './screens/tags/screens.ts';
import { userAttributeScreens } from './screens/user-attributes/screens.ts';
import { userScreens } from './screens/users/screens.ts';
import { webhookScreens } from './screens/webhooks/screens.ts';

/** Every screen, in the order of the navigation. The first screen that the person may use is the start screen. */
export const screens = (): readonly Screen[] => [
  ...overviewScreens,
  ...userScreens,
  ...roleScreens,
  ...permissionScreens,
  ...userAttributeScreens,
  ...menuScreens,
  ...contentScreens,
  ...mediaScreens,
  ...categoryScreens,
  ...tagScreens,
  ...moduleScreens(),
  ...apiKeyScreens,
  ...webhookScreens,
  ...activityScreens,
  ...accountScreens,
];
