/** Milliseconds after the last scrolling until the position is kept. */
const pause = 100;

/** Milliseconds after which a page that has not become long enough is not scrolled any more. */
const patience = 5_000;

const keptPosition = (): number => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'scroll' in state && typeof state.scroll === 'number'
    ? state.scroll
    : 0;
};

/** Keeps the scroll position in the current entry of the browser's history. */
export function keepScrollPosition(): void {
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
export function startScrollPositions(): void {
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
