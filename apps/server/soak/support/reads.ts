import type { Clients } from './clients.ts';
import type { Scenario } from './scenario.ts';
import { randomItem, type SoakData } from './site.ts';

/** Returns scenarios that read: single resources, lists, trees and searches, with and without a token. */
export function reads(site: SoakData, clients: Clients): readonly Scenario[] {
  const { api } = site;
  const asAdministrator = (path: () => string) => (): Promise<unknown> =>
    clients.send(randomItem(site.administrators).api, `GET ${path()}`);
  const asVisitor = (path: () => string) => (): Promise<unknown> => clients.send(api, `GET ${path()}`);
  const paths: Readonly<Record<'token' | 'visitor', readonly (() => string)[]>> = {
    token: [
      () => '/auth/permissions',
      () => '/auth/profile',
      () => '/auth/sessions',
      () => `/users/${site.person.id}`,
      () => '/users?pageSize=20&sortBy=username',
      () => '/users?roleCode=ADMIN',
      () => '/roles',
      () => `/roles/${randomItem(site.roleIds)}`,
      () => `/roles/${randomItem(site.roleIds)}/permissions`,
      () => '/permissions?pageSize=100',
      () => '/menus/user-routes',
      () => '/menus/tree',
      () => '/menus',
      () => '/menus/route-exists?routeName=home',
      () => '/audit-logs?pageSize=20',
      () => '/audit-logs?event=nothing',
      () => `/contents/${randomItem(site.contents).id}`,
      () => '/contents?status=DRAFT',
    ],
    visitor: [
      () => `/contents/slug/${randomItem(site.contents).slug}`,
      () => `/contents/${randomItem(site.contents).id}`,
      () => '/contents',
      () => `/contents?tagId=${randomItem(site.tags).id}&page=2&pageSize=5`,
      () => '/categories/tree',
      () => '/categories',
      () => '/tags',
      () => '/tags/popular',
      () => `/tags/slug/${randomItem(site.tags).slug}`,
      () => '/menus/constant-routes',
      () => '/openapi.json',
      () => '/health/live',
      () => '/health/ready',
    ],
  };
  const words = ['content', 'e', 'nothing has this', 'a1', '100%'];
  const search = (list: string) => (): string => `/${list}?search=${encodeURIComponent(randomItem(words))}`;
  const known = async (): Promise<void> => {
    const { slug } = randomItem(site.contents);
    await clients.turn();
    const first = await api.get(`/contents/slug/${slug}`);
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    await clients.send(api, `GET /contents/slug/${slug}`, { status: 304, headers });
  };
  return [
    ...paths.token.map((path) => ({ weight: 2, run: asAdministrator(path) })),
    ...paths.visitor.map((path) => ({ weight: 2, run: asVisitor(path) })),
    ...['users', 'roles', 'menus', 'permissions'].map((list) => ({ weight: 2, run: asAdministrator(search(list)) })),
    ...['contents', 'tags', 'categories'].map((list) => ({ weight: 2, run: asVisitor(search(list)) })),
    { weight: 4, run: known },
  ];
}
