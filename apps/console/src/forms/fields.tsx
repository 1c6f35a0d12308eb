import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { ChoiceInput, ChoiceList, type OtherChoices } from '../parts/choice-list.tsx';
import { Button, labelIn, useFocusOnAppearance, type Choice, fieldName } from '../parts/elements.tsx';
import type { FieldLimits, Form } from './form.tsx';

/** The names of those fields of `Values` that can contain a value of the type `Value`. */
type NameOf<Values, Value> = { [Name in keyof Values]: Value extends Values[Name] ? Name : never }[keyof Values] &
  string;

interface FieldProps<Values extends object, Value> {
  readonly form: Form<Values>;
  readonly name: NameOf<Values, Value>;
  /** If missing, the usual label of a field with this name. */
  readonly label?: string;
  readonly hint?: string | undefined;
  /** If missing, the limits of the form say whether the field may be empty. */
  readonly isOptional?: boolean;
}

interface Frame {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly id: string;
  readonly isOptional?: boolean | undefined;
  readonly children: ComponentChildren;
}

/** The hint and the error message of an input, which refers to them by their ids. */
export const Notes = ({ id, hint, error }: Pick<Frame, 'id' | 'hint' | 'error'>) => (
  <>
    {hint === undefined ? undefined : (
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <p class="field-error" id={`${id}-error`}>
      {error}
    </p>
  </>
);

/** Shows a label, the input, its hint and its error message. */
export function FieldFrame({ label, hint, error, id, isOptional = false, children }: Frame) {
  return (
    <div class="field">
      <label for={id}>
        <bdi>{label}</bdi> {isOptional ? <span class="quiet">({texts().common.optional})</span> : undefined}
      </label>
      {children}
      <Notes id={id} hint={hint} error={error} />
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
  textOf: (value: unknown) => string | Promise<string> = String,
): void {
  // The effect runs after every rendering, because `textOf` may depend on choices that are loaded later.
  useEffect(() => void form.fieldTexts.set(name, { label, textOf }));
}

/** Connects a field with its form. @returns the value, the error message and the attributes for the input */
export function useField<Values extends object, Name extends keyof Values & string>(
  form: Form<Values>,
  name: Name,
  label: string,
  textOf?: (value: unknown) => string | Promise<string>,
) {
  useFieldText(form, name, label, textOf);
  const id = useId();
  useEffect(() => {
    form.shown.add(name);
    return () => void form.shown.delete(name);
  }, [form, name]);
  const error = form.errors.value.fields[name];
  const limits: FieldLimits = form.limits[name] ?? {};
  return {
    id,
    error,
    limits,
    value: form.values.value[name],
    attributes: {
      id,
      name,
      dir: 'auto' as const,
      'aria-invalid': error !== undefined,
      'aria-describedby': `${id}-hint ${id}-error`,
    },
  };
}

/** `maxlength` counts UTF-16 units, but the service counts characters, which can have two units. */
const lengthLimit = (maxLength: number | undefined, text: string): number | undefined =>
  maxLength === undefined ? undefined : maxLength + text.length - [...text].length;

/** Sets the value of one field of a form. */
export const setField = <Values extends object>(form: Form<Values>, name: keyof Values, value: unknown): void =>
  form.set({ [name]: value } as Partial<Values>);

interface TextFieldProps<Values extends object> extends FieldProps<Values, string> {
  /**
   * The kind of input, unless the limits of the form contain it. It selects the keyboard of a phone, hides passwords,
   * and shows a picker for times. The input itself does not validate the value.
   */
  readonly kind?: 'text' | 'email' | 'password' | 'numeric' | 'decimal' | 'url' | 'date' | 'datetime-local';
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly isReadOnly?: boolean;
}

const isPicked = (kind: string): kind is 'password' | 'date' | 'datetime-local' =>
  kind === 'password' || kind === 'date' || kind === 'datetime-local';

export function TextField<Values extends object>(props: TextFieldProps<Values>) {
  const { form, name, label = fieldName(name), autoComplete = 'off', autoFocus = false, isReadOnly = false } = props;
  const { id, error, value, limits, attributes } = useField(form, name, label);
  const { kind = limits.kind ?? 'text', isOptional = limits.isOptional } = props;
  if (kind === 'password' || autoComplete === 'one-time-code') form.secrets.add(name);
  const input = useFocusOnAppearance<HTMLInputElement>(autoFocus);
  return (
    <FieldFrame {...props} label={label} isOptional={isOptional} id={id} error={error}>
      <input
        ref={input}
        {...attributes}
        maxLength={lengthLimit(limits.maxLength, String(value))}
        {...(isPicked(kind) ? { type: kind } : { type: 'text', inputMode: kind })}
        autocomplete={autoComplete}
        placeholder={props.placeholder}
        autofocus={autoFocus}
        readOnly={isReadOnly}
        value={String(value)}
        onInput={(event) => setField(form, name, event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

interface PasswordFieldProps<Values extends object> extends FieldProps<Values, string> {
  /** True if the person chooses a password; false if the person enters the current one. */
  readonly isNew?: boolean;
  readonly autoFocus?: boolean;
}

export const PasswordField = <Values extends object>({ isNew = false, ...props }: PasswordFieldProps<Values>) => (
  <TextField {...props} kind="password" autoComplete={isNew ? 'new-password' : 'current-password'} />
);

/** A field for a code of an authenticator app or a recovery code. It is the first field of its form. */
export const CodeField = <Values extends object>(props: FieldProps<Values, string>) => (
  <TextField {...props} autoComplete="one-time-code" autoFocus />
);

export function TextArea<Values extends object>(props: FieldProps<Values, string> & { readonly rows?: number }) {
  const { form, name, label = fieldName(name), rows = 4 } = props;
  const { id, error, value, limits, attributes } = useField(form, name, label);
  const { isOptional = limits.isOptional } = props;
  return (
    <FieldFrame {...props} label={label} isOptional={isOptional} id={id} error={error}>
      <textarea
        {...attributes}
        maxLength={lengthLimit(limits.maxLength, String(value))}
        rows={rows}
        value={String(value)}
        onInput={(event) => setField(form, name, event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

/** The names of those fields of `Values` that contain a text, or one of several texts. */
type ChosenName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string;

export function SelectField<Values extends object>(
  props: Omit<FieldProps<Values, string>, 'name'> & {
    readonly name: ChosenName<Values> | NameOf<Values, string>;
    readonly choices: readonly Choice[];
  },
) {
  const { form, name, label = fieldName(name), choices } = props;
  const { id, error, value, attributes } = useField(form, name, label, (chosen) => labelIn(choices, chosen));
  return (
    <FieldFrame {...props} label={label} id={id} error={error}>
      <ChoiceInput
        id={id}
        label={label}
        value={String(value)}
        choices={choices}
        attributes={attributes}
        onChoose={(chosen) => setField(form, name, chosen)}
      />
    </FieldFrame>
  );
}

export function CheckboxField<Values extends object>(props: FieldProps<Values, boolean>) {
  const { form, name, label = fieldName(name), hint } = props;
  const text = texts().common;
  const { id, error, value, attributes } = useField(form, name, label, (is) => (is === true ? text.yes : text.no));
  return (
    <div class="field">
      <label class="check">
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={(event) => setField(form, name, event.currentTarget.checked)}
        />
        {label}
      </label>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

export function CheckboxGroup<Values extends object>(
  props: FieldProps<Values, readonly string[]> & {
    readonly choices: readonly Choice[];
    readonly others?: OtherChoices | undefined;
    /** True if a heading above the field already contains the label. */
    readonly isLabelHidden?: boolean;
  },
) {
  const { form, name, label = fieldName(name), hint, choices, others, isLabelHidden = false } = props;
  const { id, error, value } = useField(form, name, label, (values) =>
    (Array.isArray(values) ? values : []).map((one) => labelIn(choices, one)).join('\n'),
  );
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <fieldset class="field" aria-describedby={`${id}-hint ${id}-error`}>
      <legend class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      <ChoiceList
        choices={choices}
        others={others}
        chosen={chosen}
        name={name}
        isMultiple
        onToggle={(option, isChosen) =>
          setField(form, name, isChosen ? [...chosen, option] : chosen.filter((other) => other !== option))
        }
      />
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

/** Letters and digits, except those that are easily confused, such as `l` and `1`. */
const characters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const length = 20;

/** @returns a random password with an entropy of more than 110 bits. */
export function randomPassword(): string {
  // Bytes of `limit` and above are discarded. Otherwise the modulo operation would prefer the first characters.
  const limit = 256 - (256 % characters.length);
  let password = '';
  while (password.length < length) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) password += characters.charAt(byte % characters.length);
  }
  return password;
}

/** The field for a password that an administrator sets for a user. Its buttons show the password and generate one. */
export function NewPasswordField<Values extends { readonly password: string }>(
  props: Omit<FieldProps<Values, string>, 'name'>,
) {
  const { form, label = fieldName('password') } = props;
  const text = texts().common;
  const [isShown, setShown] = useState(false);
  const { id, error, value, attributes } = useField(form, 'password', label);
  form.secrets.add('password');
  return (
    <FieldFrame {...props} label={label} id={id} error={error}>
      <div class="with-buttons">
        <input
          {...attributes}
          {...(isShown ? { type: 'text' } : { type: 'password' })}
          autocomplete="new-password"
          value={value}
          onInput={(event) => setField(form, 'password', event.currentTarget.value)}
        />
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {text.show}
        </button>
        <Button
          onClick={() => {
            setField(form, 'password', randomPassword());
            setShown(true);
          }}
        >
          {text.generate}
        </Button>
      </div>
    </FieldFrame>
  );
}
