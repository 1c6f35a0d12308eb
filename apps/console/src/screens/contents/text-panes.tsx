import { useState } from 'preact/hooks';
import { confirmFirst, notify } from '../../parts/actions.tsx';
import type { Form } from '../../forms/form.tsx';
import type { ContentValues } from './content-values.ts';
import { contentsMessages } from './messages.ts';
import { Preview } from './preview.tsx';
import { ContentText } from './text-field.tsx';

/** The maximum size of a text that the service accepts, in bytes. */
const largestFile = 10 * 1024 * 1024;

interface TextPanesProps {
  readonly form: Form<ContentValues>;
  /** True if the content also has its text in the format of another editing program (`contentRaw`). */
  readonly hasOwnFormat: boolean;
}

/** Shows the text next to its preview. On a narrow screen, the person switches between the text and the preview. */
export function TextPanes({ form, hasOwnFormat }: TextPanesProps) {
  const text = contentsMessages();
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
      consequence: text.uploadReplaces(file.name),
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
        {editorType === 'RICHTEXT' && hasOwnFormat ? <p class="hint">{text.rawHint}</p> : undefined}
      </div>
      <div class="panes-preview">
        <Preview editorType={editorType} text={source} />
      </div>
    </div>
  );
}
