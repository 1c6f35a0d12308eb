import { render, type ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { language, texts } from '../../language/language.ts';
import { Button } from '../../parts/elements.tsx';
import { hrefOf } from '../../routing/location.ts';
import { hasForeignPictures, safeHtml } from './safe-html.tsx';

/**
 * Shows elements in a frame whose page may load pictures of other hosts. The page can run no scripts, so the console
 * writes the elements into it.
 */
function PictureFrame({ children }: { readonly children: ComponentChildren }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | undefined>(undefined);
  const { theme } = document.documentElement.dataset;
  useEffect(() => {
    if (page === undefined) return;
    page.documentElement.lang = language.value;
    page.documentElement.dataset['theme'] = theme;
    render(<>{children}</>, page.body);
  }, [page, children, theme]);
  return (
    <iframe
      ref={frame}
      class="picture-frame"
      title={texts().contents.preview}
      src={hrefOf('/parts/pictures.html')}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => setPage(frame.current?.contentDocument ?? undefined)}
    />
  );
}

/** Shows the HTML of a content. It cannot run scripts, and loads pictures of other hosts only if the person wants this. */
export function Rendered({ html }: { readonly html: string }) {
  const { image, previewCut: cut, showPictures, picturesHint } = texts().contents;
  const [isWanted, setWanted] = useState(false);
  const hasPictures = useMemo(() => hasForeignPictures(html), [html]);
  const showsForeign = hasPictures && isWanted;
  const shown = useMemo(() => safeHtml(html, { image, cut, showsForeign }), [html, image, cut, showsForeign]);
  if (showsForeign) return <PictureFrame>{shown}</PictureFrame>;
  return (
    <>
      {hasPictures ? (
        <p class="hint">
          {picturesHint} <Button onClick={() => setWanted(true)}>{showPictures}</Button>
        </p>
      ) : undefined}
      {shown}
    </>
  );
}
