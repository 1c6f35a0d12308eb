import type { ErrorReason } from '@portcullis/client';
import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { texts } from '../language/language.ts';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../parts/elements.tsx';
import { dismissSuccesses } from '../parts/notices.tsx';
import { forgetSave, reportSave } from '../parts/save-state.ts';
import { watchUnsaved } from '../parts/unsaved.ts';
import { profile } from '../session/session.ts';
import { draftNameOf, dropDraft, keepDraft, readDraft, type Draft } from './drafts.ts';
import { formErrorsOf, type FormErrors } from './form-errors.ts';
import { rebased } from './values.ts';

/** What the service accepts in a field of a request. It is generated from the API document. */
export interface FieldLimits {
  /** True if the field may be empty. */
  readonly isOptional?: true;
  /** The maximum number of characters. */
  readonly maxLength?: number;
  readonly kind?: 'email' | 'numeric' | 'decimal' | 'url' | 'date' | 'datetime-local';
}

type Limits = Readonly<Partial<Record<string, FieldLimits>>>;

export interface FormOptions<Values extends object> {
  /** The limits of the fields of the request, such as `createUserBody` of the client. */
  readonly limits?: Limits;
  readonly initial: Values;
  /**
   * Sends the values to the service. The form shows a thrown error at the fields or above the buttons.
   * @param stored the values before they were changed
   */
  readonly save: (values: Values, stored: Values) => Promise<unknown>;
  /**
   * For certain error reasons, the field of this form that shows the message. It replaces the usual field for the
   * reason.
   */
  readonly fieldsOfReasons?: Partial<Record<ErrorReason, string>>;
  /**
   * The name under which unsaved values are stored, so that they survive a reload and the end of the session. If
   * missing, it consists of what the URL is about and of the names of the fields. False if the values are not worth
   * keeping, or are kept elsewhere: the console then does not ask before they are lost.
   */
  readonly draft?: string | false;
  /** Returns the version number of the stored values; missing for a resource without version numbers. */
  readonly version?: () => number;
  /** A dialog that the form shows, such as the one about a conflict with the changes of somebody else. */
  readonly dialog?: ReadonlySignal<ComponentChildren>;
}

/** The label of a field, and the function that converts a value to text. The conflict dialog shows both. */
interface FieldText {
  readonly label: string;
  readonly textOf: (value: unknown) => string | Promise<string>;
}

export interface Form<Values extends object> {
  readonly limits: Limits;
  readonly values: ReadonlySignal<Values>;
  /** The values before they were changed. */
  readonly stored: ReadonlySignal<Values>;
  readonly errors: ReadonlySignal<FormErrors>;
  readonly isSaving: ReadonlySignal<boolean>;
  /**
   * The unsaved values with which the form was opened, because this browser tab has stored them before. Undefined if
   * there were none, and after they were saved or discarded.
   */
  readonly restored: ReadonlySignal<Draft<Values> | undefined>;
  /** False if the values are not worth keeping, or are kept elsewhere. */
  readonly isKept: boolean;
  /** The names of the fields that are never stored, such as passwords. */
  readonly secrets: Set<string>;
  readonly set: (changes: Partial<Values>) => void;
  reset(values?: Values): void;
  /** Shows stored values. What was changed since the form had the values `sent` stays in it, as a change of them. */
  show(saved: Values, sent: Values): void;
  readonly isChanged: () => boolean;
  /** Saves the values. If they are being saved already, waits for the end of that. */
  readonly submit: () => Promise<void>;
  /** The names of the fields that are on the screen. */
  readonly shown: Set<string>;
  /** The label of each field and the function that converts its value to text, by the name of the field. */
  readonly fieldTexts: Map<string, FieldText>;
  readonly dialog: ReadonlySignal<ComponentChildren> | undefined;
}

const draftOf = ({ draft, initial }: Pick<FormOptions<object>, 'draft' | 'initial'>, key: string): string =>
  typeof draft === 'string' ? draft : draftNameOf(initial, key);

/**
 * Creates the state of a form: its values, their error messages, and whether they are being saved.
 * @param key distinguishes the form from other forms with the same fields at the same URL
 */
