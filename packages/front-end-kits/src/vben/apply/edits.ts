import type { Change } from '../../apply/plan.ts';
import { app } from './settings.ts';

/** The edits to the source files of vben that are neither replaced as a whole nor removed. */
export const edits: readonly Change[] = [
  {
    file: `${app}/src/preferences.ts`,
    edits: [
      {
        find: '    name: import.meta.env.VITE_APP_TITLE,\n  },\n',
        put: `    name: import.meta.env.VITE_APP_TITLE,
    accessMode: 'backend',
    defaultHomePath: '/home',
    enableRefreshToken: true,
  },
  // The service has no notifications; vben would show samples.
  widget: { notification: false },
`,
      },
    ],
  },
  {
    file: `${app}/index.html`,
    edits: [
      {
        find: '    <script>\n      // 生产环境下注入百度统计',
        until: '    </script>\n',
        put: '    <!-- No script of another host is loaded. -->\n',
      },
    ],
  },
  {
    file: `${app}/src/bootstrap.ts`,
    edits: [
      {
        find: "import { $t, setupI18n } from '#/locales';\n",
        put: "import { $t, setupI18n } from '#/locales';\nimport { currentAccessToken } from '#/portcullis/tokens';\n",
      },
      {
        find: '  await initStores(app, { namespace });\n',
        put: `  await initStores(app, { namespace });
  // Other tabs store their state at the same place, so the access token there may be missing or old.
  currentAccessToken();
`,
      },
    ],
  },
  {
    file: `${app}/src/api/request.ts`,
    edits: [
      {
        find: "import { message } from 'ant-design-vue';\n\nimport { useAuthStore } from '#/store';\n",
        put: "import { showError, showErrorOfLogin } from '#/portcullis/show-error';\nimport {\n  currentAccessToken,\n  repeatWithNewToken,\n  storedTokens,\n} from '#/portcullis/tokens';\nimport { useAuthStore } from '#/store';\n",
      },
      {
        find: "    console.warn('Access token or refresh token is invalid or expired. ');\n    const accessStore = useAccessStore();\n",
        put: `    const accessStore = useAccessStore();
    // Several calls may detect the end of the session, or another tab may have removed the token. Log out only once.
    if (!accessStore.accessToken && !accessStore.isAccessChecked) return;
    // The session has not ended: the refresh got no response, or another tab has logged in.
    if (storedTokens()) return;
`,
      },
      {
        find: '      const accessStore = useAccessStore();\n\n      config.headers.Authorization = formatToken(accessStore.accessToken);\n',
        put: '      config.headers.Authorization = formatToken(currentAccessToken());\n',
      },
      {
        find: '  // token过期的处理\n',
        put: '  client.addResponseInterceptor(repeatWithNewToken(client));\n\n  // token过期的处理\n',
      },
      {
        find: '  client.addResponseInterceptor(\n    errorMessageResponseInterceptor((msg: string, error) => {',
        until: '    }),\n  );\n',
        put: '  client.addResponseInterceptor(errorMessageResponseInterceptor(showError));\n',
      },
      {
        find: 'export const baseRequestClient = new RequestClient({ baseURL: apiURL });\n',
        put: `export const baseRequestClient = new RequestClient({ baseURL: apiURL });

baseRequestClient.addResponseInterceptor(
  errorMessageResponseInterceptor(showErrorOfLogin),
);
`,
      },
    ],
  },
  {
    file: `${app}/src/router/routes/core.ts`,
    edits: [
      {
        find: "      {\n        name: 'CodeLogin',",
        until: "          title: $t('page.auth.qrcodeLogin'),\n        },\n      },\n",
        put: '      // The service has no login by code.\n',
      },
      {
        find: "      {\n        name: 'Register',",
        until: "          title: $t('page.auth.register'),\n        },\n      },\n",
        put: '      // Administrators create accounts in the console.\n',
      },
    ],
  },
  {
    file: `${app}/src/layouts/basic.vue`,
    edits: [
      {
        find: 'ref<NotificationItem[]>([\n',
        until: ']);\n',
        put: 'ref<NotificationItem[]>([]);\n',
      },
      {
        find: '        description="ann.vben@gmail.com"\n        tag-text="Pro"\n',
        put: '        :description="userStore.userInfo?.desc"\n        :tag-text="userStore.userInfo?.roles?.[0]"\n',
      },
    ],
  },
];
