import { useLoad } from '../parts/load.ts';
import { Content } from '../parts/states.tsx';

/** The page of a preview link. What shows the content is loaded only here. */
export function PreviewedContent({ token }: { readonly token: string }) {
  const loaded = useLoad(async () => ({ Page: (await import('./preview-page.tsx')).PreviewPage }), []);
  return <Content of={loaded}>{({ Page }) => <Page token={token} />}</Content>;
}
