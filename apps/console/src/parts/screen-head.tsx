import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ScreenHeadProps {
  readonly title: string;
  /** The link to the parent screen. */
  readonly up?: { readonly href: string; readonly label: string };
  /** The buttons of the screen. */
  readonly children?: ComponentChildren;
}

/**
 * The heading of a screen. It gets the focus when the screen appears, so that screen readers announce the new screen.
 */
export function ScreenHead({ title, up, children }: ScreenHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${title} · Portcullis`;
  }, [title]);
  return (
    <header class="screen-head">
      <div>
        {up === undefined ? undefined : (
          <a class="up" href={up.href}>
            ← {up.label}
          </a>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </div>
      <div class="screen-actions">{children}</div>
    </header>
  );
}
