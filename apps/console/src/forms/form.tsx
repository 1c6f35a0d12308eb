import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { createForm, type Form, type FormOptions } from './form-state.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { commonMessages } from '../parts/messages.ts';
import { Button } from '../parts/button.tsx';

/** Creates a form when the component is mounted, and a new form when `key` changes. */
export const useForm = <Values extends object>(options: FormOptions<Values>, key = ''): Form<Values> =>
  useMemo(() => createForm(options), [key]);

interface FormViewProps<Values extends object> {
  readonly form: Form<Values>;
  /** The label of the save button. */
  readonly action?: string;
  /** The label of the save button while the form is being saved. */
  readonly saving?: string;
  readonly onCancel?: () => void;
  /** True if the person may read but not change the values. */
  readonly isReadOnly?: boolean;
  /** A text next to the buttons, for example that everything is saved. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Shows the fields of a form, its error messages, and its buttons. */
export function FormView<Values extends object>(props: FormViewProps<Values>) {
  const { form, action, saving, onCancel, isReadOnly = false, note, children } = props;
  const text = commonMessages();
  async function submit(view: HTMLFormElement): Promise<void> {
    await form.submit();
    requestAnimationFrame(() => {
      const invalid = view.querySelector('[aria-invalid="true"]');
      if (invalid instanceof HTMLElement) invalid.focus();
    });
  }
  const { fields, problem } = form.errors.value;
  const hasFieldErrors = Object.keys(fields).length > 0;
  const conflict = form.conflict.value;
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {form.isRestored.value ? (
        <p class="hint" role="status">
          {text.unsaved}{' '}
          <Button kind="link" onClick={() => form.reset()}>
            {text.discard}
          </Button>
        </p>
      ) : undefined}
      {isReadOnly ? (
        <fieldset class="read-only" disabled>
          {children}
        </fieldset>
      ) : (
        children
      )}
      {problem !== undefined || hasFieldErrors ? (
        <p class="form-problem" role="alert">
          {problem ?? text.checkFields}
        </p>
      ) : undefined}
      {isReadOnly ? undefined : (
        <div class="form-actions">
          <button type="submit" class="button-main" aria-disabled={form.isSaving.value}>
            {form.isSaving.value ? (saving ?? text.saving) : (action ?? text.save)}
          </button>
          {onCancel === undefined ? undefined : <Button onClick={onCancel}>{text.cancel}</Button>}
          {note}
        </div>
      )}
      {conflict === undefined ? undefined : <ConflictDialog conflict={conflict} />}
    </form>
  );
}