export function createForm<Values extends object>(options: FormOptions<Values>, key = ''): Form<Values> {
  const draft = options.draft === false || profile.peek() === undefined ? undefined : draftOf(options, key);
  const kept = draft === undefined ? undefined : readDraft(draft, options.initial);
  /** The last values that were read from the service or saved. */
  let latest = options.initial;
  const stored = signal(kept?.base ?? latest);
  const values = signal(kept?.values ?? latest);
  const restored = signal(kept);
  const secrets = new Set<string>();
  const errors = signal<FormErrors>({ fields: {}, problem: undefined });
  const isSaving = signal(false);
  const shown = new Set<string>();
  const fieldTexts = new Map<string, FieldText>();
  const { limits = {}, dialog } = options;
  /** Whether the form was reset while it was being saved. */
  let wasReset = false;
  /** Ends when the values that are being saved are stored; undefined if none are. */
  let running: Promise<void> | undefined;

  const reset = (to = latest): void => {
    wasReset = true;
    latest = to;
    stored.value = to;
    values.value = to;
    errors.value = { fields: {}, problem: undefined };
    restored.value = undefined;
    forgetSave(values);
    if (draft !== undefined) dropDraft(draft);
  };

  const set = (changes: Partial<Values>): void => {
    values.value = { ...values.value, ...changes };
    const fields = { ...errors.value.fields };
    for (const name of Object.keys(changes)) delete fields[name];
    errors.value = { ...errors.value, fields };
    if (draft === undefined) return;
    const version = restored.value?.version ?? options.version?.();
    keepDraft(draft, { values: values.value, base: stored.value, version }, secrets);
  };

  // The editor of a text would lose the cursor if it showed the stored text in between.
  const show = (saved: Values, sent: Values): void =>
    batch(() => {
      const changed = rebased(values.value, sent, saved);
      reset(saved);
      if (Object.keys(changed).length > 0) set(changed);
    });

  async function save(): Promise<void> {
    isSaving.value = true;
    reportSave(values, 'saving');
    const sent = values.value;
    wasReset = false;
    try {
      await options.save(sent, stored.value);
      if (!wasReset) show(sent, sent);
      reportSave(values, 'saved');
    } catch (error) {
      reportSave(values, 'failed');
      dismissSuccesses();
      errors.value = formErrorsOf(error, shown, options.fieldsOfReasons);
    } finally {
      isSaving.value = false;
    }
  }

  return {
    limits,
    values,
    stored,
    errors,
    isSaving,
    restored,
    isKept: draft !== undefined,
    secrets,
    shown,
    fieldTexts,
    dialog,
    reset,
    show,
    isChanged: () => JSON.stringify(values.value) !== JSON.stringify(stored.value),
    set,
    submit: () => {
      running ??= save().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

/** Creates a form when the component is mounted, and a new form when `key` changes. */
export const useForm = <Values extends object>(options: FormOptions<Values>, key = ''): Form<Values> =>
  useMemo(() => createForm(options, key), [key]);

interface FormViewProps<Values extends object> {
  readonly form: Form<Values>;
  /** The id of the form element, for a `SubmitButton` elsewhere on the page. The form then has no buttons itself. */
  readonly id?: string;
  /** The label of the save button. */
  readonly action?: string;
  /** The label of the save button while the form is being saved. */
  readonly saving?: string | undefined;
  readonly onCancel?: () => void;
  /** False if the screen has a more important button. */
  readonly isMain?: boolean;
  /** True if the person may read but not change the values. */
  readonly isReadOnly?: boolean;
  /** A text next to the buttons, for example that everything is saved. */
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

interface SubmitButtonProps<Values extends object> extends Pick<FormViewProps<Values>, 'form' | 'saving'> {
  readonly label: string;
  /** The id of the form element; undefined if the button is in it. */
  readonly formId?: string;
  readonly isMain: boolean;
}

/** The button that saves a form. */
export const SubmitButton = <Values extends object>(props: SubmitButtonProps<Values>) => {
  const { form, label, saving = texts().common.saving, formId, isMain } = props;
  const { value: isSaving } = form.isSaving;
  return (
    <button type="submit" form={formId} class={isMain ? 'button-main' : undefined} aria-disabled={isSaving}>
      {isSaving ? saving : label}
    </button>
  );
};

/** Shows the fields of a form, its error messages, and its buttons. */
export function FormView<Values extends object>(props: FormViewProps<Values>) {
  const { form, id, action, saving, onCancel, isMain = true, isReadOnly = false, note, children } = props;
  const text = texts().common;
  const view = useRef<HTMLFormElement>(null);
  async function submit(): Promise<void> {
    await form.submit();
    requestAnimationFrame(() => {
      const invalid = view.current?.querySelector('[aria-invalid="true"]');
      if (invalid instanceof HTMLElement) invalid.focus();
    });
  }
  // The bar of the page saves what every other panel changes too. Forms with another action have a button.
  const isInBar = action === undefined && onCancel === undefined && id === undefined && form.isKept;
  useEffect(() => () => forgetSave(form.values), [form]);
  useEffect(() => {
    if (!form.isKept) return undefined;
    return watchUnsaved({
      element: () => view.current,
      isChanged: form.isChanged,
      discard: () => form.reset(),
      save: isInBar ? submit : undefined,
    });
  }, [form]);
  const cancel = (): void => {
    form.reset();
    onCancel?.();
  };
  const { fields, problem } = form.errors.value;
  const hasFieldErrors = Object.keys(fields).length > 0;
  return (
    <form
      ref={view}
      id={id}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {form.restored.value !== undefined ? (
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
      {isReadOnly || id !== undefined ? undefined : isInBar ? (
        <>
          <button type="submit" hidden>
            {text.save}
          </button>
          {note}
        </>
      ) : (
        <div class="form-actions">
          <SubmitButton form={form} label={action ?? text.save} isMain={isMain} saving={saving} />
          {onCancel === undefined ? undefined : <Button onClick={cancel}>{text.cancel}</Button>}
          {note}
        </div>
      )}
      {form.dialog?.value}
    </form>
  );
}
