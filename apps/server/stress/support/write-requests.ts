import { randomUUID } from 'node:crypto';

/** A response, reduced to the parts that the stress tests compare. */
export interface SentWrite {
  readonly operation: string;
  readonly requestId: string;
  readonly status: number;
  readonly reason: string;
  readonly retryAfter: string | null;
  readonly data: unknown;
  readonly ms: number;
  /** The time at which the request was sent, by `performance.now()`. */
  readonly began: number;
}

export type SendWrite = (
  operation: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<SentWrite>;

/** Returns a function that sends requests with a request id of their own. The status is 0 if there is no response. */
export const writeSender =
  (url: string, token: () => string): SendWrite =>
  async (operation, method, path, body, headers = {}) => {
    const requestId = randomUUID();
    const began = performance.now();
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token()}`,
          'X-Request-Id': requestId,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const parsed: { readonly reason?: string; readonly data?: unknown } = JSON.parse(await response.text());
      return {
        operation,
        requestId,
        status: response.status,
        reason: parsed.reason ?? '',
        retryAfter: response.headers.get('Retry-After'),
        data: parsed.data,
        ms: performance.now() - began,
        began,
      };
    } catch {
      const ms = performance.now() - began;
      return { operation, requestId, status: 0, reason: '', retryAfter: null, data: undefined, ms, began };
    }
  };

const name = (prefix: string): string => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 16)}`;

const idIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : undefined;

/** Sends the requests of one life of a resource: it is created, changed in several ways, and removed. */
export type Life = (send: SendWrite) => Promise<readonly SentWrite[]>;

type Step = readonly [operation: string, method: string, path: string, body?: unknown];

/** Sends a request that creates a resource, and then the steps with the id of the new resource. */
const life =
  (create: () => Step, steps: (id: string) => readonly Step[]): Life =>
  async (send) => {
    const sent = [await send(...create())];
    const id = idIn(sent[0]?.data);
    for (const step of id === undefined ? [] : steps(id)) sent.push(await send(...step));
    return sent;
  };

/** Operations that change nothing if an earlier step of the same life has failed, or if nothing was set before. */
export const operationsWithoutEvent: ReadonlySet<string> = new Set([
  'setRolePermissions',
  'setRoleMenus',
  'updateUserRoles',
  'changeContents',
  'moveMenu',
  'unpublishContent',
]);

/**
 * Lives of all resources that administrators and editors write. Together they use all operations that record events.
 */
export const lives: readonly Life[] = [
  life(
    () => ['createTag', 'POST', '/tags', { name: name('tag ') }],
    (id) => [
      ['updateTag', 'PATCH', `/tags/${id}`, { description: name('text ') }],
      ['createTags', 'POST', '/tags/batch', { names: [name('tag '), name('tag ')] }],
      ['deleteTag', 'DELETE', `/tags/${id}`],
    ],
  ),
  life(
    () => ['createCategory', 'POST', '/categories', { name: name('category ') }],
    (id) => [
      ['updateCategory', 'PATCH', `/categories/${id}`, { description: name('text ') }],
      ['deleteCategory', 'DELETE', `/categories/${id}`],
    ],
  ),
  life(
    () => ['createRole', 'POST', '/roles', { code: name('R').toUpperCase(), name: name('role ') }],
    (id) => [
      ['updateRole', 'PATCH', `/roles/${id}`, { description: name('text ') }],
      ['setRolePermissions', 'POST', `/roles/${id}/permissions`, { permissionIds: [] }],
      ['setRoleMenus', 'POST', `/roles/${id}/menus`, { menuIds: [] }],
      ['deleteRole', 'DELETE', `/roles/${id}`],
    ],
  ),
  life(
    () => [
      'createPermission',
      'POST',
      '/permissions',
      { code: name('resource.'), name: name('permission '), resource: 'resource', action: 'act' },
    ],
    (id) => [
      ['updatePermission', 'PATCH', `/permissions/${id}`, { description: name('text ') }],
      ['deletePermission', 'DELETE', `/permissions/${id}`],
    ],
  ),
  life(
    () => ['createMenu', 'POST', '/menus', { routeName: name('menu'), routePath: `/${name('menu')}`, menuType: 2 }],
    (id) => [
      ['updateMenu', 'PATCH', `/menus/${id}`, { menuName: name('menu ') }],
      ['moveMenu', 'POST', `/menus/${id}/move`, { parentId: null, order: 3 }],
      ['deleteMenu', 'DELETE', `/menus/${id}`],
    ],
  ),
  life(
    () => {
      const username = name('user');
      return ['createUser', 'POST', '/users', { username, email: `${username}@example.com`, password: name('pass') }];
    },
    (id) => [
      ['updateUser', 'PATCH', `/users/${id}`, { nickName: name('nick ') }],
      ['updateUserRoles', 'PATCH', `/users/${id}`, { roleIds: [] }],
      ['setUserPassword', 'PUT', `/users/${id}/password`, { password: name('pass') }],
      ['deleteUser', 'DELETE', `/users/${id}`],
    ],
  ),
  life(
    () => ['createContent', 'POST', '/contents', { title: name('title '), contentMd: '# A heading\n\nSome *text*.' }],
    (id) => [
      ['updateContent', 'PATCH', `/contents/${id}`, { contentMd: name('text ') }],
      ['publishContent', 'POST', `/contents/${id}/publish`],
      ['saveWorkingCopy', 'PUT', `/contents/${id}/draft`, { title: name('title ') }],
      ['publishWorkingCopy', 'POST', `/contents/${id}/draft/publish`],
      ['unpublishContent', 'POST', `/contents/${id}/unpublish`],
      ['archiveContent', 'POST', `/contents/${id}/archive`],
      ['changeContents', 'POST', '/contents/batch', { ids: [id], action: 'publish', atomic: true }],
      ['restoreRevision', 'POST', `/contents/${id}/revisions/1/restore`],
      ['deleteContent', 'DELETE', `/contents/${id}`],
    ],
  ),
  life(
    () => [
      'createWebhook',
      'POST',
      '/webhooks',
      { url: 'https://8.8.8.8/hook', types: ['tag.created'], enabled: false },
    ],
    (id) => [
      ['updateWebhook', 'PATCH', `/webhooks/${id}`, { description: name('text ') }],
      ['deleteWebhook', 'DELETE', `/webhooks/${id}`],
    ],
  ),
];
