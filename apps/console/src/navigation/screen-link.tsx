import type { ComponentChildren } from 'preact';
import { hrefOf } from '../routing/location.ts';
import { findScreen, isAllowed } from './screens.ts';

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
