import type { FunctionComponent } from 'preact';
import { match } from './routing/match.ts';
import { activityMessages } from './screens/activity/messages.ts';
import { categoriesMessages } from './screens/categories/messages.ts';
import { contentsMessages } from './screens/contents/messages.ts';
import { tagsMessages } from './screens/tags/messages.ts';
import { auditMessages } from './screens/audit/messages.ts';
import { permissionsMessages } from './screens/permissions/messages.ts';
import { rolesMessages } from './screens/roles/messages.ts';
import { usersMessages } from './screens/users/messages.ts';
import { menusMessages } from './screens/menus/messages.ts';
import { overviewMessages } from './screens/overview/messages.ts';
import { webhooksMessages } from './screens/webhooks/messages.ts';
import { hasRole, isAdministrator, hasPermission } from './session/session.ts';

export interface Screen {
  /** The path below /admin; one segment may be `:id`. */
  readonly path: string;
  /** The title in the navigation. If missing, the screen is not in the navigation, but opened from another screen. */
  readonly title?: () => string;
  /** Returns whether the person may use the screen. The service also checks every request. */
  readonly isAllowed: () => boolean;
  /** Loads the code of the screen. It is called when the screen is opened. */
  readonly load: () => Promise<FunctionComponent<{ readonly id: string }>>;
}

const isEditor = (): boolean => hasRole('ADMIN', 'MODERATOR');

/** Every screen, in the order of the navigation. The first screen that the person may use is the start screen. */
const screens: readonly Screen[] = [
  {
    path: '/overview',
    title: () => overviewMessages().title,
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/overview/overview.tsx')).Overview,
  },
  {
    path: '/users',
    title: () => usersMessages().title,
    isAllowed: () => hasPermission('user.read'),
    load: async () => (await import('./screens/users/users.tsx')).Users,
  },
  {
    path: '/users/:id',
    isAllowed: () => hasPermission('user.read'),
    load: async () => (await import('./screens/users/user.tsx')).User,
  },
  {
    path: '/roles',
    title: () => rolesMessages().title,
    isAllowed: () => hasPermission('role.read'),
    load: async () => (await import('./screens/roles/roles.tsx')).Roles,
  },
  {
    path: '/roles/:id',
    isAllowed: () => hasPermission('role.read'),
    load: async () => (await import('./screens/roles/role.tsx')).Role,
  },
  {
    path: '/permissions',
    title: () => permissionsMessages().title,
    isAllowed: () => hasPermission('permission.read') || isAdministrator.value,
    load: async () => (await import('./screens/permissions/permissions.tsx')).Permissions,
  },
  {
    path: '/permissions/:id',
    isAllowed: () => hasPermission('permission.read') || isAdministrator.value,
    load: async () => (await import('./screens/permissions/permission.tsx')).Permission,
  },
  {
    path: '/menus',
    title: () => menusMessages().title,
    isAllowed: () => hasPermission('menu.read'),
    load: async () => (await import('./screens/menus/menus.tsx')).Menus,
  },
  {
    path: '/contents',
    title: () => contentsMessages().title,
    isAllowed: isEditor,
    load: async () => (await import('./screens/contents/contents.tsx')).Contents,
  },
  {
    path: '/contents/new',
    isAllowed: isEditor,
    load: async () => (await import('./screens/contents/content.tsx')).NewContent,
  },
  {
    path: '/contents/search',
    isAllowed: isEditor,
    load: async () => (await import('./screens/contents/search-contents.tsx')).SearchContents,
  },
  {
    path: '/contents/:id',
    isAllowed: isEditor,
    load: async () => (await import('./screens/contents/content.tsx')).ExistingContent,
  },
  {
    path: '/contents/:id/history',
    isAllowed: isEditor,
    load: async () => (await import('./screens/contents/content-history.tsx')).ContentHistory,
  },
  {
    path: '/contents/:id/draft',
    isAllowed: isEditor,
    load: async () => (await import('./screens/contents/working-copy.tsx')).WorkingCopy,
  },
  {
    path: '/categories',
    title: () => categoriesMessages().title,
    isAllowed: isEditor,
    load: async () => (await import('./screens/categories/categories.tsx')).Categories,
  },
  {
    path: '/tags',
    title: () => tagsMessages().title,
    isAllowed: isEditor,
    load: async () => (await import('./screens/tags/tags.tsx')).Tags,
  },
  {
    path: '/webhooks',
    title: () => webhooksMessages().title,
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/webhooks/webhooks.tsx')).Webhooks,
  },
  {
    path: '/webhooks/:id',
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/webhooks/webhook.tsx')).Webhook,
  },
  {
    path: '/webhooks/:id/deliveries',
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/webhooks/deliveries.tsx')).Deliveries,
  },
  {
    path: '/activity',
    title: () => activityMessages().title,
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/activity/activity.tsx')).Activity,
  },
  {
    path: '/activity/:id',
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/activity/event.tsx')).Event,
  },
  {
    path: '/audit',
    title: () => auditMessages().title,
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/audit/audit.tsx')).Audit,
  },
  {
    path: '/audit/:id',
    isAllowed: () => isAdministrator.value,
    load: async () => (await import('./screens/audit/audit-record.tsx')).AuditRecord,
  },
  {
    path: '/account',
    isAllowed: () => true,
    load: async () => (await import('./screens/account/account.tsx')).Account,
  },
];

/** Returns the screens that the navigation shows to the person. */
export const navigationScreens = () => screens.filter((screen) => screen.title !== undefined && screen.isAllowed());

/**
 * @returns the screen for a path, and the id in the path; undefined if no screen has this path. The path `/` shows the
 * first screen in the person's navigation, or the person's account if the navigation is empty.
 */
export function findScreen(path: string): { readonly screen: Screen; readonly id: string } | undefined {
  const sought = path === '/' ? (navigationScreens()[0]?.path ?? '/account') : path;
  for (const screen of screens) {
    const id = match(screen.path, sought);
    if (id !== undefined) return { screen, id };
  }
  return undefined;
}
