import { useErrorBoundary } from 'preact/hooks';
import { LoadBoundary } from '../parts/states.tsx';
import { useLoad } from '../parts/load.ts';
import { currentLocation } from '../routing/location.ts';
import { findScreen, isAllowed, type Screen, type ScreenProps } from '../navigation/screens.ts';
import { layoutMessages } from './messages.ts';
import { ProblemPage } from './problem-page.tsx';
import { Button } from '../parts/button.tsx';

function LoadedScreen({ screen, props }: { readonly screen: Screen; readonly props: ScreenProps }) {
  const loaded = useLoad(async () => ({ Component: await screen.load() }), []);
  return <LoadBoundary of={loaded}>{({ Component }) => <Component {...props} />}</LoadBoundary>;
}

/** Shows the screen for the current URL, or the reason why the screen cannot be shown. */
export function ScreenView() {
  const text = layoutMessages();
  const [error, forget] = useErrorBoundary((thrown: unknown) => console.error(thrown));
  if (error !== undefined) {
    const reload = (): void => {
      forget();
      window.location.reload();
    };
    return (
      <ProblemPage title={text.broken} hint={text.brokenHint}>
        <Button onClick={reload}>{text.reload}</Button>
      </ProblemPage>
    );
  }
  const found = findScreen(currentLocation.value.path);
  if (found === undefined) return <ProblemPage title={text.notFound} hint={text.notFoundHint} />;
  if (!isAllowed(found.screen)) return <ProblemPage title={text.forbidden} hint={text.forbiddenHint} />;
  return <LoadedScreen {...found} />;
}
