import { useEditForm } from '../../forms/edit-form.ts';
import { SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, type Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { Panel, type Choice } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import {
  attributeField,
  attributeTexts,
  attributeValues,
  byAttribute,
  loadDeclarations,
  type AttributeTexts,
  type Declaration,
} from '../../resources/attributes.ts';
import type { ShownUser } from '../../resources/references.ts';
import { api, can } from '../../session/session.ts';

interface FieldProps {
  readonly form: Form<AttributeTexts>;
  readonly declaration: Declaration;
}

/** Returns the values from which one is chosen; undefined if the value is typed. */
export function choicesOf({ type, values }: Declaration): readonly Choice[] | undefined {
  const { yes, no } = texts().common;
  const none = { value: '', label: '–' };
  if (type === 'boolean') return [none, { value: 'true', label: yes }, { value: 'false', label: no }];
  return type === 'string' && values !== null ? [none, ...values.map((value) => ({ value, label: value }))] : undefined;
}

/** The field of an attribute: a choice if its values are known, one line for each text of a list, or a text. */
export function AttributeField({ form, declaration }: FieldProps) {
  const { name, label, type, values } = declaration;
  const field = { form, name: attributeField(name), label };
  const choices = choicesOf(declaration);
  if (choices !== undefined) return <SelectField {...field} choices={choices} />;
  if (type !== 'string[]') return <TextField {...field} kind={type === 'number' ? 'numeric' : 'text'} isOptional />;
  const text = texts().users;
  return (
    <TextArea
      {...field}
      rows={3}
      hint={values === null ? text.lines : text.linesOf({ values: values.join(', ') })}
      isOptional
    />
  );
}

interface UserAttributesProps {
  readonly user: ShownUser;
  readonly onSaved: () => void;
}

function AttributesForm({
  user,
  declarations,
  onSaved,
}: UserAttributesProps & { readonly declarations: readonly Declaration[] }) {
  const path = { id: user.id };
  const form = useEditForm<ShownUser, AttributeTexts, ReturnType<typeof attributeValues>>({
    stored: user,
    read: () => api.get('/api/users/{id}', { params: { path } }),
    valuesOf: ({ attributes }) => attributeTexts(declarations, attributes),
    bodyOf: (values) => attributeValues(declarations, values),
    write: (changes, header) => {
      const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
      const attributes = byAttribute(Object.fromEntries(changed.map(([name, value]) => [name, value ?? null])));
      return api.patch('/api/users/{id}', { params: { path, header }, body: { attributes } });
    },
    onSaved,
  });
  return (
    <FormView form={form} isReadOnly={!can('updateUser')}>
      {declarations.map((declaration) => (
        <AttributeField key={declaration.name} form={form} declaration={declaration} />
      ))}
    </FormView>
  );
}

/** The attributes of a user, with a field for each declaration. Nothing is shown if there are no declarations. */
export function UserAttributes({ user, onSaved }: UserAttributesProps) {
  const loaded = useLoad(loadDeclarations, []);
  if (loaded.data?.length === 0) return null;
  return (
    <Panel title={texts().users.attributes}>
      <LoadBoundary of={loaded}>
        {(declarations) => <AttributesForm {...{ user, declarations, onSaved }} />}
      </LoadBoundary>
    </Panel>
  );
}
