import type { Schemas } from '@portcullis/client';
import { useEffect } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Time } from '../../parts/elements.tsx';
import { isMissing, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { Preferences } from '../../parts/preferences.tsx';
import { api } from '../../session/session.ts';
import { Rendered } from './rendered.tsx';

/** Shows a content. */
function PreviewedText({ content }: { readonly content: Schemas['Content'] }) {
  const text = texts().contents.previewPage;
  const { title, summary, contentHtml, updatedAt } = content;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <p class="hint" role="note">
        {text.notice} {text.updated} <Time value={updatedAt} />
      </p>
      <article>
        <h1 dir="auto">{title}</h1>
        {summary === null ? undefined : (
          <p class="quiet" dir="auto">
            {summary}
          </p>
        )}
        <div class="preview" dir="auto">
          <Rendered html={contentHtml ?? ''} />
        </div>
      </article>
    </>
  );
}

/** Loads and shows the content of a preview link. The token is sent in the body, because proxies log URLs. */
export function PreviewPage({ token }: { readonly token: string }) {
  const text = texts().contents.previewPage;
  const content = useLoad(
    async (signal) => {
      try {
        return await api.post('/api/previews', { body: { token }, signal });
      } catch (error) {
        if (isMissing(error)) return 'closed';
        throw error;
      }
    },
    [token],
  );
  return (
    <main class="preview-page">
      <LoadBoundary of={content}>
        {(found) =>
          found === 'closed' ? (
            <>
              <h1>{text.closed}</h1>
              <p>{text.closedHint}</p>
            </>
          ) : (
            <PreviewedText content={found} />
          )
        }
      </LoadBoundary>
      <footer>
        <Preferences />
      </footer>
    </main>
  );
}
