import type { Schemas } from '@portcullis/client';
import { chooseLanguage, texts } from '../language/language.ts';
import { isLanguage, languages } from '../language/languages.ts';
import { navigationScreens } from '../navigation/screens.ts';
import { chooseTheme } from '../parts/preferences.tsx';
import { menuTitle, roleName } from '../resources/built-in-names.ts';
import { goIfAllowed } from '../routing/location.ts';
import { api, can, logOutIfAllowed } from '../session/session.ts';

/** An entry of the search over everything. */
export interface PaletteEntry {
  readonly id: string;
  /** The kind of the resource or action, such as `User`. */
  readonly kind: string;
  readonly label: string;
  /** A text, such as a slug, by which people tell entries with the same label apart. */
  readonly hint?: string;
  readonly open: () => unknown;
}

type MenuNode = Schemas['MenuNode'];

/** Maximum number of entries of each kind. */
const most = 6;

const matches = (entry: PaletteEntry, words: readonly string[]): boolean => {
  const searched = `${entry.label} ${entry.hint ?? ''} ${entry.kind}`.toLowerCase();
  return words.every((word) => searched.includes(word));
};

function screenEntries(): readonly PaletteEntry[] {
  const text = texts();
  const screens = [...navigationScreens(), { path: '/account', title: text.account.title }];
  return screens.map(({ path, title }) => ({
    id: path,
    kind: text.palette.kinds.screen,
    label: title,
    open: () => goIfAllowed(path),
  }));
}

/** The actions that the person may perform. Each opens the place where it is performed. */
function actionEntries(): readonly PaletteEntry[] {
  const text = texts();
  const all = [
    { isAllowed: can('createUser'), label: text.users.create, path: '/users?create=1' },
    { isAllowed: can('createRole'), label: text.roles.create, path: '/roles/new' },
    { isAllowed: can('createPermission'), label: text.permissions.create, path: '/permissions?create=1' },
    { isAllowed: can('createMenu'), label: text.menus.create, path: '/menus?menu=new' },
    { isAllowed: can('createContent'), label: text.contents.create, path: '/contents/new' },
    { isAllowed: can('createCategory'), label: text.categories.create, path: '/categories?category=new' },
    { isAllowed: can('createTag'), label: text.tags.create, path: '/tags?create=1' },
    { isAllowed: can('createWebhook'), label: text.webhooks.create, path: '/webhooks?create=1' },
  ];
  const kind = text.palette.kinds.action;
  return [
    ...all
      .filter(({ isAllowed }) => isAllowed)
      .map(({ label, path }) => ({ id: path, kind, label, open: () => goIfAllowed(path) })),
    { id: 'log-out', kind, label: text.layout.logOut, open: () => logOutIfAllowed() },
  ];
}

function settingEntries(): readonly PaletteEntry[] {
  const { common, palette } = texts();
  const kind = palette.kinds.setting;
  const themes = (['system', 'light', 'dark'] as const).map((theme) => ({
    id: `theme-${theme}`,
    kind,
    label: `${common.theme}: ${common.themes[theme]}`,
    open: () => chooseTheme(theme),
  }));
  const chosen = Object.entries(languages).flatMap(([tag, { name }]) =>
    isLanguage(tag)
      ? [{ id: `language-${tag}`, kind, label: `${common.language}: ${name}`, open: () => chooseLanguage(tag) }]
      : [],
  );
  return [...themes, ...chosen];
}

/** Returns the screens, actions and settings with the given words. Without words, returns the screens and actions. */
export function ownEntries(search: string): readonly PaletteEntry[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const entries = [...screenEntries(), ...actionEntries(), ...(words.length === 0 ? [] : settingEntries())];
  return entries.filter((entry) => matches(entry, words));
}

async function userEntries(search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  if (!can('listUsers')) return [];
  const { items } = await api.get('/api/users', { params: { query: { search, pageSize: most } }, signal });
  return items.map(({ id, username, email, nickName }) => ({
    id,
    kind: texts().palette.kinds.user,
    label: username,
    hint: [nickName, email].filter((part) => part !== null && part !== '').join(' · '),
    open: () => goIfAllowed(`/users/${id}`),
  }));
}

async function roleEntries(search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  if (!can('listRoles')) return [];
  const { items } = await api.get('/api/roles', { params: { query: { search, pageSize: most } }, signal });
  return items.map((role) => ({
    id: role.id,
    kind: texts().palette.kinds.role,
    label: roleName(role),
    hint: role.code,
    open: () => goIfAllowed(`/roles/${role.id}`),
  }));
}

/** The service does not search in menus. Their tree has at most some hundred, so it is read whole. */
async function menuEntries(search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  if (!can('getMenuTree')) return [];
  const found = matchingMenus(await api.get('/api/menus/tree', { signal }), search.toLowerCase());
  return found.slice(0, most).map((menu) => ({
    id: menu.id,
    kind: texts().palette.kinds.menu,
    label: menuTitle(menu),
    hint: menu.routePath,
    open: () => goIfAllowed(`/menus?menu=${menu.id}`),
  }));
}

function matchingMenus(nodes: readonly MenuNode[], search: string): readonly MenuNode[] {
  return nodes.flatMap((node) => {
    const isFound = [menuTitle(node), node.title, node.routeName, node.routePath].some((text) =>
      text.toLowerCase().includes(search),
    );
    return [...(isFound ? [node] : []), ...matchingMenus(node.children, search)];
  });
}

async function articleEntries(search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  if (!can('updateContent') && !can('createContent')) return [];
  const { items } = await api.get('/api/contents', { params: { query: { search, pageSize: most } }, signal });
  return items.map(({ id, title, slug }) => ({
    id,
    kind: texts().palette.kinds.article,
    label: title,
    hint: slug,
    open: () => goIfAllowed(`/contents/${id}`),
  }));
}

/** Finds users, roles, menus and articles. What the person may not read is left out. */
export async function findEntries(search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  if (search === '') return [];
  const found = await Promise.all(
    [userEntries, roleEntries, menuEntries, articleEntries].map((find) => find(search, signal)),
  );
  return found.flat();
}
