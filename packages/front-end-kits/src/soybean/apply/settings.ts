import type { Change } from '../../apply/plan.ts';

/** Returns the changes to the front end's settings. The front end compares business codes as texts. */
export const settings = (serviceUrl: string): readonly Change[] => [
  {
    file: '.env',
    settings: {
      // The menus are read from the service.
      VITE_AUTH_ROUTE_MODE: 'dynamic',
      VITE_ROUTE_HOME: 'home',
      VITE_SERVICE_SUCCESS_CODE: '0',
      // After these codes, the front end refreshes the token once and repeats the call.
      VITE_SERVICE_EXPIRED_TOKEN_CODES: '1102',
      // After these codes, the front end opens the login page.
      VITE_SERVICE_LOGOUT_CODES: '1001,1103',
      // The service never sends this code. An empty value would match responses without a code and hide network errors.
      VITE_SERVICE_MODAL_LOGOUT_CODES: '7777',
    },
  },
  { file: '.env.prod', settings: { VITE_SERVICE_BASE_URL: `${serviceUrl}/api` } },
  { file: '.env.test', settings: { VITE_SERVICE_BASE_URL: `${serviceUrl}/api` } },
];
