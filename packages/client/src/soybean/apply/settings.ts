import type { Change } from '../../apply/plan.ts';

/** The settings of the front end. Codes are compared as text. */
export const settings = (serviceUrl: string): readonly Change[] => [
  {
    file: '.env',
    settings: {
      // Menus come from the service.
      VITE_AUTH_ROUTE_MODE: 'dynamic',
      VITE_ROUTE_HOME: 'home',
      VITE_SERVICE_SUCCESS_CODE: '0',
      // Refresh once, repeat the call.
      VITE_SERVICE_EXPIRED_TOKEN_CODES: '1102',
      // Go to the login page.
      VITE_SERVICE_LOGOUT_CODES: '1001,1103',
      // Never sent. If it is empty, it matches responses without a code and hides network errors.
      VITE_SERVICE_MODAL_LOGOUT_CODES: '7777',
    },
  },
  { file: '.env.prod', settings: { VITE_SERVICE_BASE_URL: `${serviceUrl}/api` } },
  { file: '.env.test', settings: { VITE_SERVICE_BASE_URL: `${serviceUrl}/api` } },
];
