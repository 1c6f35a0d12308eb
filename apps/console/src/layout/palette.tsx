import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { texts, chooseLanguage } from '../language/language.ts';
import { useLoad, useSettled } from '../parts/load.tsx';
import { isLanguage, languages } from '../language/languages.ts';
import { navigationScreens } from '../navigation/screens.tsx';
import { theme } from '../parts/preferences.tsx';
import { rowsOf } from '../parts/tree-moves.ts';
import { menuTitle, roleName } from '../resources/built-in-names.ts';
import { goIfAllowed } from '../routing/location.ts';
import { api, can, logOutIfAllowed } from '../session/session.ts';

/** An entry of the search over everything. */
interface PaletteEntry {
  readonly id: string;
  /** The kind of the resource or action, such as `User`. */
  readonly kind: string;
  readonly label: string;
  /** A text, such as a slug, by which people tell entries with the same label apart. */
  readonly hint?: string;
  readonly open: () => unknown;
}

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
  const themes = (['system', 'light', 'dark'] as const).map((name) => ({
    id: `theme-${name}`,
    kind,
    label: `${common.theme}: ${common.themes[name]}`,
    open: () => theme.set(name),
  }));
  const chosen = Object.entries(languages).flatMap(([tag, { name }]) =>
    isLanguage(tag)
      ? [{ id: `language-${tag}`, kind, label: `${common.language}: ${name}`, open: () => chooseLanguage(tag) }]
      : [],
  );
  return [...themes, ...chosen];
}

/** Returns the screens, actions and settings with the given words. Without words, returns the screens and actions. */
function ownEntries(search: string): readonly PaletteEntry[] {
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
  const menus = rowsOf(await api.get('/api/menus/tree', { signal })).map(({ node }) => node);
  const found = menus.filter((menu) =>
    [menuTitle(menu), menu.title, menu.routeName, menu.routePath].some((text) =>
      text.toLowerCase().includes(search.toLowerCase()),
    ),
  );
  return found.slice(0, most).map((menu) => ({
    id: menu.id,
    kind: texts().palette.kinds.menu,
    label: menuTitle(menu),
    hint: menu.routePath,
    open: () => goIfAllowed(`/menus?menu=${menu.id}`),
  }));
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
async function findEntries(search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  if (search === '') return [];
  const found = await Promise.all(
    [userEntries, roleEntries, menuEntries, articleEntries].map((find) => find(search, signal)),
  );
  return found.flat();
}

/** Milliseconds from the last keystroke until the service is asked. */
const pause = 150;

/** The search over users, roles, menus, articles, screens, settings and actions, which the keyboard operates. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const text = texts().palette;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // The dialog may have opened before this was loaded, too early for `autofocus`.
  useEffect(() => input.current?.focus(), []);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), pause);
  const [position, setPosition] = useState(0);
  const found = useLoad((signal) => findEntries(search, signal), [search]);
  const entries = [...ownEntries(typed), ...(typed.trim() === '' ? [] : (found.data ?? []))];
  const chosen = Math.min(position, entries.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, entries.length]);

  function open(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    onClose();
    void entry.open();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = entries.length - 1;
    if (event.key === 'ArrowDown') setPosition(chosen >= last ? 0 : chosen + 1);
    else if (event.key === 'ArrowUp') setPosition(chosen <= 0 ? last : chosen - 1);
    else if (event.key === 'Enter' && !event.isComposing) open(entries[chosen]);
    else return;
    event.preventDefault();
  }

  const isEmpty = entries.length === 0 && !found.isLoading && search === typed.trim();
  return (
    <div class="palette">
      <input
        ref={input}
        type="text"
        role="combobox"
        class="search"
        dir="auto"
        aria-label={text.title}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[chosen] === undefined ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
        autocomplete="off"
        maxLength={100}
        placeholder={text.hint}
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={`${id}-list`} class="palette-list" role="listbox" aria-label={text.results}>
        {entries.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => open(entry)}
          >
            <span dir="auto">{entry.label}</span>
            {entry.hint === undefined ? undefined : (
              <span class="quiet" dir="auto">
                {entry.hint}
              </span>
            )}
            <span class="tag">{entry.kind}</span>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {isEmpty ? text.nothing : text.keys}
      </p>
    </div>
  );
}
