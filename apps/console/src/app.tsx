import { PreviewedContent } from './content-preview/previewed-content.tsx';
import { FirstStart } from './first-start/first-start.tsx';
import { Layout } from './layout/layout.tsx';
import { Loading } from './parts/states.tsx';
import { AcceptInvitation } from './mail-links/accept-invitation.tsx';
import { ConfirmEmail } from './mail-links/confirm-email.tsx';
import { NewPassword } from './password-reset/new-password.tsx';
import { LogInPage } from './session/log-in.tsx';
import type { OpenedLink } from './session/opened-link.ts';
import { profile, sessionState } from './session/session.ts';

/** The page for each kind of link that contains a token. */
const pages = {
  setup: FirstStart,
  reset: NewPassword,
  invitation: AcceptInvitation,
  'email-change': ConfirmEmail,
  preview: PreviewedContent,
} as const;

/** @param link the link with a token that opened the console; undefined if there is none */
export function App({ link }: { readonly link?: OpenedLink | undefined }) {
  if (sessionState.value === 'starting') return <Loading />;
  if (sessionState.value === 'link' && link !== undefined) {
    const Page = pages[link.kind];
    return <Page key={link.token} token={link.token} />;
  }
  if (sessionState.value === 'out') return <LogInPage />;
  // The key makes Preact create a new layout when another person logs in, so no data of the previous person remains.
  return <Layout key={profile.value?.id} />;
}
