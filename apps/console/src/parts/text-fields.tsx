import { change, FieldFrame, useField, type FieldProps } from './field.tsx';

interface TextFieldProps<Values extends object> extends FieldProps<Values, string> {
  /** What is typed: hides a password, and gives a phone the right keyboard. The service checks the value. */
  readonly kind?: 'text' | 'email' | 'password' | 'numeric' | 'url';
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly isReadOnly?: boolean;
}

export function TextField<Values extends object>(props: TextFieldProps<Values>) {
  const { form, name, kind = 'text', autoComplete = 'off', autoFocus = false, isReadOnly = false } = props;
  const { id, error, value, attributes } = useField(form, name);
  return (
    <FieldFrame {...props} id={id} error={error}>
      <input
        {...attributes}
        {...(kind === 'password' ? { type: 'password' } : { type: 'text', inputMode: kind })}
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
  const { id, error, value, attributes } = useField(form, name);
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
