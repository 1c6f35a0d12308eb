import type { Change } from '../../apply/plan.ts';

/** The path of the changed app in the monorepo. */
export const app = 'apps/web-antd';

/**
 * Returns the settings for the address of the service. Without the setting in `.env.production`, a production build
 * sends passwords to a public mock host. So this file is the first one that is written, in case a later write fails.
 */
export const settings = (serviceUrl: string): readonly Change[] => [
  { file: `${app}/.env.production`, settings: { VITE_GLOB_API_URL: `${serviceUrl}/api` } },
  {
    file: `${app}/.env.development`,
    settings: { VITE_GLOB_API_URL: `${serviceUrl}/api`, VITE_NITRO_MOCK: 'false' },
  },
];
