import { Notes, setField, useField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { Button } from '../../parts/elements.tsx';
import { useLoad } from '../../parts/load.tsx';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { MediaPickerButton } from '../../resources/media-picker.tsx';
import { findTargets, targetNames } from '../../resources/targets.ts';
import type { EntryValues } from './values.ts';

interface ReferenceFieldProps {
  readonly form: Form<EntryValues>;
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** What the field refers to. */
  readonly target: string;
  readonly isOptional: boolean;
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
export function ReferenceField({ form, name, label, hint, target, isOptional }: ReferenceFieldProps) {
  const text = texts().modules;
  const chosen = String(form.values.value[name] ?? '');
  const nameOf = useNames(target, chosen === '' ? [] : [chosen]);
  const { id, error } = useField(form, name, label, (value) => nameOf(String(value)));
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
export function ReferencesField({ form, name, label, hint, target }: ReferenceFieldProps) {
  const text = texts().modules;
  const value = form.values.value[name];
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const nameOf = useNames(target, chosen);
  const { id, error } = useField(form, name, label, (ids) =>
    [ids]
      .flat()
      .map((each) => nameOf(String(each)))
      .join('\n'),
  );
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
