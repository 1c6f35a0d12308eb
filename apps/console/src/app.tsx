import { Layout } from './layout/layout.tsx';
import { FirstStart, AcceptInvitation, ConfirmEmail, NewPassword, type OpenedLink } from './log-in/link-pages.tsx';
import { LogInPage } from './log-in/log-in.tsx';
import { LoadBoundary, Loading, useLoad } from './parts/load.tsx';
import { profile, sessionState } from './session/session.ts';

/** The page of a preview link. The code that shows a content is loaded only when this page is opened. */
function PreviewedContent({ token }: { readonly token: string }) {
  const loaded = useLoad(async () => ({ Page: (await import('./screens/contents/preview-page.tsx')).PreviewPage }), []);
  return <LoadBoundary of={loaded}>{({ Page }) => <Page token={token} />}</LoadBoundary>;
}

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
