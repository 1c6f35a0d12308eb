import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import { operatorOf } from '@portcullis/domain/internal/conditions/condition-operators';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { fieldMessage } from '../../language/service-messages.ts';
import { Button, choicesOf, isKeyOf, Options } from '../../parts/elements.tsx';
import { attributeText, operatorText, userAttributeText } from '../../resources/condition-text.ts';
import {
  newComparison,
  operatorsFor,
  placeOf,
  userAttributesFor,
  withKind,
  withPart,
  type ComparisonDraft,
  type ConditionDraft,
  type ConditionScope,
  type GroupDraft,
} from './condition-draft.ts';
import { ConditionValue, Select, type Vocabulary } from './condition-value.tsx';

interface Shared {
  readonly scope: ConditionScope;
  readonly vocabulary: Vocabulary;
  /** The errors that are shown, each at its part. */
  readonly errors: readonly FieldError[];
}

interface PartProps<Draft> extends Shared {
  readonly draft: Draft;
  /** The place of the part in errors. */
  readonly place: string;
  readonly onChange: (draft: Draft) => void;
  /** Undefined for the outermost group, which cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

const messageOf = ({ message }: FieldError): string => fieldMessage(message);

/** The name of an attribute: a choice for resources of this service, and a text for those of other services. */
function AttributeInput({
  draft,
  scope,
  vocabulary,
  errorId,
  onChange,
}: PartProps<ComparisonDraft> & { readonly errorId: string }) {
  const text = texts().conditionEditor;
  const id = useId();
  if (scope.target !== 'any') {
    const choices = Object.keys(scope.target).map((value) => ({ value, label: attributeText(value, vocabulary) }));
    const choose = (attribute: string): void => onChange(newComparison(scope, attribute));
    return <Select label={text.attribute} value={draft.attribute} choices={choices} onChange={choose} />;
  }
  return (
    <div class="field">
      <label for={id}>{text.attribute}</label>
      <input
        id={id}
        aria-describedby={errorId}
        autocomplete="off"
        value={draft.attribute}
        onInput={(event) => onChange({ ...draft, attribute: event.currentTarget.value })}
      />
    </div>
  );
}

/** A comparison: the attribute, the operator, and the value or the attribute of the user with which it is compared. */
function Comparison(props: PartProps<ComparisonDraft>) {
  const { draft, scope, vocabulary, errors, place, onChange, onRemove } = props;
  const text = texts().conditionEditor;
  const errorId = useId();
  const own = errors.filter(({ field }) => field === place || field.startsWith(`${place}.`));
  const { operand } = operatorOf(draft.operator);
  const userAttributes = userAttributesFor(scope, draft);
  const operators = operatorsFor(scope, draft.attribute);
  const isFlag = operand === 'flag';
  const isEmpty = draft.attribute !== '' && draft.texts.every((each) => each === '');
  return (
    <fieldset class="condition-comparison" data-place={place} aria-describedby={errorId}>
      <legend class="visually-hidden">{text.comparison}</legend>
      <AttributeInput {...props} errorId={errorId} />
      <Select
        label={text.operator}
        value={draft.operator}
        choices={operators.map((value) => ({ value, label: operatorText(draft.attribute, value, vocabulary) }))}
        onChange={(value) => {
          const operator = operators.find((each) => each === value) ?? draft.operator;
          onChange({ ...draft, operator, userAttribute: undefined, texts: [''] });
        }}
      />
      {isFlag || userAttributes.length === 0 ? undefined : (
        <Select
          label={text.comparedWith}
          value={draft.userAttribute ?? ''}
          choices={[
            { value: '', label: text.aValue },
            ...userAttributes.map((value) => ({ value, label: userAttributeText(value, vocabulary) })),
          ]}
          onChange={(name) => onChange({ ...draft, userAttribute: name === '' ? undefined : name })}
        />
      )}
      {scope.target === 'any' && !isFlag && draft.userAttribute === undefined ? (
        <Select
          label={text.literalType}
          value={draft.literalType}
          choices={choicesOf(text.literalTypes)}
          onChange={(value) => {
            const literalType = isKeyOf(text.literalTypes, value) ? value : 'text';
            onChange({ ...draft, literalType, texts: [literalType === 'boolean' ? 'true' : ''] });
          }}
        />
      ) : undefined}
      {draft.userAttribute === undefined ? (
        <ConditionValue
          {...{ draft, scope, vocabulary, errorId }}
          isInvalid={own.length > 0}
          onChange={(entered) => onChange({ ...draft, texts: entered })}
        />
      ) : undefined}
      {onRemove === undefined ? undefined : <Button onClick={onRemove}>{text.removePart}</Button>}
      <PartErrors id={errorId} messages={isEmpty && own.length > 0 ? [text.noValue] : own.map(messageOf)} />
    </fieldset>
  );
}

const PartErrors = ({ id, messages }: { readonly id: string; readonly messages: readonly string[] }) => (
  <p class="field-error" id={id}>
    {[...new Set(messages)].join(' ')}
  </p>
);

/** A group of parts, with buttons that add a comparison or a group in it. */
function Group({ draft, place, onChange, onRemove, ...shared }: PartProps<GroupDraft>) {
  const text = texts().conditionEditor;
  const errorId = useId();
  const element = useRef<HTMLFieldSetElement>(null);
  /** The place of the part that gets the focus after the next rendering. */
  const focused = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    const part = element.current?.querySelector(`[data-place="${focused.current}"]`) ?? element.current;
    focused.current = undefined;
    part?.querySelector<HTMLElement>('select, input, button')?.focus();
  });
  const own = shared.errors.filter(({ field }) => field === place || field === `${place}.${draft.kind}`);
  const add = (part: ConditionDraft): void => {
    focused.current = placeOf(draft, place, draft.parts.length);
    onChange({ ...draft, parts: [...draft.parts, part] });
  };
  const isFull = draft.kind === 'not' && draft.parts.length > 0;
  return (
    <fieldset ref={element} class="condition-group" data-place={place} aria-describedby={errorId}>
      <legend class="visually-hidden">{text.group}</legend>
      <div class="condition-head">
        <select
          aria-label={text.group}
          value={draft.kind}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange(withKind(draft, isKeyOf(text.kinds, value) ? value : draft.kind));
          }}
        >
          <Options of={choicesOf(text.kinds)} />
        </select>
        {onRemove === undefined ? undefined : <Button onClick={onRemove}>{text.removePart}</Button>}
      </div>
      {draft.parts.map((part, index) => {
        const props = {
          ...shared,
          place: placeOf(draft, place, index),
          onChange: (changed: ConditionDraft) => onChange(withPart(draft, index, changed)),
          onRemove: () => {
            focused.current = place;
            onChange(withPart(draft, index, undefined));
          },
        };
        return part.kind === 'comparison' ? (
          <Comparison key={index} {...props} draft={part} />
        ) : (
          <Group key={index} {...props} draft={part} />
        );
      })}
      <PartErrors id={errorId} messages={own.map(messageOf)} />
      {isFull ? undefined : (
        <div class="form-actions">
          <Button onClick={() => add(newComparison(shared.scope))}>{text.addComparison}</Button>
          <Button onClick={() => add({ kind: 'any', parts: [newComparison(shared.scope)] })}>{text.addGroup}</Button>
        </div>
      )}
    </fieldset>
  );
}

interface BuilderProps extends Shared {
  readonly draft: GroupDraft;
  readonly onChange: (draft: GroupDraft) => void;
}

/** Edits a condition. Every part can be reached and changed by keyboard. */
export const ConditionBuilder = (props: BuilderProps) => <Group {...props} place="condition" onRemove={undefined} />;
