import { useFieldText, SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { categoryChoices, type References } from '../../resources/references.ts';
import type { TagNames } from '../../resources/tag-names.ts';
import { choicesOf, labelIn } from '../../parts/filter-bar.tsx';
import type { ContentValues } from './content-values.ts';
import { contentsMessages } from './messages.ts';
import { TagField } from './tag-field.tsx';

interface ContentFieldsProps {
  readonly form: Form<ContentValues>;
  readonly categories: References['categories'];
  readonly names: TagNames;
  readonly isNew: boolean;
}

/** The fields of a content, except its text. */
export function ContentFields({ form, categories, names, isNew }: ContentFieldsProps) {
  const text = contentsMessages();
  const formats = choicesOf(text.editorTypes);
  // The format cannot be changed after the content was created, but the conflict dialog shows it.
  useFieldText(form, 'editorType', text.editorType, (type) => labelIn(formats, type));
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
        {isNew ? <SelectField form={form} name="editorType" label={text.editorType} choices={formats} /> : undefined}
      </div>
      <div class="field-row">
        <TagField form={form} known={[...names.values()]} />
        <TextArea form={form} name="summary" label={text.summary} rows={2} isOptional />
      </div>
    </>
  );
}
