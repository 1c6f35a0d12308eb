import { useLoad } from '../parts/load.ts';
import { LoadBoundary } from '../parts/states.tsx';

/** The page of a preview link. The code that shows a content is loaded only when this page is opened. */
export function PreviewedContent({ token }: { readonly token: string }) {
  const loaded = useLoad(async () => ({ Page: (await import('./preview-page.tsx')).PreviewPage }), []);
  return <LoadBoundary of={loaded}>{({ Page }) => <Page token={token} />}</LoadBoundary>;
}
