import type { ErrorReason } from '@portcullis/client';
import { signal, type ReadonlySignal } from '@preact/signals';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import type { Conflict } from './conflict-dialog.tsx';
import { formErrorsOf, type FormErrors } from './form-errors.ts';

export interface FormOptions<Values extends object> {
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
  /** The name under which unsaved values are stored, so that they survive a reload and the end of the session. */
  readonly draft?: string;
  /** The conflict with the changes of somebody else, which the form shows; undefined while there is none. */
  readonly conflict?: ReadonlySignal<Conflict | undefined>;
}

/** The label of a field, and the function that converts a value to text. The conflict dialog shows both. */
interface FieldText {
  readonly label: string;
  readonly textOf: (value: unknown) => string;
}

export interface Form<Values extends object> {
  readonly values: ReadonlySignal<Values>;
  /** The values before they were changed. */
  readonly stored: ReadonlySignal<Values>;
  readonly errors: ReadonlySignal<FormErrors>;
  readonly isSaving: ReadonlySignal<boolean>;
  /** True if the form was opened with unsaved values that this browser tab has stored before. */
  readonly isRestored: ReadonlySignal<boolean>;
  readonly set: (changes: Partial<Values>) => void;
  readonly reset: (values?: Values) => void;
  readonly isChanged: () => boolean;
  readonly submit: () => Promise<void>;
  /** The names of the fields that are on the screen. */
  readonly shown: Set<string>;
  /** The label of each field and the function that converts its value to text, by the name of the field. */
  readonly texts: Map<string, FieldText>;
  readonly conflict: ReadonlySignal<Conflict | undefined>;
}

/** Creates the state of a form: its values, their error messages, and whether they are being saved. */
export function createForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const draft = options.draft === undefined ? undefined : readDraft(options.draft, options.initial);
  const stored = signal(options.initial);
  const values = signal(draft ?? options.initial);
  const isRestored = signal(draft !== undefined);
  const errors = signal<FormErrors>({ fields: {}, problem: undefined });
  const isSaving = signal(false);
  const shown = new Set<string>();
  const texts = new Map<string, FieldText>();
  const { conflict = signal(undefined) } = options;

  const reset = (to = stored.value): void => {
    stored.value = to;
    values.value = to;
    errors.value = { fields: {}, problem: undefined };
    isRestored.value = false;
    if (options.draft !== undefined) dropDraft(options.draft);
  };

  return {
    values,
    stored,
    errors,
    isSaving,
    isRestored,
    shown,
    texts,
    conflict,
    reset,
    isChanged: () => JSON.stringify(values.value) !== JSON.stringify(stored.value),
    set: (changes) => {
      values.value = { ...values.value, ...changes };
      const fields = { ...errors.value.fields };
      for (const name of Object.keys(changes)) delete fields[name];
      errors.value = { ...errors.value, fields };
      if (options.draft !== undefined) keepDraft(options.draft, values.value);
    },
    submit: async () => {
      if (isSaving.value) return;
      isSaving.value = true;
      const sent = values.value;
      try {
        await options.save(sent, stored.value);
        if (values.value === sent) reset(sent);
      } catch (error) {
        errors.value = formErrorsOf(error, shown, options.fieldsOfReasons);
      } finally {
        isSaving.value = false;
      }
    },
  };
}
