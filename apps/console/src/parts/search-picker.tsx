import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { DialogButton } from './actions.tsx';
import { SearchInput } from './choice-list.tsx';
import { Button, type Choice } from './elements.tsx';
import { LoadBoundary, useLoad, useSettled } from './load.tsx';

/** Results are loaded this many milliseconds after the last keystroke. */
const pause = 200;

interface SearchPickerProps<Found extends Choice> {
  readonly label: string;
  /** The name of what is chosen, or what to do if nothing is. */
  readonly chosen: string;
  /** Finds the choices that match the search best. Without a search, it finds those that are chosen most often. */
  readonly find: (search: string, signal: AbortSignal) => Promise<readonly Found[]>;
  readonly onChoose: (choice: Found) => void;
}

function Results<Found extends Choice>({ find, onChoose }: Pick<SearchPickerProps<Found>, 'find' | 'onChoose'>) {
  const text = texts().common;
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), pause);
  const found = useLoad((signal) => find(search, signal), [search]);
  return (
    <>
      <SearchInput label={text.search} value={typed} autofocus onType={setTyped} />
      <LoadBoundary of={found}>
        {(choices) => (
          <ul class="search-results">
            {choices.map((choice) => (
              <li key={choice.value}>
                <Button kind="link" onClick={() => onChoose(choice)}>
                  <bdi>{choice.label}</bdi>
                </Button>
              </li>
            ))}
            {choices.length === 0 ? <li class="quiet">{text.empty}</li> : undefined}
          </ul>
        )}
      </LoadBoundary>
    </>
  );
}

/** A button with what is chosen. It opens a dialog that finds choices, of which there may be any number. */
export const SearchPicker = <Found extends Choice>({ label, chosen, find, onChoose }: SearchPickerProps<Found>) => (
  <DialogButton class="choice-picker" aria-label={`${label}: ${chosen}`} dir="auto" label={chosen} dialog={label}>
    {(close) => (
      <Results
        find={find}
        onChoose={(choice) => {
          onChoose(choice);
          close();
        }}
      />
    )}
  </DialogButton>
);
