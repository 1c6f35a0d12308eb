import { signal } from '@preact/signals';

/** Milliseconds after the last scrolling until the position is kept. */
const pause = 100;

/** Milliseconds after which a page that has not become long enough is not scrolled any more. */
const patience = 5_000;

/** Returns a number that the state of an entry of the history contains; undefined if it does not. */
function numberOf(state: unknown, name: 'index' | 'scroll'): number | undefined {
  const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}

const keptPosition = (): number => numberOf(window.history.state, 'scroll') ?? 0;

/** Keeps the scroll position in the current entry of the browser's history. */
function keepScrollPosition(): void {
  const state: unknown = window.history.state;
  if (keptPosition() === window.scrollY) return;
  window.history.replaceState({ ...(typeof state === 'object' ? state : {}), scroll: window.scrollY }, '');
}

/**
 * Scrolls to the position that the current entry of the history keeps, as soon as the page is long enough, because its
 * data is still being loaded. Stops when the person scrolls, types or clicks.
 */
function restoreScrollPosition(): void {
  const wanted = keptPosition();
  if (wanted === 0) return;
  const given = new AbortController();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, wanted);
    if (Math.abs(window.scrollY - wanted) < 2) given.abort();
  });
  given.signal.addEventListener('abort', () => observer.disconnect());
  for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(name, () => given.abort(), { signal: given.signal, passive: true });
  setTimeout(() => given.abort(), patience);
  observer.observe(document.body);
}

/**
 * Makes the back button, the forward button and a reload show the place where the person was. The browser cannot do this,
 * because a screen is short until its data is loaded.
 */
function startScrollPositions(): void {
  window.history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(keepScrollPosition, pause);
  });
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    restoreScrollPosition();
  });
  window.addEventListener('pagehide', keepScrollPosition);
  restoreScrollPosition();
}

/** The prefix of every path of the console. */
const base = '/admin';

interface Place {
  /** The path below `base`, such as `/users`. Only the root `/` ends with a slash. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const withoutTrailingSlash = (path: string): string => path.replace(/\/+$/u, '') || '/';

const placeOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place => ({
  path: withoutTrailingSlash(pathname.startsWith(base) ? pathname.slice(base.length) : pathname),
  query: new URLSearchParams(search),
});

/** The path and the query of the current URL. Components that read this signal are rendered again when it changes. */
export const currentLocation = signal<Place>({ path: '/', query: new URLSearchParams() });

/** @returns the `href` of a link to a path of the console. */
export const hrefOf = (path: string): string => `${base}${path}`;

/** The place of the current URL in the browser's history of this tab. Only differences matter. */
let position = 0;

/** Decides whether the person may leave what the current URL shows. */
interface LeaveGuard {
  readonly mustAsk: () => boolean;
  /** @returns whether the person wants to leave */
  readonly ask: () => Promise<boolean>;
}

let leaveGuard: LeaveGuard = { mustAsk: () => false, ask: async () => true };

/** Parameters of the query that change which rows of a list are shown. Nothing that was entered is lost by this. */
const listParameters = new Set(['page', 'pageSize', 'search', 'sortBy', 'sortOrder', 'selected', 'before', 'create']);

const subjectOf = ({ path, query }: Place): string =>
  [path, ...[...query].filter(([name]) => !listParameters.has(name)).flat()].join('\n');

const mustAsk = (to: Place): boolean => leaveGuard.mustAsk() && subjectOf(to) !== subjectOf(currentLocation.value);

/** Opens a path of the console, unless the person decides to stay because of unsaved changes. */
export async function goIfAllowed(path: string): Promise<void> {
  if (!mustAsk(placeOf(new URL(hrefOf(path), window.location.origin))) || (await leaveGuard.ask())) go(path);
}

/**
 * Opens a path of the console, such as `/users?page=2`. `replace` replaces the current entry in the browser's history.
 */
export function go(path: string, { replace = false } = {}): void {
  const url = new URL(hrefOf(path), window.location.origin);
  if (replace) {
    window.history.replaceState({ ...window.history.state, index: position }, '', url);
  } else {
    keepScrollPosition();
    position += 1;
    window.history.pushState({ index: position }, '', url);
  }
  const moved = placeOf(url).path !== currentLocation.value.path;
  currentLocation.value = placeOf(url);
  if (moved) window.scrollTo(0, 0);
}

/**
 * Returns the clicked link if it leads to a path of the console, has no fragment, and would open in the same tab;
 * otherwise undefined.
 */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.origin !== window.location.origin || link.target !== '' || link.hash !== '') {
    return undefined;
  }
  return link.pathname.startsWith(`${base}/`) ? link : undefined;
}

/** Whether the next `popstate` event was caused by `step`. */
let isExpected = false;

/** Changes the URL to another entry of the history, without any effect on the screen. */
function step(by: number): void {
  isExpected = true;
  window.history.go(by);
}

