import { SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { linesOf } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import type { Choice } from '../../parts/elements.tsx';
import { notify } from '../../parts/notices.tsx';
import type { Declaration } from '../../resources/attributes.ts';

export const typeChoices = (): readonly (Choice & { readonly value: Declaration['type'] })[] => {
  const text = texts().attributes;
  return [
    { value: 'string', label: text.string },
    { value: 'number', label: text.number },
    { value: 'boolean', label: text.boolean },
    { value: 'string[]', label: text.texts },
  ];
};

export const audienceChoices = (): readonly (Choice & { readonly value: Declaration['readableBy'] })[] => {
  const text = texts().attributes;
  return [
    { value: 'admin', label: text.admin },
    { value: 'self', label: text.self },
  ];
};

interface DeclarationFormProps {
  /** The declaration that is changed; undefined for a new one. */
  readonly declared: Declaration | undefined;
  /** Stores the declaration. */
  readonly save: (declaration: Declaration) => Promise<void>;
  readonly onDone: () => void;
}

const chosen = <Value extends string>(choices: readonly { readonly value: Value }[], value: string, other: Value) =>
  choices.find((choice) => choice.value === value)?.value ?? other;

/** The form of one declaration. The name of an existing one cannot change. */
export function DeclarationForm({ declared, save, onDone }: DeclarationFormProps) {
  const text = texts().attributes;
  const form = useForm({
    draft: `declaration ${declared?.name ?? ''}`,
    initial: {
      name: declared?.name ?? '',
      label: declared?.label ?? '',
      type: declared?.type ?? 'string',
      values: declared?.values?.join('\n') ?? '',
      readableBy: declared?.readableBy ?? 'admin',
      writableBy: declared?.writableBy ?? 'admin',
    },
    save: async ({ name, label, values, ...choices }) => {
      const type = chosen(typeChoices(), choices.type, 'string');
      const lines = linesOf(values);
      await save({
        name,
        label,
        type,
        values: lines.length === 0 ? null : lines,
        readableBy: chosen(audienceChoices(), choices.readableBy, 'admin'),
        writableBy: chosen(audienceChoices(), choices.writableBy, 'admin'),
      });
      notify(text.savedNotice({ name }));
      onDone();
    },
  });
  const { type } = form.values.value;
  return (
    <FormView form={form} onCancel={onDone}>
      <TextField form={form} name="name" hint={text.nameHint} isReadOnly={declared !== undefined} autoFocus />
      <TextField form={form} name="label" label={text.label} />
      <SelectField form={form} name="type" label={text.type} choices={typeChoices()} />
      {type === 'string' || type === 'string[]' ? (
        <TextArea form={form} name="values" label={text.values} hint={text.valuesHint} isOptional />
      ) : undefined}
      <SelectField form={form} name="readableBy" label={text.readableBy} choices={audienceChoices()} />
      <SelectField form={form} name="writableBy" label={text.writableBy} choices={audienceChoices()} />
    </FormView>
  );
}
