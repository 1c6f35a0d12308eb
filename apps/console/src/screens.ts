import type { OperationId } from '@portcullis/client';
import { texts } from './language/language.ts';
import type { Screen } from './navigation/screens.tsx';
import { moduleScreens } from './screens/modules/screens.ts';

/**
 * Everybody who is logged in may read permissions. They are of use to people who look at roles or change permissions.
 */
const permissionOperations = ['listRoles', 'createPermission', 'updatePermission'] as const;

/** The operations of people who work with contents. Visitors may also list and read published contents. */
const contentOperations = [
  'createContent',
  'listRevisions',
  'updateContent',
  'publishContent',
  'deleteContent',
] as const;

/** A screen that is opened from another one. A person who may call one of the operations may open it. */
const opened = (path: string, anyOf: readonly OperationId[], load: Screen['load']): Screen => ({ path, anyOf, load });

/** Every screen, in the order of the navigation. The first screen that the person may use is the start screen. */
export const screens = (): readonly Screen[] => [
  {
    path: '/overview',
    title: () => texts().titles.overview,
    icon: 'mdi:view-dashboard-outline',
    anyOf: ['getOverview'],
    load: async () => (await import('./screens/overview/overview.tsx')).Overview,
  },
  {
    path: '/service',
    title: () => texts().overview.service,
    group: 'service',
    icon: 'mdi:api',
    anyOf: ['getOverview'],
    load: async () => (await import('./screens/overview/service.tsx')).Service,
  },
  {
    path: '/users',
    title: () => texts().titles.users,
    group: 'people',
    icon: 'mdi:account-multiple-outline',
    anyOf: ['listUsers'],
    load: async () => (await import('./screens/users/users.tsx')).Users,
  },
  opened('/users/:id', ['listUsers'], async () => (await import('./screens/users/user.tsx')).User),
  {
    path: '/roles',
    title: () => texts().titles.roles,
    group: 'people',
    icon: 'mdi:shield-account-outline',
    anyOf: ['listRoles'],
    load: async () => (await import('./screens/roles/roles.tsx')).Roles,
  },
  opened('/roles/new', ['createRole'], async () => (await import('./screens/roles/new-role.tsx')).NewRole),
  opened('/roles/:id', ['getRole'], async () => (await import('./screens/roles/role.tsx')).Role),
  {
    path: '/permissions',
    title: () => texts().titles.permissions,
    group: 'people',
    icon: 'mdi:key-outline',
    anyOf: permissionOperations,
    load: async () => (await import('./screens/permissions/permissions.tsx')).Permissions,
  },
  opened(
    '/permissions/:id',
    permissionOperations,
    async () => (await import('./screens/permissions/permission.tsx')).Permission,
  ),
  {
    path: '/user-attributes',
    title: () => texts().titles.userAttributes,
    group: 'people',
    icon: 'mdi:card-account-details-outline',
    anyOf: ['getUserAttributes'],
    load: async () => (await import('./screens/user-attributes/user-attributes.tsx')).UserAttributes,
  },
  {
    path: '/menus',
    title: () => texts().titles.menus,
    group: 'navigation',
    icon: 'mdi:sitemap-outline',
    anyOf: ['getMenuTree'],
    load: async () => (await import('./screens/menus/menus.tsx')).Menus,
  },
  {
    path: '/contents',
    title: () => texts().titles.contents,
    group: 'content',
    icon: 'mdi:file-document-outline',
    anyOf: contentOperations,
    load: async () => (await import('./screens/contents/contents.tsx')).Contents,
  },
  opened('/contents/new', ['createContent'], async () => (await import('./screens/contents/content.tsx')).NewContent),
  opened(
    '/contents/search',
    contentOperations,
    async () => (await import('./screens/contents/search-contents.tsx')).SearchContents,
  ),
  opened('/contents/bin', ['listRemovedContents'], async () => (await import('./screens/contents/bin.tsx')).Bin),
  opened(
    '/contents/:id',
    contentOperations,
    async () => (await import('./screens/contents/content.tsx')).ExistingContent,
  ),
  opened(
    '/contents/:id/history',
    ['listRevisions'],
    async () => (await import('./screens/contents/content-history.tsx')).ContentHistory,
  ),
  opened(
    '/contents/:id/draft',
    ['getWorkingCopy'],
    async () => (await import('./screens/contents/working-copy.tsx')).WorkingCopy,
  ),
  {
    path: '/media',
    title: () => texts().titles.media,
    group: 'content',
    icon: 'mdi:image-multiple-outline',
    anyOf: ['listMedia'],
    load: async () => (await import('./screens/media/library.tsx')).Library,
  },
  opened('/media/:id', ['getMedia'], async () => (await import('./screens/media/file.tsx')).MediaFile),
  {
    path: '/categories',
    title: () => texts().titles.categories,
    group: 'content',
    icon: 'mdi:folder-outline',
    anyOf: ['createCategory', 'updateCategory', 'deleteCategory'],
    load: async () => (await import('./screens/categories/categories.tsx')).Categories,
  },
  {
    path: '/tags',
    title: () => texts().titles.tags,
    group: 'content',
    icon: 'mdi:tag-outline',
    anyOf: ['createTag', 'createTags', 'updateTag', 'deleteTag'],
    load: async () => (await import('./screens/tags/tags.tsx')).Tags,
  },
  ...moduleScreens(),
  {
    path: '/api-keys',
    title: () => texts().titles.apiKeys,
    group: 'service',
    icon: 'mdi:key-chain-variant',
    // Only administrators may read the keys of service accounts.
    anyOf: ['createUser'],
    load: async () => (await import('./screens/api-keys/api-keys.tsx')).ApiKeys,
  },
  opened('/api-keys/new', ['createUser'], async () => (await import('./screens/api-keys/api-keys.tsx')).CreateApiKey),
  opened(
    '/api-keys/assistant',
    ['createUser'],
    async () => (await import('./screens/api-keys/assistant.tsx')).ConnectAssistant,
  ),
  {
    path: '/webhooks',
    title: () => texts().titles.webhooks,
    group: 'service',
    icon: 'mdi:webhook',
    anyOf: ['listWebhooks'],
    load: async () => (await import('./screens/webhooks/webhooks.tsx')).Webhooks,
  },
  opened('/webhooks/:id', ['getWebhook'], async () => (await import('./screens/webhooks/webhook.tsx')).Webhook),
  opened(
    '/webhooks/:id/deliveries',
    ['listDeliveries'],
    async () => (await import('./screens/webhooks/deliveries.tsx')).Deliveries,
  ),
  {
    path: '/activity',
    title: () => texts().titles.activity,
    group: 'service',
    icon: 'mdi:history',
    anyOf: ['listEvents'],
    load: async () => (await import('./screens/activity/activity.tsx')).Activity,
  },
  opened('/activity/:id', ['getEvent'], async () => (await import('./screens/activity/event.tsx')).Event),
  { path: '/account', load: async () => (await import('./screens/account/account.tsx')).Account },
];
