import { PreviewedContent } from './content-preview/previewed-content.tsx';
import { FirstStart } from './first-start/first-start.tsx';
import { Layout } from './layout/layout.tsx';
import { Loading } from './parts/states.tsx';
import { LogInPage } from './session/log-in.tsx';
import { profile, sessionState } from './session/session.ts';

interface AppProps {
  /** The secret of the first start's link, if it was opened. */
  readonly setupToken?: string | undefined;
  /** The secret of a preview link, if it was opened. */
  readonly previewToken?: string | undefined;
}

export function App({ setupToken, previewToken }: AppProps) {
  if (sessionState.value === 'starting') return <Loading />;
  if (sessionState.value === 'setup' && setupToken !== undefined)
    return <FirstStart key={setupToken} token={setupToken} />;
  if (sessionState.value === 'preview' && previewToken !== undefined)
    return <PreviewedContent key={previewToken} token={previewToken} />;
  if (sessionState.value === 'out') return <LogInPage />;
  // The key makes a new layout for another person, so that nothing of the previous one stays on the screen.
  return <Layout key={profile.value?.id} />;
}
