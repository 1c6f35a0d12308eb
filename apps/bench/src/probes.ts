import { builtInPermission, type Cast } from './cast.ts';
import { rareWord } from './data.ts';
import type { Call } from './drive.ts';
import { idOf } from './ids.ts';

/** One request whose growth is watched. */
export interface Probe {
  readonly title: string;
  readonly path: string;
  readonly kind: 'page 1' | 'last page' | 'rare word' | 'read';
  /** Whether it is asked with a token. */
  readonly isPersonal: boolean;
}

const searched = rareWord(77);
const lists: readonly Probe[] = [
  { title: 'users', path: '/api/users', isPersonal: true, kind: 'read' },
  { title: 'permissions', path: '/api/permissions', isPersonal: true, kind: 'read' },
  { title: 'contents', path: '/api/contents', isPersonal: false, kind: 'read' },
];

const reads: readonly Probe[] = [
  { title: 'user', path: `/api/users/${idOf('user', 60)}`, isPersonal: true, kind: 'read' },
  { title: 'permission', path: `/api/permissions/${builtInPermission}`, isPersonal: true, kind: 'read' },
  { title: 'content', path: `/api/contents/${idOf('content', 7)}`, isPersonal: false, kind: 'read' },
  { title: 'content by slug', path: '/api/contents/slug/article-7', isPersonal: false, kind: 'read' },
  { title: 'own permissions', path: '/api/auth/permissions', isPersonal: true, kind: 'read' },
  { title: 'own menus', path: '/api/menus/user-routes', isPersonal: true, kind: 'read' },
];

export const callOf = ({ path, isPersonal }: Probe, { readers }: Cast): Call => ({
  method: 'GET',
  path,
  headers: (isPersonal ? readers[0] : undefined) ?? {},
});

/** Of each list the first page, the last and the search for a word that one row has; and every single read. */
export async function probesOf(url: string, cast: Cast): Promise<readonly Probe[]> {
  const probes: Probe[] = [];
  for (const list of lists) {
    const { headers } = callOf(list, cast);
    const { data }: { data: { total: number } } = Object(await (await fetch(`${url}${list.path}`, { headers })).json());
    const last = Math.ceil(data.total / 10);
    probes.push(
      { ...list, title: `${list.title}, page 1`, kind: 'page 1' },
      { ...list, title: `${list.title}, last page`, kind: 'last page', path: `${list.path}?page=${last}` },
      { ...list, title: `${list.title}, rare word`, kind: 'rare word', path: `${list.path}?search=${searched}` },
    );
  }
  return [...probes, ...reads];
}
