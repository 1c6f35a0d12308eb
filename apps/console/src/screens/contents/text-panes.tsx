import type { Schemas } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FieldFrame, useField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { confirmFirst } from '../../parts/questions.ts';
import type { ContentValues } from './content-values.ts';
import { applyMark, marks, type Mark, type Selected } from './markdown-marks.ts';
import { Preview } from './preview.tsx';
import { notify } from '../../parts/notices.tsx';

const shortcuts: Readonly<Record<string, Mark>> = { b: 'bold', i: 'italic', k: 'link' };

interface ContentTextProps {
  readonly form: Form<ContentValues>;
  /** Additional buttons of the toolbar. */
  readonly children?: ComponentChildren;
}

/** The field for the text of a content. Markdown has formatting buttons, HTML has none. */
function ContentText({ form, children }: ContentTextProps) {
  const text = texts().contents;
  const area = useRef<HTMLTextAreaElement>(null);
  const selection = useRef<Selected | undefined>(undefined);
  // The browser cannot undo a change that a script made, so the text before the last formatting is stored here.
  const marked = useRef<{ readonly before: Selected; readonly after: string } | undefined>(undefined);
  const isMarkdown = form.values.value.editorType !== 'RICHTEXT';
  const label = isMarkdown ? text.markdown : text.html;
  const { id, error, value, attributes } = useField(form, 'text', label);

  useEffect(() => {
    const chosen = selection.current;
    selection.current = undefined;
    if (chosen === undefined) return;
    area.current?.focus();
    area.current?.setSelectionRange(chosen.start, chosen.end);
  }, [value]);

  function show(selected: Selected): void {
    selection.current = selected;
    form.set({ text: selected.text });
  }

  function mark(by: Mark): void {
    if (area.current === null) return;
    const { value: before, selectionStart: start, selectionEnd: end } = area.current;
    const selected = { text: before, start, end };
    const after = applyMark(selected, by);
    marked.current = { before: selected, after: after.text };
    show(after);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if ((!event.ctrlKey && !event.metaKey) || event.altKey || event.shiftKey || !isMarkdown) return;
    const by = shortcuts[event.key];
    const last = marked.current;
    if (by !== undefined) mark(by);
    else if (event.key === 'z' && last !== undefined && last.after === area.current?.value) {
      marked.current = undefined;
      show(last.before);
    } else return;
    event.preventDefault();
  }

  return (
    <FieldFrame label={label} hint={isMarkdown ? text.shortcuts : undefined} error={error} id={id}>
      {isMarkdown ? (
        <div class="toolbar" role="group" aria-label={text.toolbar}>
          {marks.map((by) => (
            <button key={by} type="button" class={`button-plain mark-${by}`} onClick={() => mark(by)}>
              {text.marks[by]}
            </button>
          ))}
          {children}
        </div>
      ) : undefined}
      <textarea
        {...attributes}
        ref={area}
        class="content-text"
        spellcheck
        value={value}
        onInput={(event) => form.set({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
    </FieldFrame>
  );
}

/** The maximum size of a text that the service accepts, in bytes. */
const largestFile = 10 * 1024 * 1024;

interface TextPanesProps {
  readonly form: Form<ContentValues>;
  /** The stored content or working copy; undefined for a new content. */
  readonly stored: Pick<Schemas['Content'], 'contentHtml' | 'contentRaw'> | undefined;
}

/** Shows the text next to its preview. On a narrow screen, the person switches between the text and the preview. */
export function TextPanes({ form, stored }: TextPanesProps) {
  const text = texts().contents;
  const [view, setView] = useState<'write' | 'preview'>('write');
  const { editorType, text: source } = form.values.value;
  const views = [
    { name: 'write', label: text.write },
    { name: 'preview', label: text.preview },
  ] as const;

  async function read(file: File): Promise<void> {
    if (file.size > largestFile) {
      notify(text.uploadTooLarge, 'error');
      return;
    }
    const question = {
      title: text.uploadReplacesTitle,
      consequence: text.uploadReplaces({ name: file.name }),
      action: text.replace,
    };
    const { text: before } = form.values.value;
    if (before !== '' && !(await confirmFirst(question))) return;
    form.set({ text: await file.text() });
  }

  return (
    <div class="panes" data-view={view}>
      <div class="panes-head">
        <div class="panes-switch" role="group" aria-label={text.view}>
          {views.map(({ name, label }) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {label}
            </button>
          ))}
        </div>
      </div>
      <div class="panes-text">
        <ContentText form={form}>
          <label class="button file-button">
            {text.upload}
            <input
              type="file"
              class="visually-hidden"
              accept=".md,.markdown,.txt,text/markdown,text/plain"
              onChange={(event) => {
                const input = event.currentTarget;
                const file = input.files?.[0];
                if (file !== undefined) void read(file);
                input.value = '';
              }}
            />
          </label>
        </ContentText>
        {/* `contentRaw` is the text in the format of another editing program. */}
        {editorType === 'RICHTEXT' && (stored?.contentRaw ?? null) !== null ? (
          <p class="hint">{text.rawHint}</p>
        ) : undefined}
      </div>
      <div class="panes-preview">
        <Preview editorType={editorType} text={source} storedHtml={stored?.contentHtml ?? null} />
      </div>
    </div>
  );
}
