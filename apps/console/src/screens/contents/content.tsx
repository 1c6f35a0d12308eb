import { useMemo } from 'preact/hooks';
import { draftKeyOf } from '../../forms/draft.ts';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { isMissing, LoadBoundary as Loaded, useLoad } from '../../parts/load.tsx';
import { concerns } from '../../parts/reported-changes.ts';
import { loadMissingTagNames, loadReferences } from '../../resources/references.ts';
import { go } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { draftStore, type ContentDraft, type DraftStore } from './content-draft.ts';
import { ContentEditor } from './content-editor.tsx';
import { valuesOf } from './content-values.ts';

const storeOf = (id: string): DraftStore => draftStore(window.localStorage, draftKeyOf(`content.${id}`));

interface LostContentProps {
  readonly draft: ContentDraft;
  readonly store: DraftStore;
}

/** Shows the unsaved changes if somebody else has deleted the content. */
function LostContent({ draft, store }: LostContentProps) {
  const text = texts().contents;
  const ofNew = useMemo(() => storeOf('new'), []);
  const isFree = useMemo(() => ofNew.read() === undefined, []);
  const openAsNew = (): void => {
    ofNew.keep({ ...draft, base: valuesOf() });
    store.drop();
    go('/contents/new', { replace: true });
  };
  return (
    <section class="panel">
      <p role="alert">{text.lostContent}</p>
      {isFree ? (
        <Button kind="main" onClick={openAsNew}>
          {text.openAsNew}
        </Button>
      ) : undefined}
      <label class="field lost-text">
        {text.copyOf}
        <textarea rows={16} readOnly value={draft.values.text} />
      </label>
    </section>
  );
}

/** The editor of an existing or a new content. */
function ContentPage({ id, title, up }: Omit<ScreenProps, 'id'> & { readonly id?: string }) {
  const store = useMemo(() => storeOf(id ?? 'new'), [id]);
  const loaded = useLoad(
    async (signal) => {
      const [content, references] = await Promise.all([
        id === undefined ? undefined : api.get('/api/contents/{id}', { params: { path: { id } }, signal }),
        loadReferences(),
      ]);
      return {
        content,
        references: { ...references, tags: await loadMissingTagNames(references.tags, content?.tagIds ?? []) },
      };
    },
    [id],
    id === undefined ? undefined : concerns('content', id),
  );
  const lost = isMissing(loaded.error) ? store.read() : undefined;
  return (
    <>
      {loaded.data === undefined ? <ScreenHead title={title} up={up} /> : undefined}
      {lost === undefined ? (
        <Loaded of={loaded}>
          {({ content, references }) => (
            <ContentEditor content={content} references={references} draft={store} up={up} />
          )}
        </Loaded>
      ) : (
        <LostContent draft={lost} store={store} />
      )}
    </>
  );
}

export const ExistingContent = (props: ScreenProps) => <ContentPage {...props} />;
export const NewContent = ({ title, up }: ScreenProps) => <ContentPage title={title} up={up} />;
