import type { Schemas } from '@portcullis/client';
import { CheckboxField, TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { textsOf, withNulls } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';

export const valuesOf = (role?: Schemas['Role']) => ({
  ...textsOf(['code', 'name', 'description'], role),
  requiresFactor: role?.requiresFactor === true,
});

type RoleValues = ReturnType<typeof valuesOf>;

export const bodyOf = (values: RoleValues) => withNulls(values, ['description']);

/** Returns the code that a name suggests, such as `NEWS_EDITOR`; an empty text for a name without Latin letters. */
export const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z\d]+/gu, '_')
    .replaceAll(/^[\d_]+|_+$/gu, '')
    .slice(0, 64);

interface RoleFieldsProps {
  readonly form: Form<RoleValues>;
  readonly autoFocus?: boolean;
  /** True if only `requiresFactor` can be changed. */
  readonly isSystem?: boolean;
}

export function RoleFields({ form, autoFocus = false, isSystem = false }: RoleFieldsProps) {
  const text = texts().roles;
  return (
    <>
      {isSystem ? undefined : (
        <>
          <div class="field-row">
            <TextField form={form} name="name" autoFocus={autoFocus} />
            <TextField form={form} name="code" hint={text.codeHint} />
          </div>
          <TextArea form={form} name="description" rows={2} />
        </>
      )}
      <CheckboxField form={form} name="requiresFactor" hint={text.requiresFactorHint} />
    </>
  );
}
