import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { Form } from './form-state.ts';
import { commonMessages } from '../parts/messages.ts';

/** The names of those fields of `Values` that can contain a value of the type `Value`. */
type NameOf<Values, Value> = { [Name in keyof Values]: Value extends Values[Name] ? Name : never }[keyof Values] &
  string;

export interface FieldProps<Values extends object, Value> {
  readonly form: Form<Values>;
  readonly name: NameOf<Values, Value>;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
}

interface Frame {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly id: string;
  readonly isOptional?: boolean;
  readonly children: ComponentChildren;
}

/** Shows a label, the input, its hint and its error message. */
export function FieldFrame({ label, hint, error, id, isOptional = false, children }: Frame) {
  return (
    <div class="field">
      <label for={id}>
        {label} {isOptional ? <span class="quiet">({commonMessages().optional})</span> : undefined}
      </label>
      {children}
      {hint === undefined ? undefined : (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

/**
 * Registers a field in its form: the label, and the function that converts a value to the text in the conflict dialog.
 */
export function useFieldText<Values extends object>(
  form: Form<Values>,
  name: keyof Values & string,
  label: string,
  textOf: (value: unknown) => string = String,
): void {
  // The effect runs after every rendering, because `textOf` may depend on choices that are loaded later.
  useEffect(() => void form.texts.set(name, { label, textOf }));
}

/** Connects a field with its form. @returns the value, the error message and the attributes for the input */
export function useField<Values extends object, Name extends keyof Values & string>(
  form: Form<Values>,
  name: Name,
  label: string,
  textOf?: (value: unknown) => string,
) {
  useFieldText(form, name, label, textOf);
  const id = useId();
  useEffect(() => {
    form.shown.add(name);
    return () => void form.shown.delete(name);
  }, [form, name]);
  const error = form.errors.value.fields[name];
  return {
    id,
    error,
    value: form.values.value[name],
    attributes: {
      id,
      name,
      'aria-invalid': error !== undefined,
      'aria-describedby': `${id}-hint ${id}-error`,
    },
  };
}

export const change = <Values extends object>(form: Form<Values>, name: keyof Values, value: unknown): void =>
  form.set({ [name]: value } as Partial<Values>);
