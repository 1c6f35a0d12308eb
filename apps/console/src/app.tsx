import { PreviewedContent } from './content-preview/previewed-content.tsx';
import { FirstStart } from './first-start/first-start.tsx';
import { Layout } from './layout/layout.tsx';
import { Loading } from './parts/states.tsx';
import { NewPassword } from './password-reset/new-password.tsx';
import { LogInPage } from './session/log-in.tsx';
import type { OpenedLink } from './session/opened-link.ts';
import { profile, sessionState } from './session/session.ts';

/** The pages behind links with a token. */
const pages = { setup: FirstStart, reset: NewPassword, preview: PreviewedContent } as const;

/** @param link the link with which the console was opened, if it was one with a token */
export function App({ link }: { readonly link?: OpenedLink | undefined }) {
  if (sessionState.value === 'starting') return <Loading />;
  if (sessionState.value === 'link' && link !== undefined) {
    const Page = pages[link.kind];
    return <Page key={link.token} token={link.token} />;
  }
  if (sessionState.value === 'out') return <LogInPage />;
  // The key makes a new layout for another person, so that nothing of the previous one stays on the screen.
  return <Layout key={profile.value?.id} />;
}
