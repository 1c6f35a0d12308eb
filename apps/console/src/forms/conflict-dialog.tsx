import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Dialog } from '../parts/actions.tsx';
import { TextDifference } from '../parts/text-difference.tsx';
import { Button, Time, fieldName } from '../parts/elements.tsx';
import { useLoad } from '../parts/load.tsx';
import { profile, usernameOf } from '../session/session.ts';
import { mergedText, type Place } from './merge-places.ts';
import type { VersionConflict } from './values.ts';

/**
 * Shows who saved the other version of a resource in a conflict: the name of the user, or a text such as 'you, in
 * another place' if it was the person who is logged in. For deleted users, and for users whose data the person may not
 * read, shows a text such as 'somebody else'.
 */
function AccountName({ id }: { readonly id: string }) {
  const text = texts().common;
  const isOwn = profile.value?.id === id;
  const name = useLoad(async (signal) => (isOwn ? undefined : usernameOf(id, signal)), [id]);
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
  /** The parts of a text with several paragraphs, with a choice for each place that differs. */
  readonly places: readonly Place[] | undefined;
}

/** What the person has chosen. */
export interface Decision {
  /** The fields for which this person's values are saved. */
  readonly ofMine: ReadonlySet<string>;
  /** The texts that consist of places of both versions, by the names of the fields. */
  readonly merged: ReadonlyMap<string, string>;
}

export interface Conflict {
  readonly fields: readonly ShownConflict[];
  readonly storedAt: string;
  /**
   * Who has changed the resource, and which fields were changed. Undefined if the service has not rejected a request.
   */
  readonly refused: VersionConflict | undefined;
  /** The name of who has changed the resource; undefined if it is not known, or only by `refused`. */
  readonly by: string | undefined;
  /** @param decision undefined if the person continues to edit */
  readonly decide: (decision: Decision | undefined) => void;
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
      <span class={keeps ? 'version-mine' : 'version-theirs'}>{keeps ? text.keepMine : text.takeTheirs}</span>
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
      <TextDifference before={theirs} after={mine} label={label} areVersions />
    </fieldset>
  );
}

interface PlacesProps {
  readonly field: string;
  readonly label: string;
  readonly places: readonly Place[];
  /** The positions of the places for which the version of the person who is saving is kept. */
  readonly ofMine: ReadonlySet<number>;
  readonly onChoose: (ofMine: ReadonlySet<number>) => void;
}

const toggledIn = <Entry,>(entries: ReadonlySet<Entry>, entry: Entry, isIn: boolean): ReadonlySet<Entry> => {
  const next = new Set(entries);
  if (isIn) next.add(entry);
  else next.delete(entry);
  return next;
};

/** Shows each place where two versions of a text differ, with a choice for each. */
function PlaceChoices({ field, label, places, ofMine, onChoose }: PlacesProps) {
  const text = texts().common;
  const choices = places.flatMap((place, index) => (place.kind === 'choice' ? [{ ...place, index }] : []));
  return (
    <div class="field">
      {choices.map(({ index, mine, theirs, isMine }, number) => (
        <FieldChoice
          key={index}
          conflict={{
            field: `${field}-${index}`,
            label: choices.length === 1 ? label : text.placeOf({ label, number: number + 1 }),
            mine,
            theirs,
            isMine,
            places: undefined,
          }}
          isKept={ofMine.has(index)}
          onChoose={(isKept) => onChoose(toggledIn(ofMine, index, isKept))}
        />
      ))}
    </div>
  );
}

/** Returns the positions of the places that the person who is saving has changed. */
const ownPlaces = (places: readonly Place[]): ReadonlySet<number> =>
  new Set(places.flatMap((place, index) => (place.kind === 'choice' && place.isMine ? [index] : [])));

/** Shows the fields that differ because two people edited the resource. The person chooses a value for each field. */
export function ConflictDialog({ conflict }: { readonly conflict: Conflict }) {
  const { fields, storedAt, refused, by, decide } = conflict;
  const text = texts().common;
  const [ofMine, setOfMine] = useState<ReadonlySet<string>>(
    new Set(fields.filter(({ isMine }) => isMine).map(({ field }) => field)),
  );
  const labelOf = (field: string): string => fields.find((each) => each.field === field)?.label ?? fieldName(field);
  const [chosenPlaces, choosePlaces] = useState<ReadonlyMap<string, ReadonlySet<number>>>(
    new Map(fields.flatMap(({ field, places }) => (places === undefined ? [] : [[field, ownPlaces(places)]]))),
  );
  const save = (): void => {
    const merged = fields.flatMap(({ field, places }) =>
      places === undefined ? [] : [[field, mergedText(places, chosenPlaces.get(field) ?? new Set())] as const],
    );
    decide({ ofMine, merged: new Map(merged) });
  };
  return (
    <Dialog title={text.conflictTitle} onClose={() => decide(undefined)} wide>
      <p>{text.conflictHint}</p>
      <p class="quiet">
        {text.storedAt} <Time value={storedAt} />
        {by !== undefined || typeof refused?.updatedBy === 'string' ? (
          <>
            {' '}
            {text.storedBy} {by ?? <AccountName id={refused?.updatedBy ?? ''} />}
          </>
        ) : undefined}
      </p>
      {refused?.changedFields === undefined || refused.changedFields.length === 0 ? undefined : (
        <p class="quiet">{text.changedFields({ names: refused.changedFields.map(labelOf).join(', ') })}</p>
      )}
      {fields.map((shown) =>
        shown.places === undefined ? (
          <FieldChoice
            key={shown.field}
            conflict={shown}
            isKept={ofMine.has(shown.field)}
            onChoose={(isKept) => setOfMine(toggledIn(ofMine, shown.field, isKept))}
          />
        ) : (
          <PlaceChoices
            key={shown.field}
            field={shown.field}
            label={shown.label}
            places={shown.places}
            ofMine={chosenPlaces.get(shown.field) ?? new Set()}
            onChoose={(places) => choosePlaces(new Map([...chosenPlaces, [shown.field, places]]))}
          />
        ),
      )}
      <div class="form-actions">
        <Button kind="main" onClick={save}>
          {text.saveChosen}
        </Button>
        <Button onClick={() => decide(undefined)}>{text.keepEditing}</Button>
      </div>
    </Dialog>
  );
}
