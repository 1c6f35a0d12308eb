import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Brand } from '../parts/elements.tsx';
import { Preferences } from '../parts/preferences.tsx';

interface LogInFrameProps {
  /** The title of the browser tab. */
  readonly title: string;
  readonly children: ComponentChildren;
}

/** The layout of a page for people who may not be logged in. */
export function LogInFrame({ title, children }: LogInFrameProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main class="log-in">
      <p class="brand">
        <Brand />
      </p>
      {children}
      <Preferences />
    </main>
  );
}
