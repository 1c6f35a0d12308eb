import { Layout } from './layout/layout.tsx';
import { Loading } from './parts/states.tsx';
import { LogInPage } from './session/log-in.tsx';
import { profile, sessionState } from './session/session.ts';

export function App() {
  if (sessionState.value === 'starting') return <Loading />;
  if (sessionState.value === 'out') return <LogInPage />;
  // The key makes a new layout for another person, so that nothing of the previous one stays on the screen.
  return <Layout key={profile.value?.id} />;
}
