import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { mergeValues, type ContentField, type ContentValues, type FieldConflict } from './content-values.ts';
import { contentsMessages } from './messages.ts';
import { TextDifference } from './text-difference-view.tsx';

export interface Conflict {
  readonly fields: readonly FieldConflict[];
  readonly mine: ContentValues;
  readonly theirs: ContentValues;
  readonly storedAt: string;
  /** Gets what to save, or nothing if the person goes on editing. */
  readonly decide: (values: ContentValues | undefined) => void;
}

interface ConflictDialogProps {
  readonly conflict: Conflict;
  /** Names a category. */
  readonly categoryName: (id: string) => string;
}

/** Shows the versions of a content that two users have edited, and lets the user choose one for each field. */
export function ConflictDialog({ conflict, categoryName }: ConflictDialogProps) {
  const text = contentsMessages();
  const { fields, mine, theirs, storedAt, decide } = conflict;
  const [ofMine, setOfMine] = useState<ReadonlySet<ContentField>>(
    new Set(fields.filter(({ isMine }) => isMine).map(({ field }) => field)),
  );
  const labels: Readonly<Record<ContentField, string>> = {
    title: text.titleField,
    slug: text.slug,
    summary: text.summary,
    categoryId: text.category,
    tags: text.tags,
    editorType: text.editorType,
    text: mine.editorType === 'RICHTEXT' ? text.html : text.markdown,
  };
  const shown = (field: ContentField, values: ContentValues): string => {
    if (field === 'tags') return values.tags.join(', ');
    if (field === 'categoryId') return values.categoryId === '' ? text.noCategory : categoryName(values.categoryId);
    return field === 'editorType' ? text.editorTypes[values.editorType] : values[field];
  };
  const choose = (field: ContentField, isMine: boolean): void => {
    const next = new Set(ofMine);
    if (isMine) next.add(field);
    else next.delete(field);
    setOfMine(next);
  };

  return (
    <Dialog title={text.conflictTitle} onClose={() => decide(undefined)} wide>
      <p>{text.conflictHint}</p>
      <p class="quiet">
        {text.storedAt} <Time value={storedAt} />
      </p>
      {fields.map(({ field, isMine }) => (
        <fieldset key={field} class="field conflict">
          <legend>{labels[field]}</legend>
          <div class="check-group">
            <label class="check">
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={ofMine.has(field)}
                onChange={() => choose(field, true)}
              />
              <span class="conflict-mine">+ {text.mine}</span>
            </label>
            <label class="check">
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={!ofMine.has(field)}
                onChange={() => choose(field, false)}
              />
              <span class="conflict-theirs">− {text.theirs}</span>
            </label>
            {isMine ? undefined : <span class="hint">{text.onlyTheirs}</span>}
          </div>
          <TextDifference before={shown(field, theirs)} after={shown(field, mine)} label={labels[field]} />
        </fieldset>
      ))}
      <div class="form-actions">
        <button type="button" class="button-main" onClick={() => decide(mergeValues(mine, theirs, ofMine))}>
          {text.saveChosen}
        </button>
        <button type="button" onClick={() => decide(undefined)}>
          {text.keepEditing}
        </button>
      </div>
    </Dialog>
  );
}
