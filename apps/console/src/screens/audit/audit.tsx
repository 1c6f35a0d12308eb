import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { choicesOf, ScreenHead, Time } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { type Column } from '../../parts/table.tsx';
import { periodOf } from '../../resources/days.ts';
import { dayInput, userInput } from '../../resources/filter-inputs.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { AuditSentence, loadNames, RoleDifference, type AuditNames } from './audit-parts.tsx';

const columns = (names: AuditNames): readonly Column<Schemas['AuditRecord'], 'createdAt'>[] => {
  const text = texts().audit;
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
  const text = texts().audit;
  const audit = useList(
    { filters: ['userId', 'resourceId', 'event', 'from', 'to'], sorts: ['createdAt'] },
    async ({ search: _search, ...query }, { from = '', to = '', ...filters }, signal) => {
      const period = periodOf(from, to);
      const records = await api.get('/api/audit-logs', {
        params: { query: { ...query, ...filters, ...period } },
        signal,
      });
      return { ...records, names: await loadNames(records.items, signal) };
    },
  );
  return (
    <>
      <ScreenHead title={title} />
      <ListView
        title={title}
        list={audit}
        columns={({ names }) => columns(names)}
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
    </>
  );
}
