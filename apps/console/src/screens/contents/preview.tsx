import type { Schemas } from '@portcullis/client';
import { useRef } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Button } from '../../parts/elements.tsx';
import { messageOf, useLoad, useSettled } from '../../parts/load.tsx';
import { api, can, sessionState } from '../../session/session.ts';
import type { ContentValues } from './content-values.ts';
import { Rendered } from './rendered.tsx';
import { headingIdPrefix } from './safe-html.tsx';

type TocEntry = Schemas['TocEntry'];

/**
 * Returns the delay in milliseconds between the last keystroke and the update of the preview. The delay is longer for a
 * long text, because the service renders Markdown and each update sends the entire text.
 */
export const pauseFor = (text: string): number => (text.length > 100_000 ? 2000 : 400);

const count = (entries: readonly TocEntry[]): number =>
  entries.reduce((sum, { children }) => sum + 1 + count(children), 0);

interface TocProps {
  readonly entries: readonly TocEntry[];
  readonly onChoose: (id: string) => void;
}

function Toc({ entries, onChoose }: TocProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Button kind="link" onClick={() => onChoose(entry.id)}>
            {entry.text}
          </Button>
          {entry.children.length === 0 ? undefined : <Toc entries={entry.children} onChoose={onChoose} />}
        </li>
      ))}
    </ul>
  );
}

interface PreviewProps extends Pick<ContentValues, 'editorType' | 'text'> {
  /** The stored HTML of the text, which is shown to a person for whom the service does not render texts. */
  readonly storedHtml: string | null;
}

/** Shows the preview of a content, and the list of its headings. */
export function Preview({ editorType, text: source, storedHtml }: PreviewProps) {
  const text = texts().contents;
  const settled = useSettled(source, pauseFor(source));
  const pane = useRef<HTMLDivElement>(null);
  const isHtml = editorType === 'RICHTEXT';
  const rendered = useLoad(
    async (signal) => {
      if (isHtml || settled.trim() === '') return { contentHtml: settled, toc: [], readingMinutes: 0 };
      if (!can('previewContent')) return { contentHtml: storedHtml ?? '', toc: [], readingMinutes: 0 };
      return await api.post('/api/contents/preview', { body: { contentMd: settled }, signal });
    },
    // The preview cannot be loaded after the session has ended, so it is loaded again after the next log-in.
    [settled, isHtml, sessionState.value === 'in'],
  );
  const showHeading = (id: string): void => {
    const frame = pane.current?.querySelector('iframe');
    const page = frame?.contentDocument ?? pane.current;
    const heading = page?.querySelector<HTMLElement>(`#${CSS.escape(`${headingIdPrefix}${id}`)}`);
    heading?.scrollIntoView({ block: 'nearest' });
    heading?.focus({ preventScroll: true });
  };
  const { contentHtml = '', toc = [], readingMinutes = 0 } = rendered.data ?? {};
  return (
    <>
      <div class="preview-head">
        <strong>{text.preview}</strong>
        {readingMinutes === 0 ? undefined : (
          <span class="quiet">
            {text.readingMinutes}: {text.minutes({ count: readingMinutes })}
          </span>
        )}
      </div>
      {rendered.error === undefined ? undefined : (
        <div class="form-problem" role="alert">
          {text.previewFailed} {messageOf(rendered.error)}
        </div>
      )}
      {toc.length === 0 ? undefined : (
        <details class="toc">
          <summary>{text.toc({ count: count(toc) })}</summary>
          <Toc entries={toc} onChoose={showHeading} />
        </details>
      )}
      <div
        ref={pane}
        class="preview"
        dir="auto"
        role="region"
        aria-label={text.preview}
        aria-busy={rendered.isLoading || settled !== source}
        tabIndex={0}
      >
        {contentHtml.trim() === '' ? <p class="quiet">{text.previewEmpty}</p> : <Rendered html={contentHtml} />}
      </div>
    </>
  );
}
