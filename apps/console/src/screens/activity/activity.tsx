import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { choicesOf, ScreenHead } from '../../parts/elements.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { periodOf } from '../../resources/days.ts';
import { eventGroups, subjectNames } from '../../resources/event-names.ts';
import { EventPages } from '../../resources/events.tsx';
import { dayInput, userInput } from '../../resources/filter-inputs.tsx';
import { currentLocation, readListState, setQuery } from '../../routing/location.ts';
import { api } from '../../session/session.ts';

const list = { filters: ['type', 'actorId', 'subjectType', 'subjectId', 'from', 'to'], sorts: [] } as const;
const limit = 50;

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
  const { from = '', to = '', subjectType, ...others } = state.filters;
  const query = { ...others, ...(isSubjectType(subjectType) ? { subjectType } : {}), ...periodOf(from, to) };
  const before = Number(currentLocation.value.query.get('before') ?? '');
  return (
    <>
      <ScreenHead title={title} />
      <FilterBar
        state={state}
        filters={[
          { name: 'type', label: text.type, choices: typeChoices() },
          { name: 'actorId', label: text.actor, input: userInput },
          {
            name: 'subjectType',
            label: text.subjectType,
            choices: choicesOf(subjectNames()),
          },
          { name: 'subjectId', label: text.subjectId, input: idInput },
          { name: 'from', label: text.from, input: dayInput },
          { name: 'to', label: text.to, input: dayInput },
        ]}
      />
      <EventPages
        limit={limit}
        before={Number.isSafeInteger(before) && before > 0 ? before : undefined}
        onTurn={(position) => setQuery({ before: position === undefined ? '' : String(position) })}
        source={JSON.stringify(query)}
        load={(range, signal) => api.get('/api/events', { params: { query: { ...query, ...range } }, signal })}
      />
    </>
  );
}
