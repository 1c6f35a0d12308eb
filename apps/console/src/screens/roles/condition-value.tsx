import { operatorOf } from '@portcullis/domain/internal/conditions/condition-operators';
import { useId } from 'preact/hooks';
import { localTimeOf } from '../../forms/local-time.ts';
import { linesOf } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { Options, type Choice } from '../../parts/elements.tsx';
import { valueText } from '../../resources/condition-text.ts';
import { userInput } from '../../resources/filter-inputs.tsx';
import { TargetPicker } from '../../resources/target-picker.tsx';
import { kindOf, literalTypeOf, type ComparisonDraft, type ConditionScope } from './condition-draft.ts';
import type { Vocabulary } from './condition-vocabulary.ts';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

/** A choice with its label. */
export function Select({ label, value, choices, onChange }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <Options of={choices} />
      </select>
    </div>
  );
}

interface ValueProps {
  readonly draft: ComparisonDraft;
  readonly scope: ConditionScope;
  readonly vocabulary: Vocabulary;
  readonly errorId: string;
  readonly isInvalid: boolean;
  readonly onChange: (texts: readonly string[]) => void;
}

/** Returns the values from which one is chosen; undefined if the value is typed. */
function choicesFor({ draft, scope, vocabulary }: Pick<ValueProps, 'draft' | 'scope' | 'vocabulary'>) {
  const text = texts().conditionEditor;
  const common = texts().common;
  const { attribute, operator, literalType } = draft;
  if (operatorOf(operator).operand === 'flag')
    return [
      { value: 'true', label: text.given },
      { value: 'false', label: text.missing },
    ];
  const kind = kindOf(scope, attribute);
  if (vocabulary.ofFields?.get(attribute)?.target) return undefined;
  if (kind === 'category') return vocabulary.categories;
  if (kind === 'id[]' || (kind === 'id' && attribute === 'id')) return vocabulary.tags;
  const values = scope.target === 'any' ? undefined : scope.target[attribute]?.values;
  if (values !== undefined)
    return values.map((value) => ({ value, label: valueText(attribute, value, vocabulary) ?? value }));
  if (literalTypeOf(kind, literalType) !== 'boolean') return undefined;
  return [
    { value: 'true', label: common.yes },
    { value: 'false', label: common.no },
  ];
}

interface ChoicesProps extends Pick<ValueProps, 'onChange'> {
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
}

const Checkboxes = ({ choices, chosen, onChange }: ChoicesProps) => (
  <fieldset class="field condition-values">
    <legend>{texts().conditionEditor.values}</legend>
    <div class="check-group">
      {choices.map(({ value, label }) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);

/** The input of the value with which an attribute is compared. Its form follows from the operator and the attribute. */
export function ConditionValue({ draft, scope, vocabulary, errorId, isInvalid, onChange }: ValueProps) {
  const text = texts().conditionEditor;
  const id = useId();
  const { attribute, operator, literalType } = draft;
  const choices = choicesFor({ draft, scope, vocabulary });
  const isList = operatorOf(operator).operand === 'list';
  const kind = kindOf(scope, attribute);
  const chosen = draft.texts.filter((each) => each !== '');
  if (isList && choices !== undefined) return <Checkboxes choices={choices} chosen={chosen} onChange={onChange} />;
  const [value = ''] = draft.texts;
  const common = { id, 'aria-describedby': errorId, 'aria-invalid': isInvalid };
  const set = (next: string): void => onChange([next]);

  function input() {
    if (choices !== undefined)
      return (
        <select {...common} value={value} onChange={(event) => set(event.currentTarget.value)}>
          {choices.some((choice) => choice.value === value) ? undefined : <option value="">{text.choose}</option>}
          <Options of={choices} />
        </select>
      );
    if (isList)
      return (
        <textarea
          {...common}
          rows={3}
          value={draft.texts.join('\n')}
          placeholder={text.onEachLine}
          onInput={(event) => onChange(linesOf(event.currentTarget.value))}
        />
      );
    if (kind === 'time')
      return (
        <input
          {...common}
          type="datetime-local"
          value={Number.isNaN(Date.parse(value)) ? '' : localTimeOf(value)}
          onChange={(event) => set(isoOf(event.currentTarget.value))}
        />
      );
    return (
      <input
        {...common}
        type="text"
        inputMode={literalTypeOf(kind, literalType) === 'number' ? 'numeric' : 'text'}
        autocomplete="off"
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    );
  }

  const target = vocabulary.ofFields?.get(attribute)?.target ?? null;
  if (target !== null && choices === undefined && !isList)
    return (
      <div class="field">
        <span>{text.value}</span>
        <TargetPicker label={text.value} target={target} value={value} none={text.choose} onChoose={set} />
      </div>
    );
  if (kind === 'id' && attribute === 'authorId' && !isList)
    return (
      <label class="field">
        <span>{text.value}</span>
        {userInput(value, set)}
      </label>
    );
  return (
    <div class="field">
      <label for={id}>{isList ? text.values : text.value}</label>
      {input()}
    </div>
  );
}

/** Converts the value of a `datetime-local` input, which is in the reader's time zone. */
const isoOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString());
