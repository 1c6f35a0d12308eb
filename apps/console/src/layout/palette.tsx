import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { useLoad } from '../parts/load.tsx';
import { useSettledText } from '../parts/settled-text.ts';
import { findEntries, ownEntries, type PaletteEntry } from './palette-entries.ts';

/** Milliseconds from the last keystroke until the service is asked. */
const pause = 150;

/** The search over users, roles, menus, articles, screens, settings and actions, which the keyboard operates. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const text = texts().palette;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // The dialog may have opened before this was loaded, too early for `autofocus`.
  useEffect(() => input.current?.focus(), []);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [position, setPosition] = useState(0);
  useSettledText(typed, pause, setSearch);
  const found = useLoad((signal) => findEntries(search, signal), [search]);
  const entries = [...ownEntries(typed), ...(typed.trim() === '' ? [] : (found.data ?? []))];
  const chosen = Math.min(position, entries.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, entries.length]);

  function open(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    onClose();
    void entry.open();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = entries.length - 1;
    if (event.key === 'ArrowDown') setPosition(chosen >= last ? 0 : chosen + 1);
    else if (event.key === 'ArrowUp') setPosition(chosen <= 0 ? last : chosen - 1);
    else if (event.key === 'Enter' && !event.isComposing) open(entries[chosen]);
    else return;
    event.preventDefault();
  }

  const isEmpty = entries.length === 0 && !found.isLoading && search === typed.trim();
  return (
    <div class="palette">
      <input
        ref={input}
        type="text"
        role="combobox"
        list={undefined}
        class="search"
        dir="auto"
        aria-label={text.title}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[chosen] === undefined ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
        autocomplete="off"
        maxLength={100}
        placeholder={text.hint}
        autofocus
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={`${id}-list`} class="palette-list" role="listbox" aria-label={text.results}>
        {entries.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => open(entry)}
          >
            <span dir="auto">{entry.label}</span>
            {entry.hint === undefined ? undefined : (
              <span class="quiet" dir="auto">
                {entry.hint}
              </span>
            )}
            <span class="tag">{entry.kind}</span>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {isEmpty ? text.nothing : text.keys}
      </p>
    </div>
  );
}
