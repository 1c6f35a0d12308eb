import type { JSX } from 'preact';
import {
  CheckboxField,
  CheckboxGroup,
  FieldFrame,
  SelectField,
  TextArea,
  TextField,
  useField,
} from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { TextEditorField } from '../../editor/text-editor.tsx';
import { texts } from '../../language/language.ts';
import { textOf } from '../../language/module-texts.ts';
import type { ModuleResource } from '../../resources/modules.ts';
import { ReferenceField, ReferencesField } from './reference-fields.tsx';
import { choicesOf, isCheckbox, type Entry, type EntryValues, type ModuleField } from './values.ts';

/** Texts with a greater maximum length get a field with several lines. */
const longestLine = 255;

interface EntryFieldProps {
  readonly form: Form<EntryValues>;
  readonly field: ModuleField;
  readonly autoFocus: boolean;
  readonly isReadOnly: boolean;
}

/** Returns the properties that most fields have. The explanation and what a pattern requires are one hint. */
function propsOf({ form, field }: EntryFieldProps) {
  const hints = [field.help, field.hint].flatMap((each) => (each === null ? [] : [textOf(each)]));
  return {
    form,
    name: field.value,
    label: textOf(field.label),
    hint: hints.length === 0 ? undefined : hints.join(' '),
    isOptional: field.isOptional,
  };
}

const line = (props: EntryFieldProps) => <TextField {...propsOf(props)} autoFocus={props.autoFocus} />;

function text(props: EntryFieldProps) {
  const { maxLength } = props.field;
  return maxLength !== null && maxLength > longestLine ? <TextArea {...propsOf(props)} /> : line(props);
}

function select(props: EntryFieldProps) {
  const { field } = props;
  if (isCheckbox(field)) return <CheckboxField {...propsOf(props)} />;
  const choices = choicesOf(field);
  return (
    <SelectField {...propsOf(props)} choices={field.isOptional ? [{ value: '', label: '–' }, ...choices] : choices} />
  );
}

function Markdown(props: EntryFieldProps) {
  const { form, name, label, hint, isOptional } = propsOf(props);
  const { id, error } = useField(form, name, label);
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id} isOptional={isOptional}>
      <TextEditorField
        form={form}
        name={name}
        label={label}
        isMarkdown
        isReadOnly={props.isReadOnly}
        onFiles={() => false}
        onReady={() => undefined}
      />
    </FieldFrame>
  );
}

function list(props: EntryFieldProps) {
  if (props.field.of === 'choice') return <CheckboxGroup {...propsOf(props)} choices={choicesOf(props.field)} />;
  const { hint, ...rest } = propsOf(props);
  return <TextArea {...rest} hint={[texts().modules.lines, hint ?? ''].join(' ').trim()} />;
}

const reference = (props: EntryFieldProps) => <ReferenceField {...propsOf(props)} target={props.field.target ?? ''} />;

/** The input of each type of field. */
const inputs: Readonly<Record<ModuleField['type'], (props: EntryFieldProps) => JSX.Element>> = {
  text,
  markdown: (props) => <Markdown {...props} />,
  integer: line,
  decimal: line,
  flag: select,
  choice: select,
  date: line,
  time: line,
  json: (props) => <TextArea {...propsOf(props)} />,
  list,
  email: line,
  url: line,
  reference,
  references: (props) => <ReferencesField {...propsOf(props)} target={props.field.target ?? ''} />,
  file: reference,
};

interface EntryFieldsProps {
  readonly form: Form<EntryValues>;
  readonly resource: ModuleResource;
  /** Undefined for a new entry. */
  readonly entry?: Entry;
  readonly isReadOnly?: boolean;
}

/** A field of the form for each field of the resource. What was set once can be read only. */
export function EntryFields({ form, resource, entry, isReadOnly = false }: EntryFieldsProps) {
  return (
    <>
      {resource.fields.map((field, index) => {
        const isSet = field.isFixed && (entry?.[field.value] ?? null) !== null;
        const input = inputs[field.type]({
          form,
          field,
          autoFocus: entry === undefined && index === 0,
          isReadOnly: isReadOnly || isSet,
        });
        return isSet ? (
          <fieldset key={field.value} class="read-only" disabled>
            {input}
          </fieldset>
        ) : (
          <div key={field.value}>{input}</div>
        );
      })}
    </>
  );
}
