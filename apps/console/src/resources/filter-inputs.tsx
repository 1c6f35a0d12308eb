import { isId } from '@portcullis/domain/internal/shared/ids';
import { texts } from '../language/language.ts';
import { useLoad } from '../parts/load.tsx';
import { SearchPicker } from '../parts/search-picker.tsx';
import { can, usernameOf } from '../session/session.ts';
import { findUsers } from './targets.tsx';

interface UserFilterProps {
  /** The id of the chosen user, or an empty string. */
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

/** The button that finds a user by name. It also accepts an id, because a deleted account cannot be found by name. */
function UserFilter({ value, onChoose }: UserFilterProps) {
  const text = texts();
  const everybody = { value: '', label: text.common.all };
  const chosen = useLoad(async (signal) => (value === '' ? everybody.label : usernameOf(value, signal)), [value]);
  return (
    <SearchPicker
      label={text.access.who}
      chosen={chosen.data ?? value}
      find={async (search, signal) => {
        if (isId(search)) return [{ value: search, label: search }];
        return [...(search === '' ? [everybody] : []), ...(can('listUsers') ? await findUsers(search, signal) : [])];
      }}
      onChoose={(choice) => onChoose(choice.value)}
    />
  );
}

export const dayInput = (value: string, choose: (value: string) => void) => (
  <input type="date" value={value} onChange={(event) => choose(event.currentTarget.value)} />
);

export const userInput = (value: string, choose: (value: string) => void) => (
  <UserFilter value={value} onChoose={choose} />
);