/** Handles the back button and the forward button. */
async function onHistoryMove(state: unknown): Promise<void> {
  const wasExpected = isExpected;
  isExpected = false;
  if (wasExpected) return;
  const to = placeOf(new URL(window.location.href));
  const next = numberOf(state, 'index');
  if (next !== undefined && next !== position && mustAsk(to)) {
    // The browser has already changed the URL. It shows the former one until the person has decided.
    const by = next - position;
    step(-by);
    if (!(await leaveGuard.ask())) return;
    step(by);
  }
  position = next ?? position;
  currentLocation.value = to;
}

/**
 * Makes links, the back button and the forward button change the screen without a page load.
 * @param guard decides whether the person may leave what the current URL shows
 */
export function startRouter(guard: LeaveGuard): void {
  leaveGuard = guard;
  position = numberOf(window.history.state, 'index') ?? 0;
  window.history.replaceState({ ...window.history.state, index: position }, '');
  startScrollPositions();
  currentLocation.value = placeOf(new URL(window.location.href));
  window.addEventListener('popstate', ({ state }: PopStateEvent) => void onHistoryMove(state));
  document.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (link === undefined) return;
    event.preventDefault();
    void goIfAllowed(`${link.pathname.slice(base.length)}${link.search}`);
  });
}

/**
 * The state of a list. It is stored in the query of the URL, so a reload, the back button and a shared link restore it.
 */
export interface ListState<Filter extends string, Sort extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly sortBy: Sort | undefined;
  readonly sortOrder: 'asc' | 'desc';
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly selected: ReadonlySet<string>;
}

export interface ListOptions<Filter extends string, Sort extends string> {
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  /** The sorting while the URL contains none. If missing, the service decides. */
  readonly initial?: { readonly sortBy: NoInfer<Sort>; readonly sortOrder: 'asc' | 'desc' };
}

export const pageSizes = [20, 50, 100] as const;

const numberIn = (text: string | null, fallback: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 ? number : fallback;
};

export function readListState<Filter extends string, Sort extends string>(
  query: URLSearchParams,
  { filters, sorts, initial }: ListOptions<Filter, Sort>,
): ListState<Filter, Sort> {
  const found: Partial<Record<Filter, string>> = {};
  for (const name of filters) {
    const value = query.get(name);
    if (value !== null && value !== '') found[name] = value;
  }
  const sortBy = sorts.find((name) => name === query.get('sortBy'));
  return {
    page: numberIn(query.get('page'), 1),
    pageSize: Math.min(100, numberIn(query.get('pageSize'), pageSizes[0])),
    search: query.get('search') ?? '',
    sortBy,
    sortOrder: query.get('sortOrder') === 'desc' ? 'desc' : 'asc',
    ...(sortBy === undefined ? initial : {}),
    filters: found,
    selected: new Set((query.get('selected') ?? '').split(',').filter((id) => id !== '')),
  };
}

/**
 * Changes parameters in the query of the URL. An empty value removes the parameter. A change of the search, the filters, the sorting or the page size shows the first page and clears the
 * selection, because the selected rows may no longer be in the list.
 */
export const setQuery = (changes: QueryChanges, { replace = false } = {}): void => go(pathWith(changes), { replace });

/** Changes the query like `setQuery`, unless the person decides to stay because of unsaved changes. */
export const setQueryIfAllowed = (changes: QueryChanges): Promise<void> => goIfAllowed(pathWith(changes));

type QueryChanges = Readonly<Record<string, string>>;

function pathWith(changes: QueryChanges): string {
  const query = new URLSearchParams(currentLocation.value.query);
  if (!('page' in changes) && !('selected' in changes)) {
    for (const name of ['page', 'before', 'selected']) query.delete(name);
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return `${currentLocation.value.path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Returns what the current URL is about: its path, and the parameters of its query that do not only concern a list. Two
 * forms of the same kind at different subjects are different forms.
 */
export const currentSubject = (): string => subjectOf(currentLocation.peek());

export interface ListQuery<Sort extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly search?: string;
  readonly sortBy?: Sort;
  readonly sortOrder?: 'asc' | 'desc';
}

/** Returns the query parameters for the page, the search and the sorting of a list. The caller adds the filters. */
export const listQuery = <Filter extends string, Sort extends string>(
  state: ListState<Filter, Sort>,
): ListQuery<Sort> => ({
  page: state.page,
  pageSize: state.pageSize,
  ...(state.search === '' ? {} : { search: state.search }),
  ...(state.sortBy === undefined ? {} : { sortBy: state.sortBy, sortOrder: state.sortOrder }),
});

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Compares a path with a pattern. One segment of the pattern may be `:id`.
 * @returns the id in the path, or an empty string if the pattern has no `:id`; undefined if the path does not match.
 */
export function match(pattern: string, path: string): string | undefined {
  const expected = segmentsOf(pattern);
  const given = segmentsOf(path);
  if (expected.length !== given.length) return undefined;
  const fits = expected.every((segment, index) => segment === ':id' || segment === given[index]);
  return fits ? decoded(given[expected.indexOf(':id')] ?? '') : undefined;
}
