import { builtInPermission, type BenchFixture } from './fixture.ts';
import { rareWord } from './data.ts';
import type { Call } from './drive.ts';
import { idOf } from './ids.ts';

/** A request whose time is measured with tables of different sizes. */
export interface Probe {
  readonly title: string;
  readonly path: string;
  /** `whole` marks a response with all permissions of the caller, so its time grows with their number. */
  readonly kind: 'page 1' | 'last page' | 'rare word' | 'read' | 'whole';
  /** The group of callers whose tokens are sent; if absent, no token is sent. */
  readonly as?: 'readers' | 'administrators';
}

interface List extends Omit<Probe, 'kind'> {
  readonly isSearched: boolean;
}

const searched = rareWord(77);
const lists: readonly List[] = [
  { title: 'users', path: '/api/users', as: 'readers', isSearched: true },
  { title: 'permissions', path: '/api/permissions', as: 'readers', isSearched: true },
  { title: 'contents', path: '/api/contents', isSearched: true },
  { title: 'tags', path: '/api/tags', isSearched: false },
  { title: 'audit records', path: '/api/audit-logs', as: 'administrators', isSearched: false },
];

const reads: readonly Probe[] = [
  { title: 'user', path: `/api/users/${idOf('user', 60)}`, as: 'readers', kind: 'read' },
  { title: 'permission', path: `/api/permissions/${builtInPermission}`, as: 'readers', kind: 'read' },
  { title: 'content', path: `/api/contents/${idOf('content', 7)}`, kind: 'read' },
  { title: 'content by slug', path: '/api/contents/slug/article-7', kind: 'read' },
  { title: 'popular tags', path: '/api/tags/popular', kind: 'read' },
  { title: 'own menus', path: '/api/menus/user-routes', as: 'readers', kind: 'read' },
  { title: 'own permissions', path: '/api/auth/permissions', as: 'readers', kind: 'whole' },
];

export const callOf = ({ path, as }: Pick<Probe, 'path' | 'as'>, cast: BenchFixture): Call => ({
  method: 'GET',
  path,
  headers: (as === undefined ? undefined : cast[as][0]) ?? {},
});

/**
 * Returns probes for the first and the last page of each list, and for the requests in `reads`. A list that can be
 * searched also has a probe for a search with at most one match.
 */
export async function probesOf(url: string, cast: BenchFixture): Promise<readonly Probe[]> {
  const probes: Probe[] = [];
  for (const { isSearched, ...list } of lists) {
    const { headers } = callOf(list, cast);
    const { data }: { data: { total: number } } = Object(await (await fetch(`${url}${list.path}`, { headers })).json());
    const last = Math.ceil(data.total / 10);
    probes.push(
      { ...list, title: `${list.title}, page 1`, kind: 'page 1' },
      { ...list, title: `${list.title}, last page`, kind: 'last page', path: `${list.path}?page=${last}` },
    );
    if (isSearched) {
      probes.push({
        ...list,
        title: `${list.title}, rare word`,
        kind: 'rare word',
        path: `${list.path}?search=${searched}`,
      });
    }
  }
  return [...probes, ...reads];
}
