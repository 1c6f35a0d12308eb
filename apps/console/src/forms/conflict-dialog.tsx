import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Dialog } from '../parts/actions.tsx';
import { TextDifference } from '../parts/differences.tsx';
import { Button, Time } from '../parts/elements.tsx';
import { fieldName } from '../parts/field-names.ts';
import { isMissing, useLoad } from '../parts/load.tsx';
import { api, can, profile } from '../session/session.ts';
import type { VersionConflict } from './values.ts';

/**
 * Shows who saved the other version of a resource in a conflict: the name of the user, or a text such as 'you, in
 * another place' if it was the person who is logged in. For deleted users, and for users whose data the person may not
 * read, shows a text such as 'somebody else'.
 */
function AccountName({ id }: { readonly id: string }) {
  const text = texts().common;
  const isOwn = profile.value?.id === id;
  const name = useLoad(
    async (signal) => {
      if (isOwn || !can('getUser')) return undefined;
      try {
        return (await api.get('/api/users/{id}', { params: { path: { id } }, signal })).username;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    [id],
  );
  return <span>{isOwn ? text.yourself : (name.data ?? text.somebody)}</span>;
}

/** A field whose values in this form and in the changed resource differ, and the texts that the dialog shows for it. */
interface ShownConflict {
  readonly field: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  /** True if the person who is saving has changed the field; false if only the other person has. */
  readonly isMine: boolean;
}

export interface Conflict {
  readonly fields: readonly ShownConflict[];
  readonly storedAt: string;
  /**
   * Who has changed the resource, and which fields were changed. Undefined if the service has not rejected a request.
   */
  readonly refused: VersionConflict | undefined;
  /** @param ofMine the fields for which this person's values are saved; undefined if the person continues to edit */
  readonly decide: (ofMine: ReadonlySet<string> | undefined) => void;
}

interface ChoiceProps {
  readonly conflict: ShownConflict;
  readonly isKept: boolean;
  readonly onChoose: (isKept: boolean) => void;
}

function FieldChoice({ conflict: { field, label, mine, theirs, isMine }, isKept, onChoose }: ChoiceProps) {
  const text = texts().common;
  const radio = (keeps: boolean) => (
    <label class="check">
      <input type="radio" name={`conflict-${field}`} checked={isKept === keeps} onChange={() => onChoose(keeps)} />
      <span class={keeps ? 'conflict-mine' : 'conflict-theirs'}>
        {keeps ? `+ ${text.keepMine}` : `− ${text.takeTheirs}`}
      </span>
    </label>
  );
  return (
    <fieldset class="field conflict">
      <legend>{label}</legend>
      <div class="check-group">
        {radio(true)}
        {radio(false)}
        {isMine ? undefined : <span class="hint">{text.onlyTheirs}</span>}
      </div>
      <TextDifference before={theirs} after={mine} label={label} />
    </fieldset>
  );
}

/** Shows the fields that differ because two people edited the resource. The person chooses a value for each field. */
export function ConflictDialog({ conflict: { fields, storedAt, refused, decide } }: { readonly conflict: Conflict }) {
  const text = texts().common;
  const [ofMine, setOfMine] = useState<ReadonlySet<string>>(
    new Set(fields.filter(({ isMine }) => isMine).map(({ field }) => field)),
  );
  const labelOf = (field: string): string => fields.find((each) => each.field === field)?.label ?? fieldName(field);
  const choose = (field: string, isKept: boolean): void => {
    const next = new Set(ofMine);
    if (isKept) next.add(field);
    else next.delete(field);
    setOfMine(next);
  };
  return (
    <Dialog title={text.conflictTitle} onClose={() => decide(undefined)} wide>
      <p>{text.conflictHint}</p>
      <p class="quiet">
        {text.storedAt} <Time value={storedAt} />
        {typeof refused?.updatedBy === 'string' ? (
          <>
            {' '}
            {text.storedBy} <AccountName id={refused.updatedBy} />
          </>
        ) : undefined}
      </p>
      {refused?.changedFields === undefined || refused.changedFields.length === 0 ? undefined : (
        <p class="quiet">{text.changedFields({ names: refused.changedFields.map(labelOf).join(', ') })}</p>
      )}
      {fields.map((shown) => (
        <FieldChoice
          key={shown.field}
          conflict={shown}
          isKept={ofMine.has(shown.field)}
          onChoose={(isKept) => choose(shown.field, isKept)}
        />
      ))}
      <div class="form-actions">
        <Button kind="main" onClick={() => decide(ofMine)}>
          {text.saveChosen}
        </Button>
        <Button onClick={() => decide(undefined)}>{text.keepEditing}</Button>
      </div>
    </Dialog>
  );
}
