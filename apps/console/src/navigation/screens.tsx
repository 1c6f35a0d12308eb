import type { ComponentChildren, FunctionComponent } from 'preact';
import { hrefOf, match } from '../routing/location.ts';
import type { OperationId } from '@portcullis/client';
import { can } from '../session/session.ts';

export interface ScreenProps {
  /** The id in the path; an empty string if the path has none. */
  readonly id: string;
  /** The title of the screen. A screen that is opened from a list gets the title of this list. */
  readonly title: string;
  /** The link to the list from which the screen is opened. */
  readonly up: { readonly href: string; readonly label: string };
}

/** The groups of the navigation, in their order. */
export const screenGroups = ['people', 'navigation', 'content', 'service'] as const;

export type ScreenGroup = (typeof screenGroups)[number];

export interface Screen {
  /** The path below /admin; one segment may be `:id`. */
  readonly path: string;
  /** The title in the navigation. If missing, the screen is not in the navigation, but opened from another screen. */
  readonly title?: () => string;
  /** Whether the navigation shows a screen with a title. If missing, it does. */
  readonly isInNavigation?: () => boolean;
  /** The group in the navigation. A screen without a group is above the groups. */
  readonly group?: ScreenGroup;
  /** The icon in the navigation, such as `mdi:webhook`. */
  readonly icon?: string;
  /**
   * The operations for which the screen is made. A person who may call one of them may open the screen. If missing,
   * everybody who is logged in may open it.
   */
  readonly anyOf?: readonly OperationId[];
  /** Loads the code of the screen. It is called when the screen is opened. */
  readonly load: () => Promise<FunctionComponent<ScreenProps>>;
}

let allScreens: () => readonly Screen[] = () => [];

/** @param all returns every screen, in the order of the navigation. Modules add screens when a session begins. */
export function startNavigation(all: () => readonly Screen[]): void {
  allScreens = all;
}

export const isAllowed = ({ anyOf }: Screen): boolean => anyOf?.some(can) ?? true;

/** Returns the screens that the navigation shows to the person. */
export const navigationScreens = () =>
  allScreens().flatMap((screen) =>
    screen.title !== undefined && isAllowed(screen) && screen.isInNavigation?.() !== false
      ? [{ ...screen, title: screen.title() }]
      : [],
  );

/**
 * @returns the screen for a path, and the properties of its component; undefined if no screen has this path. The path
 * `/` shows the first screen in the person's navigation, or the person's account if the navigation is empty.
 */
export function findScreen(path: string): { readonly screen: Screen; readonly props: ScreenProps } | undefined {
  const sought = path === '/' ? (navigationScreens()[0]?.path ?? '/account') : path;
  const screens = allScreens();
  for (const screen of screens) {
    const id = match(screen.path, sought);
    if (id === undefined) continue;
    const list = screens.find((other) => other.title !== undefined && `${screen.path}/`.startsWith(`${other.path}/`));
    const title = list?.title === undefined ? '' : list.title();
    return { screen, props: { id, title, up: { href: hrefOf(list?.path ?? '/'), label: title } } };
  }
  return undefined;
}

interface ScreenLinkProps {
  /** The path below /admin, with or without a query. */
  readonly path: string;
  readonly class?: string;
  /** The name for screen readers, if the text alone does not say where the link leads. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** A link to a screen. If the person may not open the screen, or there is none, only the text is shown. */
export function ScreenLink({ path, class: name, label, children }: ScreenLinkProps) {
  const found = findScreen(path.replace(/\?.*/u, ''));
  if (found === undefined || !isAllowed(found.screen))
    return (
      <span class={name} dir="auto">
        {children}
      </span>
    );
  return (
    <a class={name} href={hrefOf(path)} aria-label={label} dir="auto">
      {children}
    </a>
  );
}
