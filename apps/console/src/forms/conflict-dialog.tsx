import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Dialog } from '../parts/actions.tsx';
import { TextDifference } from '../parts/text-difference.tsx';
import { Button, Time, fieldName } from '../parts/elements.tsx';
import { useLoad } from '../parts/load.tsx';
import { profile, usernameOf } from '../session/session.ts';
import type { Place } from './merge-places.ts';
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

/** A field whose values in this form and in the changed resource differ. */
interface ShownConflict {
  readonly field: string;
  readonly label: string;
  /** A text with several paragraphs has a choice for each place that differs, and every other value has one choice. */
  readonly places: readonly Place[];
}

/** For each field, the positions of the places for which the version of the person who is saving is kept. */
export type Decision = ReadonlyMap<string, ReadonlySet<number>>;

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
  readonly place: Extract<Place, { readonly kind: 'choice' }>;
  /** The name of the inputs. */
  readonly name: string;
  readonly label: string;
  readonly isKept: boolean;
  readonly onChoose: (isKept: boolean) => void;
}

/** Shows both versions of a place, and chooses one. */
function PlaceChoice({ place: { mine, theirs, isMine }, name, label, isKept, onChoose }: ChoiceProps) {
  const text = texts().common;
  const radio = (keeps: boolean) => (
    <label class="check">
      <input type="radio" name={name} checked={isKept === keeps} onChange={() => onChoose(keeps)} />
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

/** Returns the positions of the places that the person who is saving has changed. */
const ownPlaces = (places: readonly Place[]): ReadonlySet<number> =>
  new Set(places.flatMap((place, index) => (place.kind === 'choice' && place.isMine ? [index] : [])));

/** Shows the fields that differ because two people edited the resource. The person chooses a version of each place. */
export function ConflictDialog({ conflict }: { readonly conflict: Conflict }) {
  const { fields, storedAt, refused, by, decide } = conflict;
  const text = texts().common;
  const [decision, setDecision] = useState<Decision>(
    new Map(fields.map(({ field, places }) => [field, ownPlaces(places)])),
  );
  const labelOf = (field: string): string => fields.find((each) => each.field === field)?.label ?? fieldName(field);

  function choicesOf({ field, label, places }: ShownConflict) {
    const ofMine = decision.get(field);
    const choices = places.flatMap((place, index) => (place.kind === 'choice' ? [{ place, index }] : []));
    return choices.map(({ place, index }, number) => (
      <PlaceChoice
        key={`${field} ${index}`}
        place={place}
        name={`conflict-${field}-${index}`}
        label={choices.length === 1 ? label : text.placeOf({ label, number: number + 1 })}
        isKept={ofMine?.has(index) === true}
        onChoose={(isKept) => {
          const others = [...(ofMine ?? [])].filter((each) => each !== index);
          setDecision(new Map([...decision, [field, new Set(isKept ? [...others, index] : others)]]));
        }}
      />
    ));
  }

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
      {fields.map(choicesOf)}
      <div class="form-actions">
        <Button kind="main" onClick={() => decide(decision)}>
          {text.saveChosen}
        </Button>
        <Button onClick={() => decide(undefined)}>{text.keepEditing}</Button>
      </div>
    </Dialog>
  );
}
