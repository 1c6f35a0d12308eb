import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { setField, useField } from '../forms/fields.tsx';
import type { Form } from '../forms/form.tsx';
import { texts } from '../language/language.ts';
import { Button } from '../parts/elements.tsx';
import type { EditorOptions, TextEditor } from './editor-view.ts';

interface TextEditorFieldProps<Values extends object>
  extends Pick<EditorOptions, 'label' | 'isMarkdown' | 'isReadOnly' | 'onFiles'> {
  readonly form: Form<Values>;
  readonly name: keyof Values & string;
  readonly onReady: (editor: TextEditor | undefined) => void;
}

/**
 * A field for Markdown or HTML. CodeMirror is loaded on demand, because it is larger than the other scripts
 * of the console.
 * @param onReady called with the editor when it was created, and with undefined when it was removed
 */
export function TextEditorField<Values extends object>(props: TextEditorFieldProps<Values>) {
  const { form, name, label, isMarkdown, isReadOnly, onFiles, onReady } = props;
  const text = texts().contents;
  const { id, error, value } = useField(form, name, label);
  const textIn = (values: Values): string => String(values[name] ?? '');
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<TextEditor | undefined>(undefined);
  /** The text that the editor shows. */
  const shown = useRef(String(value ?? ''));
  const [isLoaded, setLoaded] = useState(false);
  const [failures, setFailures] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let isWanted = true;
    async function start(): Promise<void> {
      const { createTextEditor } = await import('./editor-view.ts');
      if (!isWanted || host.current === null) return;
      shown.current = textIn(form.values.peek());
      editor.current = createTextEditor({
        host: host.current,
        text: shown.current,
        label,
        isMarkdown,
        isReadOnly,
        phrases: text.editorPhrases,
        onChange: (changed) => {
          shown.current = changed;
          setField(form, name, changed);
        },
        onFiles,
      });
      setLoaded(true);
      onReady(editor.current);
    }
    setFailed(false);
    start().catch(() => setFailed(true));
    return () => {
      isWanted = false;
      editor.current?.destroy();
      editor.current = undefined;
      onReady(undefined);
    };
  }, [form, isMarkdown, isReadOnly, label, failures]);

  // The effect of the signal runs at once. An effect of the component would run later, when the person has typed more.
  useSignalEffect(() => {
    const current = textIn(form.values.value);
    if (current === shown.current) return;
    shown.current = current;
    editor.current?.setText(current);
  });

  useEffect(() => editor.current?.setInvalid(error !== undefined), [error, isLoaded]);

  return (
    <div class="text-field">
      <div ref={host} class="text-editor" data-invalid={error !== undefined} aria-busy={!isLoaded && !hasFailed} />
      {hasFailed ? (
        <div class="form-problem" role="alert">
          {text.editorFailed}{' '}
          <Button kind="link" onClick={() => setFailures(failures + 1)}>
            {texts().common.retry}
          </Button>
        </div>
      ) : undefined}
      <p class="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  );
}
