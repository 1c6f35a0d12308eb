import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Preferences } from '../parts/preferences.tsx';
import { restoreSession } from '../session/session.ts';
import { mailLinkMessages } from './mail-link-messages.ts';
import { Button } from '../parts/button.tsx';

interface LinkPageProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** The layout of a page that a link in a mail opens. The page works with and without a session. */
export function LinkPage({ title, children }: LinkPageProps) {
  const text = mailLinkMessages();
  useEffect(() => {
    document.title = `${title} · Portcullis`;
  }, [title]);
  return (
    <main class="log-in">
      <p class="brand">Portcullis</p>
      <h1>{title}</h1>
      {children}
      <Button kind="link" onClick={restoreSession}>
        {text.toConsole}
      </Button>
      <Preferences />
    </main>
  );
}
