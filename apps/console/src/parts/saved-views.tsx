import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { currentLocation, go, hrefOf } from '../routing/location.ts';
import { Dialog } from './actions.tsx';
import { Button } from './elements.tsx';

/** A search with filters and a sorting of a list, which a person has given a name. */
interface SavedView {
  readonly name: string;
  readonly query: string;
}

const keyOf = (path: string): string => `portcullis.views ${path}`;

/** Counts the changes of the stored views, so that the lists show them. */
const changes = signal(0);

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string';

function storedViews(path: string): readonly SavedView[] {
  void changes.value;
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(path)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function store(path: string, views: readonly SavedView[]): void {
  window.localStorage.setItem(keyOf(path), JSON.stringify(views));
  changes.value += 1;
}

/** Returns what a view keeps of a query: neither the page nor the selection. */
function keptQuery(query: URLSearchParams): string {
  const kept = new URLSearchParams(query);
  for (const name of ['page', 'selected', 'create', 'before']) kept.delete(name);
  kept.sort();
  return kept.toString();
}

/** The views of a list that the person has saved in this browser, and the button that saves the present one. */
export function SavedViews() {
  const text = texts().common;
  const { path, query } = currentLocation.value;
  const [name, setName] = useState<string | undefined>(undefined);
  const views = storedViews(path);
  const present = keptQuery(query);
  const chosen = views.find((view) => view.query === present);
  if (views.length === 0 && present === '') return null;
  const save = (event: Event): void => {
    event.preventDefault();
    const entered = (name ?? '').trim();
    if (entered === '') return;
    store(path, [...views.filter((view) => view.name !== entered), { name: entered, query: present }]);
    setName(undefined);
  };
  return (
    <div class="saved-views" role="group" aria-label={text.views}>
      {views.map((view) => (
        <a
          key={view.name}
          class="tag"
          dir="auto"
          aria-current={view === chosen ? 'true' : undefined}
          href={hrefOf(`${path}?${view.query}`)}
        >
          {view.name}
        </a>
      ))}
      {chosen === undefined && present !== '' ? (
        <Button kind="link" onClick={() => setName('')}>
          {text.saveView}
        </Button>
      ) : undefined}
      {chosen === undefined ? undefined : (
        <Button
          kind="link"
          onClick={() => {
            store(
              path,
              views.filter((view) => view !== chosen),
            );
            go(path);
          }}
        >
          {text.removeView}
        </Button>
      )}
      {name === undefined ? undefined : (
        <Dialog title={text.saveView} onClose={() => setName(undefined)}>
          <form class="form" onSubmit={save}>
            <div class="field">
              <label for="view-name">{text.viewName}</label>
              <input
                id="view-name"
                dir="auto"
                autofocus
                maxLength={60}
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
              />
              <p class="field-hint">{text.viewHint}</p>
            </div>
            <div class="form-actions">
              <button type="submit" class="button-main">
                {text.save}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </div>
  );
}
