/** The method and path of a request to a route that reads a body. Tests send it as an administrator. */
export interface Call {
  readonly method: 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  /** Whether the request needs no token. */
  readonly isOpen?: boolean;
}

const nothing = '00000000-0000-4000-8000-000000000000';

const creating = ['/users', '/roles', '/permissions', '/menus', '/contents', '/categories', '/tags'];

/**
 * A selection of the routes that read a body, which are all routes except those with the method GET. Logout is left
 * out, because it would end the session. The ids in the paths do not exist.
 */
export const calls: readonly Call[] = [
  { method: 'post', path: '/auth/register', isOpen: true },
  { method: 'post', path: '/auth/login', isOpen: true },
  { method: 'post', path: '/auth/refresh', isOpen: true },
  { method: 'patch', path: '/auth/profile' },
  { method: 'put', path: '/auth/password' },
  ...creating.flatMap((path): Call[] => [
    { method: 'post', path },
    { method: 'patch', path: `${path}/${nothing}` },
    { method: 'delete', path: `${path}/${nothing}` },
  ]),
  { method: 'put', path: `/users/${nothing}/password` },
  { method: 'put', path: `/users/${nothing}/roles` },
  { method: 'post', path: `/roles/${nothing}/permissions` },
  { method: 'post', path: `/roles/${nothing}/menus` },
  { method: 'post', path: `/contents/${nothing}/publish` },
  { method: 'post', path: '/tags/batch' },
];

/** Paths of GET routes to which tests send invalid and unusual query parameters. */
export const queries: readonly string[] = [
  ...creating,
  '/audit-logs',
  '/events',
  '/auth/activity',
  '/menus/route-exists',
  '/menus/tree',
  '/tags/popular',
  '/permissions/by-resource',
];
