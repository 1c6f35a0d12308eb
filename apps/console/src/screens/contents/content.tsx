import type { Schemas } from '@portcullis/client';
import { useId, useState } from 'preact/hooks';
import { dropDraft, keepDraft, readDraft, type Draft } from '../../forms/drafts.ts';
import { FormView, SubmitButton } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { Dialog } from '../../parts/actions.tsx';
import { Button, Panel, ScreenHead } from '../../parts/elements.tsx';
import { concerns, isMissing, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { AccessQuestion } from '../../resources/access-question.tsx';
import { loadMissingTagNames, loadReferences, type References } from '../../resources/references.ts';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { Article, SettingsButton } from './article.tsx';
import { ContentActions } from './content-actions.tsx';
import { draftOf, type Editing, type StoredEditing, useNewContent, useStoredContent } from './content-editing.ts';
import { AlsoEditing, ContentFacts, PreviewLinks, ScheduleForm } from './content-panels.tsx';
import { valuesOf, type ContentValues } from './content-values.ts';
import { isSaveKey } from './save-key.ts';

/** Says how many files in the text, and as the cover, no longer exist. */
const BrokenFiles = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.length === 0 ? null : (
    <p class="form-problem" role="note">
      {texts().contents.brokenFiles({ count: ids.length })}
    </p>
  );

function saveByKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (!isSaveKey(event)) return;
  event.preventDefault();
  event.currentTarget.querySelector('form')?.requestSubmit();
}

interface ContentEditorProps extends Pick<ScreenProps, 'up'> {
  readonly editing: Editing & Partial<StoredEditing>;
  /** The content when the page was opened; undefined for a new content. */
  readonly loaded?: Schemas['ReadContent'];
  readonly categories: References['categories'];
}

function ContentEditor({ editing, loaded, categories, up }: ContentEditorProps) {
  const text = texts().contents;
  const common = texts().common;
  const { form, names, content, theirs } = editing;
  const stored = content?.value;
  const isChanged = form.isChanged();
  const { fields, problem } = form.errors.value;
  const hasFailed = problem !== undefined || Object.keys(fields).length > 0;
  const formId = useId();
  const [isScheduling, setScheduling] = useState(false);
  const onMoved = (moved: Schemas['Content']): void => {
    if (content !== undefined) content.value = moved;
  };

  async function saveFirst() {
    // What is being saved already may lack what was typed since.
    if (form.isSaving.peek()) await form.submit();
    if (form.isChanged()) await form.submit();
    return form.isChanged() ? undefined : content?.value;
  }

  const isReadOnly = !can(stored === undefined ? 'createContent' : 'updateContent');
  const isPublishable = stored !== undefined && stored.status !== 'PUBLISHED' && can('publishContent');
  return (
    <div class="content-editor" onKeyDown={saveByKey}>
      <ScreenHead title={stored?.title ?? text.create} up={up}>
        <span class="save-state" role="status">
          {hasFailed ? text.notSaved : isChanged ? text.unsaved : stored === undefined ? '' : text.allSaved}
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
            isChanged={isChanged}
            saveFirst={saveFirst}
            onMoved={onMoved}
            onDeleted={() => form.reset()}
            onSchedule={() => setScheduling(true)}
          />
        )}
        <SettingsButton />
      </ScreenHead>
      {stored === undefined ? undefined : <AlsoEditing id={stored.id} />}
      {stored === undefined ? undefined : <ContentFacts content={stored} hasDraft={loaded?.hasDraft === true} />}
      <BrokenFiles ids={loaded?.brokenMedia ?? []} />
      <FormView form={form} id={formId} isReadOnly={isReadOnly}>
        <Article
          form={form}
          categories={categories}
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
              onMoved(changed);
              setScheduling(false);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

interface EditorProps extends Pick<ScreenProps, 'up'> {
  readonly references: References;
}

function NewEditor({ references: { categories, tags }, up }: EditorProps) {
  return <ContentEditor editing={useNewContent(tags)} categories={categories} up={up} />;
}

function StoredEditor({ content, references, up }: EditorProps & { readonly content: Schemas['ReadContent'] }) {
  const { categories, tags } = references;
  return <ContentEditor editing={useStoredContent(content, tags)} loaded={content} categories={categories} up={up} />;
}

interface LostContentProps {
  readonly id: string;
  readonly draft: Draft<ContentValues>;
}

/** Shows the unsaved changes if somebody else has deleted the content. */
function LostContent({ id, draft: { values } }: LostContentProps) {
  const text = texts().contents;
  const base = valuesOf();
  const openAsNew = (): void => {
    keepDraft(draftOf(), { values, base, version: undefined });
    dropDraft(draftOf(id));
    go('/contents/new', { replace: true });
  };
  return (
    <section class="panel">
      <p role="alert">{text.lostContent}</p>
      {readDraft(draftOf(), base) === undefined ? (
        <Button kind="main" onClick={openAsNew}>
          {text.openAsNew}
        </Button>
      ) : undefined}
      <label class="field lost-text">
        {text.copyOf}
        <textarea rows={16} readOnly value={values.text} />
      </label>
    </section>
  );
}

/** The editor of a stored content. */
export function ExistingContent({ id, title, up }: ScreenProps) {
  const loaded = useLoad(
    async (signal) => {
      const [content, references] = await Promise.all([
        api.get('/api/contents/{id}', { params: { path: { id } }, signal }),
        loadReferences(),
      ]);
      const tags = await loadMissingTagNames(references.tags, content.tagIds);
      return { content, references: { ...references, tags } };
    },
    [id],
    concerns('content', id),
  );
  const lost = isMissing(loaded.error) ? readDraft(draftOf(id), valuesOf()) : undefined;
  return (
    <>
      {loaded.data === undefined ? <ScreenHead title={title} up={up} /> : undefined}
      {lost === undefined ? (
        <LoadBoundary of={loaded}>{(found) => <StoredEditor {...found} up={up} />}</LoadBoundary>
      ) : (
        <LostContent id={id} draft={lost} />
      )}
    </>
  );
}

/** The editor of a new content. */
export function NewContent({ title, up }: ScreenProps) {
  const references = useLoad(loadReferences, []);
  return (
    <>
      {references.data === undefined ? <ScreenHead title={title} up={up} /> : undefined}
      <LoadBoundary of={references}>{(found) => <NewEditor references={found} up={up} />}</LoadBoundary>
    </>
  );
}
