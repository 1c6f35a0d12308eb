import type { Change } from '../../apply/plan.ts';
import { app } from './settings.ts';

const views = `${app}/src/views/_core`;

/**
 * Removes pages of vben that would have no effect, because they send no requests: the pages for a login by code, for
 * registration, and for settings that are not stored.
 */
export const removals: readonly Change[] = [
  { file: `${views}/authentication/code-login.vue`, remove: 'AuthenticationCodeLogin' },
  { file: `${views}/authentication/qrcode-login.vue`, remove: 'AuthenticationQrCodeLogin' },
  { file: `${views}/authentication/register.vue`, remove: 'AuthenticationRegister' },
  { file: `${views}/profile/security-setting.vue`, remove: 'ProfileSecuritySetting' },
  { file: `${views}/profile/notification-setting.vue`, remove: 'ProfileNotificationSetting' },
];
