import { useMemo, useEffect, useId, useState } from 'preact/hooks';
import { draftKeyOf, FormView, SubmitButton } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { Button, ScreenHead, Panel, Time } from '../../parts/elements.tsx';
import { isMissing, LoadBoundary as Loaded, useLoad, concerns } from '../../parts/load.tsx';
import { loadMissingTagNames, loadReferences, type References } from '../../resources/references.ts';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { draftStore, type ContentDraft, type DraftStore } from './content-draft.ts';
import { valuesOf } from './content-values.ts';
import type { Schemas } from '@portcullis/client';
import { effect } from '@preact/signals';
import { Dialog } from '../../parts/actions.tsx';
import { confirmFirst } from '../../parts/notices.tsx';
import { AccessQuestion } from '../../resources/access-question.tsx';
import { AlsoEditing, ContentFacts, PreviewLinks, ScheduleForm } from './content-panels.tsx';
import { createEditing, type Editing } from './content-editing.ts';
import { Article, SettingsButton } from './article.tsx';
import { ContentActions } from './content-actions.tsx';

/** The draft is stored this many milliseconds after the last change. */
const pause = 300;

/**
 * Stores unsaved changes as a draft while the editor is open.
 * @returns false if the draft is lost when the page is closed
 */
function useKeptDraft(editing: Editing): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      setKept(editing.keep());
    };
    const stop = effect(() => {
      // The effect reads the values, so it runs when the values change.
      void editing.form.values.value;
      clearTimeout(timer);
      timer = setTimeout(keep, pause);
    });
    const warn = (event: BeforeUnloadEvent): void => {
      if (!editing.keep()) event.preventDefault();
    };
    window.addEventListener('pagehide', keep);
    window.addEventListener('beforeunload', warn);
    return () => {
      stop();
      keep();
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('beforeunload', warn);
    };
  }, [editing]);
  return isKept;
}

function RestoredHint({ editing, at }: { readonly editing: Editing; readonly at: string }) {
  const text = texts().contents;
  async function discard(): Promise<void> {
    const question = { title: text.discardTitle, consequence: text.discardConsequence, action: text.discard };
    if (await confirmFirst(question)) editing.discard();
  }
  return (
    <p class="notice-line" role="status">
      {text.restored} <Time value={at} /> {text.restoredEnd}{' '}
      <Button kind="link" onClick={discard}>
        {text.discard}
      </Button>
    </p>
  );
}

/** Says how many files in the text, and as the cover, no longer exist. */
const BrokenFiles = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.length === 0 ? null : (
    <p class="form-problem" role="note">
      {texts().contents.brokenFiles({ count: ids.length })}
    </p>
  );

function saveByKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector('form')?.requestSubmit();
}

interface ContentEditorProps extends Pick<ScreenProps, 'up'> {
  /** The stored content; undefined for a new content. */
  readonly content: Schemas['ReadContent'] | undefined;
  readonly references: References;
  readonly draft: DraftStore;
}

function ContentEditor({ content: loaded, references, draft, up }: ContentEditorProps) {
  const text = texts().contents;
  const common = texts().common;
  const editing = useMemo(() => createEditing(loaded, references.tags, draft), []);
  const isKept = useKeptDraft(editing);
  const { form, content, names, theirs, isChanged, restoredAt } = editing;
  const stored = content.value;
  const { fields, problem } = form.errors.value;
  const hasFailed = problem !== undefined || Object.keys(fields).length > 0;
  const formId = useId();
  const [isScheduling, setScheduling] = useState(false);

  async function saveFirst() {
    await form.submit();
    return isChanged.value ? undefined : content.value;
  }

  const isReadOnly = !can(stored === undefined ? 'createContent' : 'updateContent');
  const isPublishable = stored !== undefined && stored.status !== 'PUBLISHED' && can('publishContent');
  return (
    <div class="content-editor" onKeyDown={saveByKey}>
      <ScreenHead title={stored?.title ?? text.create} up={up}>
        <span class="save-state" role="status">
          {hasFailed ? text.notSaved : isChanged.value ? text.unsaved : stored === undefined ? '' : text.allSaved}
          {isKept ? undefined : <strong> {text.cannotKeep}</strong>}
        </span>
        {isReadOnly ? undefined : (
          <SubmitButton
            form={form}
            formId={formId}
            label={stored === undefined ? common.create : common.save}
            isMain={!isPublishable}
          />
        )}
        {stored === undefined ? undefined : (
          <ContentActions
            content={stored}
            isChanged={isChanged.value}
            saveFirst={saveFirst}
            onMoved={editing.onMoved}
            onDeleted={editing.discard}
            onSchedule={() => setScheduling(true)}
          />
        )}
        <SettingsButton />
      </ScreenHead>
      {stored === undefined ? undefined : <AlsoEditing id={stored.id} />}
      {stored === undefined ? undefined : <ContentFacts content={stored} hasDraft={loaded?.hasDraft === true} />}
      {loaded === undefined ? undefined : <BrokenFiles ids={loaded.brokenMedia ?? []} />}
      {restoredAt.value === undefined ? undefined : <RestoredHint editing={editing} at={restoredAt.value} />}
      <FormView form={form} id={formId} isReadOnly={isReadOnly}>
        <Article
          form={form}
          categories={references.categories}
          names={names.value}
          stored={stored}
          theirs={theirs}
          isReadOnly={isReadOnly}
        />
      </FormView>
      {stored === undefined ? undefined : (
        <div class="panels">
          {can('listPreviewLinks') ? <PreviewLinks contentId={stored.id} /> : undefined}
          {can('listPermissionHolders') && can('listUsers') ? (
            <Panel title={texts().access.ofArticle}>
              <AccessQuestion
                content={{ value: stored.id, label: stored.title, isPublished: stored.status === 'PUBLISHED' }}
              />
            </Panel>
          ) : undefined}
        </div>
      )}
      {stored === undefined || !isScheduling ? undefined : (
        <Dialog title={texts().editorial.schedule} onClose={() => setScheduling(false)}>
          <ScheduleForm
            content={stored}
            onCancel={() => setScheduling(false)}
            onChanged={(changed) => {
              editing.onMoved(changed);
              setScheduling(false);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

const storeOf = (id: string): DraftStore => draftStore(window.localStorage, draftKeyOf(`content.${id}`));

/** Shows the unsaved changes if somebody else has deleted the content. */
function LostContent({ draft, store }: { readonly draft: ContentDraft; readonly store: DraftStore }) {
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
