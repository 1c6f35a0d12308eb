import { FirstStart } from './first-start/first-start.tsx';
import { Layout } from './layout/layout.tsx';
import { Loading } from './parts/states.tsx';
import { LogInPage } from './session/log-in.tsx';
import { profile, sessionState } from './session/session.ts';

/** @param setupToken the secret of the first start's link, if it was opened */
export function App({ setupToken }: { readonly setupToken: string | undefined }) {
  if (sessionState.value === 'starting') return <Loading />;
  if (sessionState.value === 'setup' && setupToken !== undefined)
    return <FirstStart key={setupToken} token={setupToken} />;
  if (sessionState.value === 'out') return <LogInPage />;
  // The key makes a new layout for another person, so that nothing of the previous one stays on the screen.
  return <Layout key={profile.value?.id} />;
}
