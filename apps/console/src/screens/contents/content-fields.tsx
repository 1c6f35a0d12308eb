import { FieldFrame, useField, useFieldText } from '../../parts/field.tsx';
import type { Form } from '../../parts/form-state.ts';
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx';
import { categoryChoices, type References } from './content-references.ts';
import { editorTypes } from './content-status.tsx';
import type { ContentValues, TagNames } from './content-values.ts';
import { contentsMessages } from './messages.ts';
import { TagField } from './tag-field.tsx';

/** The field for the format of a new content. The format cannot be changed later. */
function FormatField({ form }: { readonly form: Form<ContentValues> }) {
  const text = contentsMessages();
  const { id, error, value, attributes } = useField(form, 'editorType', text.editorType);
  return (
    <FieldFrame label={text.editorType} error={error} id={id}>
      <select
        {...attributes}
        value={value}
        onChange={({ currentTarget }) =>
          form.set({ editorType: editorTypes.find((known) => known === currentTarget.value) ?? 'MARKDOWN' })
        }
      >
        {editorTypes.map((known) => (
          <option key={known} value={known}>
            {text.editorTypes[known]}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface ContentFieldsProps {
  readonly form: Form<ContentValues>;
  readonly categories: References['categories'];
  readonly names: TagNames;
  readonly isNew: boolean;
}

/** The fields of a content, except its text. */
export function ContentFields({ form, categories, names, isNew }: ContentFieldsProps) {
  const text = contentsMessages();
  useFieldText(form, 'editorType', text.editorType, (type) => {
    const known = editorTypes.find((one) => one === type);
    return known === undefined ? '' : text.editorTypes[known];
  });
  return (
    <>
      <div class="field-row">
        <TextField form={form} name="title" label={text.titleField} autoFocus={isNew} />
        <TextField
          form={form}
          name="slug"
          label={text.slug}
          hint={isNew ? text.slugHint : undefined}
          isOptional={isNew}
        />
        <SelectField
          form={form}
          name="categoryId"
          label={text.category}
          choices={[{ value: '', label: text.noCategory }, ...categoryChoices(categories)]}
        />
        {isNew ? <FormatField form={form} /> : undefined}
      </div>
      <div class="field-row">
        <TagField form={form} known={[...names.values()]} />
        <TextArea form={form} name="summary" label={text.summary} rows={2} isOptional />
      </div>
    </>
  );
}
