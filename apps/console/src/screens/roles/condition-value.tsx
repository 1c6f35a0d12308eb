import { operatorOf } from '@portcullis/domain/internal/conditions/condition-operators';
import { useId } from 'preact/hooks';
import { localTimeOf } from '../../forms/local-time.ts';
import { linesOf } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { ChoiceList } from '../../parts/choice-list.tsx';
import { choicesOf, Options, type Choice } from '../../parts/elements.tsx';
import { loadDeclarations } from '../../resources/attributes.ts';
import { valueText, type ConditionNames } from '../../resources/condition-text.ts';
import { userInput } from '../../resources/filter-inputs.tsx';
import { TargetPicker } from '../../resources/targets.tsx';
import { kindOf, literalTypeOf, type ComparisonDraft, type ConditionScope } from './condition-draft.ts';
import {
  conditionTarget,
  subjectAttributes,
  type ConditionTarget,
} from '@portcullis/domain/internal/conditions/condition-attributes';
import { conditionSubjectTypes } from '@portcullis/domain/internal/conditions/condition-subjects';
import { ownConditionTarget } from '@portcullis/domain/internal/own-resource';
import { resourceOfPermission } from '../../resources/modules.ts';
import { categoryChoices, categoryNames, loadReferences, type References } from '../../resources/references.ts';

/** The names and values that the builder of conditions offers. */
export interface Vocabulary extends ConditionNames {
  readonly categories: readonly Choice[];
  readonly tags: readonly Choice[];
  /** The attributes of users that only administrators can write. Conditions cannot refer to others. */
  readonly subject: ConditionScope['subject'];
  readonly references: References;
}

/** Reads the categories, the tags and the declared attributes of users. */
export async function loadVocabulary(): Promise<Vocabulary> {
  const [references, declarations] = await Promise.all([loadReferences(), loadDeclarations()]);
  const trusted = declarations.filter(({ writableBy }) => writableBy === 'admin');
  return {
    references,
    categories: categoryChoices(references.categories),
    tags: [...references.tags].map(([value, label]) => ({ value, label })),
    subject: { ...subjectAttributes, ...conditionSubjectTypes(trusted) },
    ofIds: new Map([...categoryNames(references.categories), ...references.tags]),
    ofUserAttributes: new Map(trusted.map(({ name, label }) => [name, label])),
  };
}

/** Returns what conditions on a permission compare if a module has defined its resource from fields. */
function moduleTarget(code: string): ConditionTarget | undefined {
  const resource = resourceOfPermission(code);
  if (resource === undefined) return undefined;
  const attributes = resource.fields.flatMap(({ value, kind, values }) =>
    kind === null
      ? []
      : [[value, { kind, ...(values.length > 0 && { values: values.map((each) => each.value) }) }] as const],
  );
  return ownConditionTarget(code.slice(resource.name.length + 1), Object.fromEntries(attributes));
}

/** Returns what the condition of a permission can compare; undefined if the permission can have no condition. */
export function targetOf(permission: Parameters<typeof conditionTarget>[0]): ConditionScope['target'] | undefined {
  const target = conditionTarget({ ...permission, target: moduleTarget(permission.code) });
  return target === 'none' ? undefined : target;
}

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
  if (operatorOf(operator).operand === 'flag') return choicesOf({ true: text.given, false: text.missing });
  const kind = kindOf(scope, attribute);
  if (vocabulary.ofFields?.get(attribute)?.target) return undefined;
  if (kind === 'category') return vocabulary.categories;
  if (kind === 'id[]' || (kind === 'id' && attribute === 'id')) return vocabulary.tags;
  const values = scope.target === 'any' ? undefined : scope.target[attribute]?.values;
  if (values !== undefined)
    return values.map((value) => ({ value, label: valueText(attribute, value, vocabulary) ?? value }));
  if (literalTypeOf(kind, literalType) !== 'boolean') return undefined;
  return choicesOf({ true: common.yes, false: common.no });
}

/** The input of the value with which an attribute is compared. Its form follows from the operator and the attribute. */
export function ConditionValue({ draft, scope, vocabulary, errorId, isInvalid, onChange }: ValueProps) {
  const text = texts().conditionEditor;
  const id = useId();
  const { attribute, operator, literalType } = draft;
  const choices = choicesFor({ draft, scope, vocabulary });
  const isList = operatorOf(operator).operand === 'list';
  const kind = kindOf(scope, attribute);
  const chosen = draft.texts.filter((each) => each !== '');
  if (isList && choices !== undefined)
    return (
      <fieldset class="field condition-values">
        <legend>{text.values}</legend>
        <ChoiceList
          choices={choices}
          chosen={chosen}
          name={id}
          isMultiple
          onToggle={(each, isChosen) =>
            onChange(isChosen ? [...chosen, each] : chosen.filter((other) => other !== each))
          }
        />
      </fieldset>
    );
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
