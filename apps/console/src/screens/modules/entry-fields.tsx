import type { JSX } from 'preact';
import {
  CheckboxField,
  CheckboxGroup,
  FieldFrame,
  SelectField,
  TextArea,
  TextField,
  useField,
  Notes,
  setField,
} from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { TextEditorField } from '../../editor/text-editor.tsx';
import { texts } from '../../language/language.ts';
import { textOf } from '../../language/module-texts.ts';
import type { ModuleResource } from '../../resources/modules.ts';
import { choicesOf, isCheckbox, type Entry, type EntryValues, type ModuleField } from './values.ts';
import { Button } from '../../parts/elements.tsx';
import { useLoad } from '../../parts/load.tsx';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { MediaPickerButton } from '../../resources/media-picker.tsx';
import { findTargets, targetNames } from '../../resources/targets.tsx';

interface ReferenceFieldProps {
  readonly form: Form<EntryValues>;
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** What the field refers to. */
  readonly target: string;
  readonly isOptional: boolean;
}

/** Returns the names of what has these ids, each in a line. What cannot be read is named by its id. */
async function namesText(target: string, value: unknown): Promise<string> {
  const ids = [value].flat().map(String);
  const wanted = new Set(ids.filter((id) => id !== ''));
  const names = await targetNames([[target, wanted]]).catch(() => undefined);
  return ids.map((id) => names?.get(id) ?? id).join('\n');
}

/** Loads the names of what has these ids. While they are loaded, and if they cannot be read, the ids are shown. */
function useNames(target: string, ids: readonly string[]): (id: string) => string {
  const loaded = useLoad((signal) => targetNames(new Map([[target, new Set(ids)]]), signal), [target, ids.join()]);
  return (id) => loaded.data?.get(id) ?? id;
}

/** Fields for files have a further button, because pictures are found more easily by their looks, or are uploaded. */
const PictureButton = ({ target, onChoose }: { readonly target: string; readonly onChoose: (id: string) => void }) =>
  target === 'media' ? <MediaPickerButton label={texts().media.choose} onChoose={({ id }) => onChoose(id)} /> : null;

/** The field for the id of something else, which is found by its name. */
function ReferenceField({ form, name, label, hint, target, isOptional }: ReferenceFieldProps) {
  const text = texts().modules;
  const chosen = String(form.values.value[name] ?? '');
  const nameOf = useNames(target, chosen === '' ? [] : [chosen]);
  const { id, error } = useField(form, name, label, (value) => namesText(target, value));
  const choose = (value: string): void => setField(form, name, value);
  return (
    <fieldset class="field" aria-describedby={`${id}-hint ${id}-error`}>
      <legend>
        {label} {isOptional ? <span class="quiet">({texts().common.optional})</span> : undefined}
      </legend>
      <div class="with-buttons">
        <SearchPicker
          label={label}
          chosen={chosen === '' ? text.choose : nameOf(chosen)}
          find={(search, signal) => findTargets(target, search, signal)}
          onChoose={({ value }) => choose(value)}
        />
        <PictureButton target={target} onChoose={choose} />
        {isOptional && chosen !== '' ? <Button onClick={() => choose('')}>{text.clear}</Button> : undefined}
      </div>
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

/** The field for the ids of several others, in their order. */
function ReferencesField({ form, name, label, hint, target }: ReferenceFieldProps) {
  const text = texts().modules;
  const value = form.values.value[name];
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const nameOf = useNames(target, chosen);
  const { id, error } = useField(form, name, label, (ids) => namesText(target, ids));
  const add = (added: string): void => setField(form, name, [...chosen.filter((each) => each !== added), added]);
  return (
    <fieldset class="field" aria-describedby={`${id}-hint ${id}-error`}>
      <legend>{label}</legend>
      <ul class="chosen">
        {chosen.map((each) => (
          <li key={each}>
            <bdi>{nameOf(each)}</bdi>{' '}
            <Button
              kind="link"
              label={text.removeOne({ name: nameOf(each) })}
              onClick={() =>
                setField(
                  form,
                  name,
                  chosen.filter((other) => other !== each),
                )
              }
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      <div class="with-buttons">
        <SearchPicker
          label={label}
          chosen={text.add}
          find={(search, signal) => findTargets(target, search, signal)}
          onChoose={(choice) => add(choice.value)}
        />
        <PictureButton target={target} onChoose={add} />
      </div>
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

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

function textInput(props: EntryFieldProps) {
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
  text: textInput,
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
