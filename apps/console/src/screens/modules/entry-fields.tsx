import { CheckboxField, SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { textOf } from '../../language/module-texts.ts';
import type { ModuleResource } from '../../resources/modules.ts';
import { choicesOf, isCheckbox, type EntryValues, type ModuleField } from './values.ts';

/** Texts with a greater maximum length get a field with several lines. */
const longestLine = 255;

interface EntryFieldProps {
  readonly form: Form<EntryValues>;
  readonly field: ModuleField;
  readonly autoFocus: boolean;
}

function EntryField({ form, field, autoFocus }: EntryFieldProps) {
  const { value: name, type, isOptional, maxLength, hint } = field;
  const props = { form, name, label: textOf(field.label), hint: hint === null ? undefined : textOf(hint) };
  if (isCheckbox(field)) return <CheckboxField {...props} />;
  if (type === 'choice' || type === 'flag') {
    const choices = choicesOf(field);
    return (
      <SelectField
        {...props}
        isOptional={isOptional}
        choices={isOptional ? [{ value: '', label: '–' }, ...choices] : choices}
      />
    );
  }
  if (maxLength !== null && maxLength > longestLine) return <TextArea {...props} />;
  return <TextField {...props} autoFocus={autoFocus} />;
}

/** A field of the form for each field of the resource. */
export function EntryFields({
  form,
  resource,
  isNew = false,
}: {
  readonly form: Form<EntryValues>;
  readonly resource: ModuleResource;
  readonly isNew?: boolean;
}) {
  return (
    <>
      {resource.fields.map((field, index) => (
        <EntryField key={field.value} form={form} field={field} autoFocus={isNew && index === 0} />
      ))}
    </>
  );
}
