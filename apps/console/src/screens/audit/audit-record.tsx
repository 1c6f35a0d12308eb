import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { ScreenLink } from '../../navigation/screen-link.tsx';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Fact, Panel, ScreenHead, Time } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { api } from '../../session/session.ts';
import { Account, AuditSentence, loadNames, RoleDifference, roleNameOf, type AuditNames } from './audit-parts.tsx';

interface RecordProps {
  readonly record: Schemas['AuditRecord'];
  readonly names: AuditNames;
}

/** Shows who changed whose roles, when and from where, with the ids. */
function RecordFacts({ record, names }: RecordProps) {
  const text = texts().audit;
  return (
    <Panel title={<AuditSentence record={record} names={names} />}>
      <dl class="facts">
        <Fact label={text.time}>
          <Time value={record.createdAt} /> <code class="quiet">{record.createdAt}</code>
        </Fact>
        <Fact label={text.actor}>
          <Account id={record.userId} names={names} /> <code class="quiet">{record.userId}</code>
        </Fact>
        <Fact label={text.user}>
          <Account id={record.resourceId} names={names} /> <code class="quiet">{record.resourceId}</code>
        </Fact>
        <Fact label={text.event}>
          {text.events[record.event]} <code class="quiet">{record.event}</code>
        </Fact>
        <Fact label={text.result}>{text.results[record.result]}</Fact>
        <Fact label={text.address}>{record.ipAddress}</Fact>
        <Fact label={text.agent}>{record.userAgent}</Fact>
        <Fact label={text.id}>
          <code>{record.id}</code>
        </Fact>
      </dl>
    </Panel>
  );
}

function RoleIds({ ids, names }: { readonly ids: readonly string[]; readonly names: AuditNames }) {
  if (ids.length === 0) return <p class="quiet">{texts().audit.noRoles}</p>;
  return (
    <ul class="rows">
      {ids.map((id) => (
        <li key={id}>
          <div>
            {names.roles.has(id) ? (
              <ScreenLink path={`/roles/${id}`}>{roleNameOf(id, names)}</ScreenLink>
            ) : (
              roleNameOf(id, names)
            )}
            <p>
              <code class="quiet">{id}</code>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows one audit record: the changed roles, all roles before and after the change, and the source of the change. */
export function AuditRecord({ id, up }: ScreenProps) {
  const text = texts().audit;
  const common = texts().common;
  const loaded = useLoad(
    async (signal) => {
      const record = await api.get('/api/audit-logs/{id}', { params: { path: { id } }, signal });
      return { record, names: await loadNames([record], signal) };
    },
    [id],
  );
  return (
    <>
      <ScreenHead title={text.recordTitle} up={up} />
      <LoadBoundary of={loaded} skeleton="panels">
        {({ record, names }) => (
          <div class="audit-record">
            <RecordFacts record={record} names={names} />
            <Panel title={text.roles}>
              <RoleDifference record={record} names={names} />
              <div class="field-row before-and-after">
                <div>
                  <h3>{common.before}</h3>
                  <RoleIds ids={record.payload.before} names={names} />
                </div>
                <div>
                  <h3>{common.after}</h3>
                  <RoleIds ids={record.payload.after} names={names} />
                </div>
              </div>
            </Panel>
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
