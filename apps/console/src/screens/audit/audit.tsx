import type { Schemas } from '@portcullis/client';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Time } from '../../parts/elements.tsx';
import { DataTable, type Column } from '../../parts/table.tsx';
import { FilterBar, choicesOf } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { readListState, hrefOf, currentLocation } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { loadNames, AuditSentence, RoleDifference, type AuditNames } from './audit-parts.tsx';
import { periodOf } from '../../resources/days.ts';
import { dayInput, userInput } from '../../resources/filter-inputs.tsx';
import { auditMessages } from './messages.ts';

const list = { filters: ['userId', 'resourceId', 'event', 'from', 'to'], sorts: ['createdAt'] } as const;

const columns = (names: AuditNames): readonly Column<Schemas['AuditRecord'], 'createdAt'>[] => {
  const text = auditMessages();
  return [
    {
      name: 'createdAt',
      label: text.time,
      sort: 'createdAt',
      cell: ({ id, createdAt }) => (
        <a href={hrefOf(`/audit/${id}`)}>
          <Time value={createdAt} />
        </a>
      ),
    },
    {
      name: 'what',
      label: text.what,
      cell: (record) => (
        <>
          <AuditSentence record={record} names={names} />
          <div class="narrow-only">
            <RoleDifference record={record} names={names} />
          </div>
        </>
      ),
    },
    {
      name: 'changes',
      label: text.changes,
      isMinor: true,
      cell: (record) => <RoleDifference record={record} names={names} />,
    },
    { name: 'address', label: text.address, isMinor: true, cell: ({ ipAddress }) => ipAddress },
  ];
};

/** Lists the audit records, by default newest first. */
export function Audit({ title }: ScreenProps) {
  const text = auditMessages();
  const state = readListState(currentLocation.value.query, list);
  const { page, pageSize, sortBy, sortOrder, filters } = state;
  const { from = '', to = '', ...others } = filters;
  const query = {
    page,
    pageSize,
    ...(sortBy === undefined ? {} : { sortBy, sortOrder }),
    ...others,
    ...periodOf(from, to),
  };
  const audit = useLoad(
    async (signal) => {
      const records = await api.get('/api/audit-logs', { params: { query }, signal });
      return { records, names: await loadNames(records.items, signal) };
    },
    [JSON.stringify(query)],
  );
  return (
    <>
      <ScreenHead title={title} />
      <FilterBar
        state={state}
        filters={[
          { name: 'userId', label: text.actor, input: userInput },
          { name: 'resourceId', label: text.user, input: userInput },
          {
            name: 'event',
            label: text.event,
            choices: choicesOf(text.events),
          },
          { name: 'from', label: text.from, input: dayInput },
          { name: 'to', label: text.to, input: dayInput },
        ]}
      />
      <LoadBoundary of={audit}>
        {({ records, names }) => (
          <DataTable
            caption={title}
            columns={columns(names)}
            page={records}
            state={state}
            idOf={(record) => record.id}
          />
        )}
      </LoadBoundary>
    </>
  );
}
