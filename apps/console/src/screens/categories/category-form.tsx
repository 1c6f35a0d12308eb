import type { Schemas } from '@portcullis/client';
import { SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, type Form } from '../../forms/form.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { categoryChoices } from '../../resources/references.ts';
import type { CategoryValues } from './category-values.ts';
import { categoriesMessages } from './messages.ts';

interface CategoryFormProps {
  readonly form: Form<CategoryValues>;
  /** The categories from which the parent of a new category is chosen; undefined for an existing category. */
  readonly parents?: readonly Schemas['CategoryNode'][];
}

export function CategoryForm({ form, parents }: CategoryFormProps) {
  const text = categoriesMessages();
  const isNew = parents !== undefined;
  return (
    <FormView form={form} {...(isNew ? { action: commonMessages().create } : {})}>
      <TextField form={form} name="name" label={text.name} autoFocus={isNew} />
      <TextField
        form={form}
        name="slug"
        label={text.slug}
        hint={isNew ? text.slugHint : undefined}
        isOptional={isNew}
      />
      {parents === undefined ? undefined : (
        <SelectField
          form={form}
          name="parentId"
          label={text.parent}
          choices={[{ value: '', label: text.root }, ...categoryChoices(parents)]}
        />
      )}
      <TextArea form={form} name="description" label={text.description} rows={3} isOptional />
    </FormView>
  );
}
