import type { Change } from '../../apply/plan.ts';

/** The changes to requests, error messages, response types and form rules of soybean-admin. */
export const requests: readonly Change[] = [
  { file: 'src/service/api/auth.ts', remove: 'fetchLogin' },
  { file: 'src/service/api/route.ts', remove: 'fetchGetConstantRoutes' },
  { file: 'src/service/api/system-manage.ts', remove: 'fetchGetRoleList' },
  {
    file: 'src/service/request/index.ts',
    edits: [
      {
        find: `import { $t } from '@/locales';`,
        put: `import { $t } from '@/locales';
import { onForbidden } from '@/portcullis/access';
import { errorText } from '@/portcullis/error-text';`,
      },
      {
        find: `import { BACKEND_ERROR_CODE,`,
        put: `import { axiosSettings, codeOf } from '@portcullis/front-end-kits/soybean';
import { BACKEND_ERROR_CODE,`,
      },
      {
        find: 'await handleExpiredRequest(request.state)',
        put: 'await handleExpiredRequest(request.state, response.config.headers.Authorization)',
      },
      // Without these settings, axios rejects error responses before the front end reads their business code.
      { find: 'headers: {\n', until: '\n    }', put: '...axiosSettings' },
      { find: 'return String(response.data.code) ===', put: 'return codeOf(response) ===' },
      {
        find: 'const responseCode = String(response.data.code);',
        put: `const responseCode = codeOf(response);

      // The rights may have been revoked, so they are read again to update the menu.
      if (response.status === 403) onForbidden();`,
      },
      {
        find: 'message = error.response?.data?.msg || message;',
        put: 'message = (error.response && errorText(error.response)) || message;',
      },
      {
        find: '      showErrorMsg(request.state, message);',
        put: `      // The log-in page asks for the code of the second factor.
      if (backendErrorCode === '1110') return;

      showErrorMsg(request.state, message);`,
      },
      {
        find: `backendErrorCode = String(error.response?.data?.code || '');`,
        put: `backendErrorCode = error.response ? codeOf(error.response) : '';`,
      },
    ],
  },
  {
    file: 'src/service/request/shared.ts',
    edits: [
      {
        find: '/** refresh token */',
        until: 'return success;\n}',
        put: `/**
 * Renews the tokens after a call was refused.
 *
 * @param refused The Authorization header of the refused call
 */
export function handleExpiredRequest(state: RequestInstanceState, refused: unknown) {
  state.refreshTokenPromise ??= renewTokens({ storage: localStg, refused, exchange }).finally(() => {
    state.refreshTokenPromise = null;
  });

  return state.refreshTokenPromise;
}

async function exchange(refreshToken: string) {
  const { data } = await fetchRefreshToken(refreshToken);

  return data;
}`,
      },
      {
        find: `import { useAuthStore } from '@/store/modules/auth';\n`,
        put: `import { renewTokens } from '@portcullis/front-end-kits/soybean';\n`,
      },
    ],
  },
  {
    file: 'src/typings/api/common.d.ts',
    edits: [
      {
        find: 'id: number;',
        put: `id: string;
      /** counts the changes in the service */
      version: number;`,
      },
    ],
  },
  {
    file: 'src/typings/api/system-manage.d.ts',
    edits: [
      { find: 'parentId: number;', put: 'parentId: string | 0;' },
      { find: 'id: number;\n', put: 'id: string;\n' },
      { find: 'pId: number;', put: 'pId: string | 0;' },
    ],
  },
  {
    file: 'src/constants/reg.ts',
    edits: [
      {
        find: 'export const REG_USER_NAME =',
        until: ';',
        put: `import { formRules } from '@portcullis/front-end-kits/soybean';

export const REG_USER_NAME = formRules.userName;`,
      },
      { find: 'export const REG_PHONE =', until: ';', put: 'export const REG_PHONE = formRules.phone;' },
      {
        find: ' * 6-18 characters',
        until: '{6,18}$/;',
        put: ` * The service may be configured to ask for more than 8 characters
 */
export const REG_PWD = formRules.password;`,
      },
      { find: 'export const REG_EMAIL =', until: ';', put: 'export const REG_EMAIL = formRules.email;' },
    ],
  },
  {
    file: 'src/locales/langs/en-us.ts',
    edits: [{ find: `'6-18 characters, including letters, numbers, and underscores'`, put: `'At least 8 characters'` }],
  },
  {
    file: 'src/locales/langs/zh-cn.ts',
    edits: [{ find: `'密码格式不正确，6-18位字符，包含字母、数字、下划线'`, put: `'密码至少 8 个字符'` }],
  },
];
