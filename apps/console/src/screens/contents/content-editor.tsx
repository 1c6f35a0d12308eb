import { useMemo } from 'preact/hooks';
import type { Schemas } from '@portcullis/client';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Time, Button } from '../../parts/elements.tsx';
import { confirmFirst } from '../../parts/actions.tsx';
import { FormView } from '../../forms/form.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { ContentActions } from './content-actions.tsx';
import type { DraftStore } from './content-draft.ts';
import { createEditing, type Editing } from './content-editing.ts';
import { ContentFacts } from './content-facts.tsx';
import { ContentFields } from './content-fields.tsx';
import type { References } from '../../resources/references.ts';
import { contentsMessages } from './messages.ts';
import { useKeptDraft } from './kept-draft.ts';
import { PreviewLinks } from './preview-links.tsx';
import { SchedulePanel } from './schedule-panel.tsx';
import { TextPanes } from './text-panes.tsx';

function RestoredHint({ editing, at }: { readonly editing: Editing; readonly at: string }) {
  const text = contentsMessages();
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
  const text = contentsMessages();
  const common = commonMessages();
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
        <TextPanes form={form} hasOwnFormat={(stored?.contentRaw ?? null) !== null} />
      </FormView>
      {stored === undefined ? undefined : (
        <div class="panels">
          <SchedulePanel content={stored} onChanged={editing.onMoved} />
          <PreviewLinks contentId={stored.id} />
        </div>
      )}
    </div>
  );
}
