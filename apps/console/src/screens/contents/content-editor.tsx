import type { Schemas } from '@portcullis/client';
import { effect } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { FormView } from '../../forms/form.tsx';
import { ifVersion } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { attempt } from '../../parts/actions.tsx';
import { Button, ScreenHead, Time } from '../../parts/elements.tsx';
import { notify } from '../../parts/notices.tsx';
import { confirmFirst } from '../../parts/questions.ts';
import type { References } from '../../resources/references.ts';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import type { DraftStore } from './content-draft.ts';
import { createEditing, type Editing } from './content-editing.ts';
import { ContentFields } from './content-fields.tsx';
import { ContentFacts, PreviewLinks, SchedulePanel } from './content-panels.tsx';
import { TextPanes } from './text-panes.tsx';

type Content = Schemas['Content'];

interface ContentActionsProps {
  readonly content: Content;
  readonly isChanged: boolean;
  /** Saves the changes before an action. @returns the saved content; undefined if some changes are still unsaved */
  readonly saveFirst: () => Promise<Content | undefined>;
  readonly onMoved: (content: Content) => void;
  readonly onDeleted: () => void;
}

/** Publishes, unpublishes, archives and deletes a content. */
function ContentActions({ content, isChanged, saveFirst, onMoved, onDeleted }: ContentActionsProps) {
  const text = texts().contents;
  const common = texts().common;
  const { id, title, status } = content;
  // The `If-Match` header makes the service reject the action if the content was changed since the person loaded it.
  const paramsOf = ({ version }: Content) => ({ path: { id }, header: ifVersion(version) });
  const params = paramsOf(content);

  const publish = () =>
    attempt(async () => {
      const saved = isChanged ? await saveFirst() : content;
      if (saved === undefined) return;
      const moved = await api.post('/api/contents/{id}/publish', { params: paramsOf(saved) });
      notify(text.publishedNotice({ title: moved.title }));
      onMoved(moved);
    });
  const unpublish = () =>
    attempt(async () => onMoved(await api.post('/api/contents/{id}/unpublish', { params })), {
      question: {
        title: text.unpublishTitle({ title }),
        consequence: text.unpublishConsequence,
        action: text.unpublish,
      },
      done: text.unpublishedNotice({ title }),
    });
  const archive = () =>
    attempt(async () => onMoved(await api.post('/api/contents/{id}/archive', { params })), {
      question: { title: text.archiveTitle({ title }), consequence: text.archiveConsequence, action: text.archive },
      done: text.archivedNotice({ title }),
    });
  const remove = () =>
    attempt(
      async () => {
        await api.delete('/api/contents/{id}', { params });
        onDeleted();
        go('/contents', { replace: true });
      },
      {
        question: {
          title: text.deleteTitle({ title }),
          consequence: text.deleteConsequence({ title }),
          action: common.delete,
        },
        done: text.deletedNotice({ title }),
      },
    );

  return (
    <>
      {status === 'PUBLISHED' && can('unpublishContent') ? (
        <Button onClick={unpublish}>{text.unpublish}</Button>
      ) : undefined}
      {status !== 'PUBLISHED' && can('publishContent') ? (
        <Button onClick={publish}>{isChanged ? text.saveAndPublish : text.publish}</Button>
      ) : undefined}
      {status !== 'ARCHIVED' && can('archiveContent') ? <Button onClick={archive}>{text.archive}</Button> : undefined}
      {can('deleteContent') ? (
        <Button kind="danger" onClick={remove}>
          {common.delete}
        </Button>
      ) : undefined}
    </>
  );
}

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

export function ContentEditor({ content: loaded, references, draft, up }: ContentEditorProps) {
  const text = texts().contents;
  const common = texts().common;
  const editing = useMemo(() => createEditing(loaded, references.tags, draft), []);
  const isKept = useKeptDraft(editing);
  const { form, content, names, isChanged, restoredAt } = editing;
  const stored = content.value;

  async function saveFirst() {
    await form.submit();
    return isChanged.value ? undefined : content.value;
  }

  return (
    <div class="content-editor" onKeyDown={saveByKey}>
      <ScreenHead title={stored?.title ?? text.create} up={up}>
        {stored === undefined ? undefined : (
          <ContentActions
            content={stored}
            isChanged={isChanged.value}
            saveFirst={saveFirst}
            onMoved={editing.onMoved}
            onDeleted={editing.discard}
          />
        )}
      </ScreenHead>
      {stored === undefined ? undefined : <ContentFacts content={stored} hasDraft={loaded?.hasDraft === true} />}
      {restoredAt.value === undefined ? undefined : <RestoredHint editing={editing} at={restoredAt.value} />}
      <FormView
        form={form}
        isReadOnly={!can(stored === undefined ? 'createContent' : 'updateContent')}
        action={stored === undefined ? common.create : common.save}
        note={
          <span class="save-state" role="status">
            {isChanged.value ? text.unsaved : stored === undefined ? '' : text.allSaved}
            {isKept ? undefined : <strong> {text.cannotKeep}</strong>}
          </span>
        }
      >
        <ContentFields
          form={form}
          categories={references.categories}
          names={names.value}
          isNew={stored === undefined}
        />
        <TextPanes form={form} stored={stored} />
      </FormView>
      {stored === undefined ? undefined : (
        <div class="panels">
          {can('scheduleContent') ? <SchedulePanel content={stored} onChanged={editing.onMoved} /> : undefined}
          {can('listPreviewLinks') ? <PreviewLinks contentId={stored.id} /> : undefined}
        </div>
      )}
    </div>
  );
}
