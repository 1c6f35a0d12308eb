import { createUserBody } from '@portcullis/client/fields';
import { useEffect, useId, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { attempt } from '../parts/actions.tsx';
import { useLoad } from '../parts/load.tsx';
import { useSettledText } from '../parts/settled-text.ts';
import { currentLocation } from '../routing/location.ts';
import { api, can } from '../session/session.ts';

interface UserFilterProps {
  /** The id of the chosen user, or an empty string. */
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

/** The suggestions are loaded this many milliseconds after the last keystroke. */
const pause = 250;

const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text);

/** @returns the name of a user, or the id if the name cannot be read, for example because the account was deleted. */
async function nameOf(id: string, signal: AbortSignal): Promise<string> {
  if (id === '') return '';
  try {
    return (await api.get('/api/users/{id}', { params: { path: { id } }, signal })).username;
  } catch {
    return id;
  }
}

/** The input that finds a user by name. It also accepts an id, because a deleted account cannot be found by name. */
function UserFilter({ value, onChoose }: UserFilterProps) {
  const text = texts().references;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [isUnknown, setUnknown] = useState(false);

  const suggested = useLoad(
    async (signal) =>
      search === '' || isId(search) || !can('listUsers')
        ? []
        : (await api.get('/api/users', { params: { query: { username: search, pageSize: 10 } }, signal })).items,
    [search],
  );
  const chosen = useLoad(async (signal) => ({ id: value, name: await nameOf(value, signal) }), [value]);

  // When the URL changes, the field shows the chosen user again, even if the person has typed an unknown name.
  useEffect(() => {
    if (chosen.data?.id !== value) return;
    setTyped(chosen.data.name);
    setUnknown(false);
  }, [chosen.data, currentLocation.value]);
  useSettledText(typed, pause, setSearch);

  async function choose(name: string): Promise<void> {
    setTyped(name);
    setUnknown(false);
    if (name === '' || isId(name)) {
      if (name !== value) onChoose(name);
      return;
    }
    await attempt(async () => {
      const query = { username: name, pageSize: 100 };
      const items = can('listUsers') ? (await api.get('/api/users', { params: { query } })).items : [];
      const found = items.find(({ username }) => username.toLowerCase() === name.toLowerCase());
      setUnknown(found === undefined);
      if (found !== undefined && found.id !== value) onChoose(found.id);
    });
  }

  return (
    <>
      <input
        class="user-filter"
        dir="auto"
        list={listId}
        placeholder={text.userHint}
        autocomplete="off"
        maxLength={createUserBody.username.maxLength}
        aria-invalid={isUnknown}
        title={isUnknown ? text.noSuchUser : undefined}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => void choose(event.currentTarget.value.trim())}
      />
      {isUnknown ? (
        <span class="field-error" role="alert">
          {text.noSuchUser}
        </span>
      ) : undefined}
      <datalist id={listId}>
        {(suggested.data ?? []).map(({ id, username, nickName }) => (
          <option key={id} value={username}>
            {nickName ?? ''}
          </option>
        ))}
      </datalist>
    </>
  );
}

export const dayInput = (value: string, choose: (value: string) => void) => (
  <input type="date" value={value} onChange={(event) => choose(event.currentTarget.value)} />
);

export const userInput = (value: string, choose: (value: string) => void) => (
  <UserFilter value={value} onChoose={choose} />
);
