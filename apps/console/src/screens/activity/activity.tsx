import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { choicesOf, ScreenHead } from '../../parts/elements.tsx';
import { ExportButtons } from '../../parts/export-buttons.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';
import { periodOf } from '../../resources/days.ts';
import { eventGroups, subjectNames } from '../../resources/event-names.ts';
import { EventPages, readEvents } from '../../resources/events.tsx';
import { dayInput, userInput } from '../../resources/filter-inputs.tsx';
import { currentLocation, readListState, setQuery } from '../../routing/location.ts';
import { api } from '../../session/session.ts';

const list = { filters: ['type', 'actorId', 'subjectType', 'subjectId', 'via', 'from', 'to'], sorts: [] } as const;
const limit = 50;

/** The type of the events that change who has which role. */
const roleChanges = 'user.roles.changed';

const isSubjectType = (text: string | undefined): text is Schemas['Event']['subject']['type'] =>
  text !== undefined && text in subjectNames();

/** Returns the choices of the filter. For each group of event types, the first choice is the entire group. */
const typeChoices = () =>
  eventGroups().flatMap(({ pattern, name, types }) => [
    { value: pattern, label: texts().events.allOf({ group: name }) },
    ...types.map(({ value, label }) => ({ value, label: `\u2003${label}` })),
  ]);

const idInput = (value: string, choose: (value: string) => void) => (
  <input
    value={value}
    maxLength={36}
    placeholder={texts().events.subjectIdHint}
    autocomplete="off"
    onChange={(event) => choose(event.currentTarget.value.trim())}
  />
);

/** Lists all changes and log-ins, newest first. The filters and the position in the list are stored in the URL. */
export function Activity({ title }: ScreenProps) {
  const text = texts().events;
  const state = readListState(currentLocation.value.query, list);
  const { from = '', to = '', subjectType, via, ...others } = state.filters;
  const query = {
    ...others,
    ...(isSubjectType(subjectType) ? { subjectType } : {}),
    ...(via === 'mcp' ? { via: 'mcp' as const } : {}),
    ...periodOf(from, to),
  };
  const before = Number(currentLocation.value.query.get('before') ?? '');
  const read = (range: { readonly limit: number; readonly before?: number }, signal: AbortSignal) =>
    api.get('/api/events', { params: { query: { ...query, ...range } }, signal });
  const isOfRoles = state.filters.type === roleChanges;
  return (
    <>
      <ScreenHead title={title}>
        <button type="button" aria-pressed={isOfRoles} onClick={() => setQuery({ type: isOfRoles ? '' : roleChanges })}>
          {text.roleChanges}
        </button>
      </ScreenHead>
      <FilterBar
        state={state}
        filters={[
          { name: 'type', label: text.type, choices: typeChoices(), isGrouped: true },
          { name: 'actorId', label: text.actor, input: userInput },
          { name: 'subjectType', label: text.subjectType, choices: choicesOf(subjectNames()) },
          { name: 'subjectId', label: text.subjectId, input: idInput },
          { name: 'via', label: text.assistant, choices: [{ value: 'mcp', label: texts().common.yes }] },
          { name: 'from', label: text.from, input: dayInput },
          { name: 'to', label: text.to, input: dayInput },
        ]}
      >
        <ExportButtons title={title} read={() => readEvents(read)} />
      </FilterBar>
      <SavedViews />
      <EventPages
        limit={limit}
        before={Number.isSafeInteger(before) && before > 0 ? before : undefined}
        onTurn={(position) => setQuery({ before: position === undefined ? '' : String(position) })}
        source={JSON.stringify(query)}
        load={read}
      />
    </>
  );
}
