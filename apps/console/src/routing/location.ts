import { signal } from '@preact/signals';

/** The prefix of every path of the console. */
const base = '/admin';

export interface Place {
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

/**
 * Opens a path of the console, such as `/users?page=2`. `replace` replaces the current entry in the browser's history.
 */
export function go(path: string, { replace = false } = {}): void {
  const url = new URL(hrefOf(path), window.location.origin);
  if (replace) window.history.replaceState(undefined, '', url);
  else window.history.pushState(undefined, '', url);
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

/** Makes links, the back button and the forward button change the screen without a page load. */
export function startRouter(): void {
  currentLocation.value = placeOf(new URL(window.location.href));
  window.addEventListener('popstate', () => {
    currentLocation.value = placeOf(new URL(window.location.href));
  });
  document.addEventListener('click', (event) => {
    const link = linkOf(event);
    if (link === undefined) return;
    event.preventDefault();
    go(`${link.pathname.slice(base.length)}${link.search}`);
  });
}
