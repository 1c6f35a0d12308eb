import type { FunctionComponent } from 'preact';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { textOf } from '../../language/module-texts.ts';
import { type ScreenProps, ScreenLink } from '../../navigation/screens.tsx';
import { attemptEach, CreateButton } from '../../parts/actions.tsx';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { notify, postpone, confirmFirst } from '../../parts/notices.tsx';
import { timeColumn, type Column } from '../../parts/table.tsx';
import { dayInput } from '../../resources/filter-inputs.tsx';
import { modulePathOf, type ModuleResource } from '../../resources/modules.ts';
import { TargetPicker, targetNames } from '../../resources/targets.tsx';
import { setQuery } from '../../routing/location.ts';
import { api, can, declaredOperation } from '../../session/session.ts';
import { EntryExport, ImportEntries } from './entry-files.tsx';
import { EntryFields } from './entry-fields.tsx';
import { requireRules } from './rules.ts';
import {
  asText,
  bodyOf,
  choicesOf,
  limitsOf,
  newBodyOf,
  referredIn,
  shownValue,
  valuesOf,
  type Entry,
  type ModuleField,
  type Names,
} from './values.ts';

interface EntryPage {
  readonly items: readonly Entry[];
  readonly total: number;
  /** The names of what the entries refer to. */
  readonly names: Names;
}

/** Columns after this number are hidden in small windows. */
const majorColumns = 4;

const nameOf = ({ namedBy }: ModuleResource, entry: Entry): string => asText(entry[namedBy] ?? entry.id);

function columnsOf(resource: ModuleResource, names: Names): readonly Column<Entry, string>[] {
  const path = modulePathOf(resource);
  const [named, others] = [true, false].map((is) =>
    resource.fields.filter(({ value }) => (value === resource.namedBy) === is),
  );
  const columns = [...(named ?? []), ...(others ?? [])].map((field, index): Column<Entry, string> => {
    const { value, type, maxLength, isSorted, label } = field;
    return {
      name: value,
      label: textOf(label),
      isMinor: index >= majorColumns || (maxLength ?? 0) > 255,
      isNumber: type === 'integer' || type === 'decimal',
      ...(isSorted && { sort: value }),
      cell: (entry) =>
        value === resource.namedBy ? (
          <ScreenLink path={`${path}/${entry.id}`}>{nameOf(resource, entry)}</ScreenLink>
        ) : (
          shownValue(field, entry[value], names)
        ),
    };
  });
  return [...columns, timeColumn('updatedAt', texts().common.updated, { isMinor: true })];
}

/** Values that are not in a list are entered. The list is loaded again when the person leaves the field. */
const valueInput = (value: string, choose: (value: string) => void) => (
  <input
    value={value}
    maxLength={255}
    autocomplete="off"
    onChange={(event) => choose(event.currentTarget.value.trim())}
  />
);

function filterOf(field: ModuleField) {
  const { type, target } = field;
  const choices = choicesOf(field);
  const of = { name: field.value, label: textOf(field.label) };
  if (choices.length > 0) return { ...of, choices };
  if (type === 'date') return { ...of, input: dayInput };
  if (target === null) return { ...of, input: valueInput };
  const input = (value: string, choose: (value: string) => void) => (
    <TargetPicker label={of.label} target={target} value={value} none={texts().common.all} canClear onChoose={choose} />
  );
  return { ...of, input };
}

interface NewEntryProps {
  readonly resource: ModuleResource;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function NewEntryForm({ resource, onDone, onCancel }: NewEntryProps) {
  const form = useForm({
    limits: limitsOf(resource),
    initial: valuesOf(resource),
    save: async (values) => {
      await requireRules(resource, bodyOf(resource, values));
      const body = newBodyOf(resource, values);
      const created = await api.request<Entry>('post', `/api${resource.path}`, { body });
      notify(texts().modules.createdNotice({ name: nameOf(resource, created) }));
      onDone();
    },
  });
  return (
    <FormView form={form} action={texts().common.create} onCancel={onCancel}>
      <EntryFields form={form} resource={resource} />
    </FormView>
  );
}

function Entries({ resource, title }: Pick<ScreenProps, 'title'> & { readonly resource: ModuleResource }) {
  const text = texts().modules;
  const { fields, operations, namedBy, path } = resource;
  const sorts = [...fields.filter(({ isSorted }) => isSorted).map(({ value }) => value), 'createdAt', 'updatedAt'];
  const filtered = fields.filter(({ isFiltered }) => isFiltered);
  const entries = useList<string, string, EntryPage>(
    {
      filters: filtered.map(({ value }) => value),
      sorts,
      kind: resource.name,
      initial: { sortBy: sorts.includes(namedBy) ? namedBy : 'createdAt', sortOrder: 'asc' },
    },
    async (query, filters, signal) => {
      const params = { query: { ...query, ...filters } };
      const page = await api.request<EntryPage>('get', `/api${path}`, { params, signal });
      return { ...page, names: await targetNames(referredIn(fields, page.items), signal) };
    },
  );
  const { search, filters } = entries.state;
  const searched = search === '' ? {} : { search };
  const labels = new Map(fields.map(({ value, label }) => [value, textOf(label)]));
  const searchIn = resource.searchedFields.map((name) => labels.get(name) ?? name).join(', ');
  const remove = (id: string) => api.request('delete', `/api${path}/{id}`, { params: { path: { id } } });

  async function removeSelected(selected: readonly string[]): Promise<void> {
    const question = {
      title: text.deleteManyTitle({ count: selected.length }),
      consequence: text.deleteManyConsequence,
      action: texts().common.delete,
    };
    if (!(await confirmFirst(question))) return;
    postpone({
      ids: selected,
      doing: text.deleting({ count: selected.length }),
      done: text.deletedNotice({ count: selected.length }),
      action: async () => {
        const count = await attemptEach(selected, remove);
        entries.reload();
        return count === selected.length;
      },
    });
    setQuery({ selected: '' }, { replace: true });
  }

  return (
    <>
      <ScreenHead title={title}>
        {can('listEvents') ? (
          <ScreenLink path={`/activity?subjectType=${resource.name}`}>{texts().events.title}</ScreenLink>
        ) : undefined}
        {can(declaredOperation(operations.import)) ? (
          <ImportEntries resource={resource} onDone={entries.reload} />
        ) : undefined}
        {can(declaredOperation(operations.create)) ? (
          <CreateButton label={text.create({ label: textOf(resource.label) })}>
            {(close) => (
              <NewEntryForm
                resource={resource}
                onCancel={close}
                onDone={() => {
                  close();
                  entries.reload();
                }}
              />
            )}
          </CreateButton>
        ) : undefined}
      </ScreenHead>
      <ListView
        title={title}
        list={entries}
        columns={({ names }) => columnsOf(resource, names)}
        {...(searchIn !== '' && { searchIn })}
        filters={filtered.map(filterOf)}
        emptyHint={text.empty}
        exports={<EntryExport resource={resource} query={{ ...searched, ...filters }} />}
        nameOf={can(declaredOperation(operations.delete)) ? (entry) => nameOf(resource, entry) : undefined}
        bulk={(selected) => (
          <Button kind="danger" onClick={() => removeSelected(selected.map(({ id }) => id))}>
            {texts().common.delete}
          </Button>
        )}
      />
    </>
  );
}

/** Returns the screen with the list of a resource. */
export const entriesOf =
  (resource: ModuleResource): FunctionComponent<ScreenProps> =>
  ({ title }) => <Entries resource={resource} title={title} />;
