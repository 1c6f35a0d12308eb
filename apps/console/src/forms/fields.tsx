import { labelIn, Options, type Choice } from '../parts/choice.tsx';
import { change, FieldFrame, useField, type FieldProps } from './field.tsx';
import { commonMessages } from '../parts/messages.ts';

interface TextFieldProps<Values extends object> extends FieldProps<Values, string> {
  /**
   * The kind of input. It selects the keyboard of a phone, hides passwords, and shows a picker for times. The input
   * itself does not validate the value.
   */
  readonly kind?: 'text' | 'email' | 'password' | 'numeric' | 'url' | 'datetime-local';
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly isReadOnly?: boolean;
}

export function TextField<Values extends object>(props: TextFieldProps<Values>) {
  const { form, name, kind = 'text', autoComplete = 'off', autoFocus = false, isReadOnly = false } = props;
  const { id, error, value, attributes } = useField(form, name, props.label);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <input
        {...attributes}
        {...(kind === 'password' || kind === 'datetime-local' ? { type: kind } : { type: 'text', inputMode: kind })}
        autocomplete={autoComplete}
        autofocus={autoFocus}
        readOnly={isReadOnly}
        value={String(value)}
        onInput={(event) => change(form, name, event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

export function TextArea<Values extends object>(props: FieldProps<Values, string> & { readonly rows?: number }) {
  const { form, name, rows = 4 } = props;
  const { id, error, value, attributes } = useField(form, name, props.label);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <textarea
        {...attributes}
        rows={rows}
        value={String(value)}
        onInput={(event) => change(form, name, event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

/** The names of those fields of `Values` that contain a text, or one of several texts. */
type ChosenName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string;

export function SelectField<Values extends object>(
  props: Omit<FieldProps<Values, string>, 'name'> & {
    readonly name: ChosenName<Values>;
    readonly choices: readonly Choice[];
  },
) {
  const { form, name, label, choices } = props;
  const { id, error, value, attributes } = useField(form, name, label, (chosen) => labelIn(choices, chosen));
  return (
    <FieldFrame {...props} id={id} error={error}>
      <select {...attributes} value={String(value)} onChange={(event) => change(form, name, event.currentTarget.value)}>
        <Options of={choices} />
      </select>
    </FieldFrame>
  );
}

export function CheckboxField<Values extends object>({ form, name, label, hint }: FieldProps<Values, boolean>) {
  const text = commonMessages();
  const { id, error, value, attributes } = useField(form, name, label, (is) => (is === true ? text.yes : text.no));
  return (
    <div class="field">
      <label class="check">
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={(event) => change(form, name, event.currentTarget.checked)}
        />
        {label}
      </label>
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

export function CheckboxGroup<Values extends object>(
  props: FieldProps<Values, readonly string[]> & {
    readonly choices: readonly Choice[];
    /** True if a heading above the field already contains the label. */
    readonly isLabelHidden?: boolean;
  },
) {
  const { form, name, label, hint, choices, isLabelHidden = false } = props;
  const { id, error, value } = useField(form, name, label, (values) =>
    (Array.isArray(values) ? values : []).map((one) => labelIn(choices, one)).join('\n'),
  );
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset class="field" aria-describedby={`${id}-hint ${id}-error`}>
      <legend class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      <div class="check-group">
        {choices.map((choice) => (
          <label key={choice.value} class="check">
            <input
              type="checkbox"
              name={name}
              checked={chosen.includes(choice.value)}
              onChange={(event) =>
                change(
                  form,
                  name,
                  event.currentTarget.checked
                    ? [...chosen, choice.value]
                    : chosen.filter((other) => other !== choice.value),
                )
              }
            />
            {choice.label}
          </label>
        ))}
      </div>
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    </fieldset>
  );
}
