import type { Change } from '../../apply/plan.ts';

const modules = '(pwd-login|code-login|register|reset-pwd|bind-wechat)';
const path = { find: modules, put: '(pwd-login|register|reset-pwd)' };

/**
 * Changes to the login and the logout of soybean-admin. They remove the login methods that the service does not
 * support, add the second step of a login and the login at a provider, and make the logout end the session in the
 * service.
 */
export const login: readonly Change[] = [
  { file: 'src/views/_builtin/login/modules/code-login.vue', remove: 'CodeLogin' },
  { file: 'src/views/_builtin/login/modules/bind-wechat.vue', remove: 'BindWechat' },
  {
    file: 'src/views/_builtin/login/index.vue',
    edits: [
      {
        find: `import CodeLogin from './modules/code-login.vue';`,
        until: `import BindWechat from './modules/bind-wechat.vue';`,
        put: `// The service has no login by code or WeChat.
import Register from './modules/register.vue';
import ResetPwd from './modules/reset-pwd.vue';`,
      },
      {
        find: 'component: PwdLogin },',
        until: 'component: BindWechat }',
        put: `component: PwdLogin },
  register: { label: loginModuleRecord.register, component: Register },
  'reset-pwd': { label: loginModuleRecord['reset-pwd'], component: ResetPwd }`,
      },
    ],
  },
  {
    // Several concurrent calls can detect the end of the session. A second reset would look for the login page after
    // the first reset has removed its route.
    file: 'src/store/modules/auth/index.ts',
    edits: [
      {
        find: 'async function resetStore() {',
        put: `function resetStore() {
    resetting ??= reset().finally(() => {
      resetting = null;
    });

    return resetting;
  }

  let resetting: Promise<void> | null = null;

  async function reset() {`,
      },
      { find: '    routeStore.resetStore();', put: '    await routeStore.resetStore();' },
      {
        find: `import { useLoading } from '@sa/hooks';`,
        put: `import { challengeAfter, storeLoginToken } from '@portcullis/front-end-kits/soybean';
import { useLoading } from '@sa/hooks';`,
      },
      {
        find: `  const token = ref('');`,
        put: `  const token = ref('');

  /** The challenge of a login that needs a code of the second factor. */
  const challenge = ref('');`,
      },
      {
        find: `  async function login(userName: string, password: string, redirect = true) {
    startLoading();

    const { data: loginToken, error } = await fetchLogin(userName, password);

    if (!error) {`,
        put: `  function login(userName: string, password: string, redirect = true) {
    return loginWith(fetchLogin(userName, password), redirect);
  }

  /** Completes a login with the response to a password, a code, or the ticket of a sign-in at a provider. */
  async function loginWith(answer: ReturnType<typeof fetchLogin>, redirect = true) {
    startLoading();

    const { data: loginToken, error } = await answer;

    if (!error) {`,
      },
      {
        find: `    } else {
      resetStore();
    }

    endLoading();`,
        put: `    } else {
      challenge.value = challengeAfter(error.response, challenge.value);

      if (!challenge.value) resetStore();
    }

    endLoading();`,
      },
      {
        find: "localStg.set('token', loginToken.token);",
        until: "localStg.set('refreshToken', loginToken.refreshToken);",
        put: 'storeLoginToken(localStg, loginToken);',
      },
      { find: '    loginLoading,\n', put: '    loginLoading,\n    challenge,\n    loginWith,\n' },
    ],
  },
  {
    file: 'src/constants/app.ts',
    edits: [
      {
        find: `'page.login.pwdLogin.title',`,
        until: `'page.login.bindWeChat.title'`,
        put: `'page.login.pwdLogin.title',
  register: 'page.login.register.title',
  'reset-pwd': 'page.login.resetPwd.title'`,
      },
    ],
  },
  {
    file: 'src/typings/union-key.d.ts',
    edits: [
      {
        find: '   * - code-login',
        until: `'bind-wechat';`,
        put: `   * - register: register
   * - reset-pwd: reset password
   */
  type LoginModule = 'pwd-login' | 'register' | 'reset-pwd';`,
      },
    ],
  },
  {
    file: 'build/plugins/router.ts',
    edits: [
      {
        find: `['pwd-login', 'code-login', 'register', 'reset-pwd', 'bind-wechat']`,
        put: `['pwd-login', 'register', 'reset-pwd']`,
      },
    ],
  },
  // A build generates these three files from the file above. But the front end checks its types before it builds, so
  // they must be changed too.
  { file: 'src/router/elegant/routes.ts', edits: [path] },
  { file: 'src/router/elegant/transform.ts', edits: [path] },
  { file: 'src/typings/elegant-router.d.ts', edits: [path] },
  {
    file: 'src/layouts/modules/global-header/components/user-avatar.vue',
    edits: [
      {
        find: `import { useAuthStore } from '@/store/modules/auth';`,
        put: `import { fetchLogout } from '@/service/api';
import { useAuthStore } from '@/store/modules/auth';`,
      },
      {
        find: `onPositiveClick: () => {
      authStore`,
        put: `onPositiveClick: async () => {
      // Without this call, the session would stay open in the service.
      await fetchLogout();
      authStore`,
      },
    ],
  },
];
