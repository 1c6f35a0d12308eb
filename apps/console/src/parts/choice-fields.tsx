import { change, FieldFrame, useField, type FieldProps } from './field.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function SelectField<Values extends object>(
  props: FieldProps<Values, string> & { readonly choices: readonly Choice[] },
) {
  const { form, name, choices } = props;
  const { id, error, value, attributes } = useField(form, name);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <select {...attributes} value={String(value)} onChange={(event) => change(form, name, event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export function CheckboxField<Values extends object>({ form, name, label, hint }: FieldProps<Values, boolean>) {
  const { id, error, value, attributes } = useField(form, name);
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
    /** The heading above says the same. */
    readonly isLabelHidden?: boolean;
  },
) {
  const { form, name, label, hint, choices, isLabelHidden = false } = props;
  const { id, error, value } = useField(form, name);
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
