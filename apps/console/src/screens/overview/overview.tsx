import type { Schemas } from '@portcullis/client';
import { operatorId } from '@portcullis/domain/internal/built-in';
import { texts } from '../../language/language.ts';
import { ScreenLink } from '../../navigation/screen-link.tsx';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Button, Fact, Panel, ScreenHead, Time } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { can } from '../../session/session.ts';
import { api } from '../../session/session.ts';
import { InstallationPanel } from './installation.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { FiguresPanel } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';

interface Count {
  readonly label: string;
  readonly total: number;
  readonly detail: string | undefined;
  /** The path of the list that the link opens. For contents, the list shows only the drafts if there are any. */
  readonly path: string;
}

function countsOf(overview: Schemas['Overview']): readonly Count[] {
  const text = texts().overview;
  const { users, roles, permissions, menus, contents, categories, tags } = overview;
  return [
    { label: text.users, total: users.total, detail: text.enabled({ count: users.enabled }), path: '/users' },
    { label: text.roles, total: roles.total, detail: text.enabled({ count: roles.enabled }), path: '/roles' },
    { label: text.permissions, total: permissions.total, detail: undefined, path: '/permissions' },
    { label: text.menus, total: menus.total, detail: text.enabled({ count: menus.enabled }), path: '/menus' },
    {
      label: text.contents,
      total: contents.total,
      detail: text.drafts({ count: contents.drafts }),
      path: contents.drafts > 0 ? '/contents?status=DRAFT' : '/contents',
    },
    { label: text.categories, total: categories.total, detail: undefined, path: '/categories' },
    { label: text.tags, total: tags.total, detail: undefined, path: '/tags' },
  ];
}

/** Shows the number of resources of each kind, with links to their lists. */
function Counts({ overview }: { readonly overview: Schemas['Overview'] }) {
  return (
    <ul class="counts">
      {countsOf(overview).map(({ label, total, detail, path }) => (
        <li key={label}>
          <ScreenLink class="panel count" path={path}>
            <span class="quiet">{label}</span>
            <strong>{total}</strong>
            <span class="quiet">{detail}</span>
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}

type System = Schemas['Overview']['system'];

function Replicas({ replicas }: { readonly replicas: System['replicas'] }) {
  const text = texts().overview;
  if (replicas.length === 0) return <span class="quiet">{text.noReplicas}</span>;
  return (
    <>
      {replicas.map(({ name, isUsed }) => (
        <div key={name}>
          {name}{' '}
          <span class={isUsed ? 'tag tag-good' : 'tag tag-off'}>{isUsed ? text.replicaUsed : text.replicaSkipped}</span>
        </div>
      ))}
    </>
  );
}

/**
 * Shows the state of the process that handled the request: version, database connections, replicas, load and rate
 * limits.
 */
function ServiceState({ system }: { readonly system: System }) {
  const text = texts().overview;
  const { database, load } = system;
  const limitNames: Readonly<Record<string, string>> = text.limitNames;
  const { inUse, idle, waiting } = database.connections;
  return (
    <Panel title={text.service}>
      <p class="quiet">{text.processHint}</p>
      <dl class="facts">
        <Fact label={text.version}>{system.version}</Fact>
        <Fact label={text.database}>
          {text.kinds[database.kind]}
          <div class="quiet">{text.connections({ inUse, idle, waiting })}</div>
        </Fact>
        <Fact label={text.replicas}>
          <Replicas replicas={system.replicas} />
        </Fact>
        <Fact label={text.passwords}>{text.load(load.passwords)}</Fact>
        <Fact label={text.smallDocuments}>{text.load(load.smallDocuments)}</Fact>
        <Fact label={text.largeDocuments}>{text.load(load.largeDocuments)}</Fact>
        <Fact label={text.limits}>
          {system.limits.map(({ name, calls, seconds }) => (
            <div key={name}>
              {limitNames[name] ?? name}:{' '}
              {seconds < 3600
                ? text.limitMinutes({ calls, minutes: seconds / 60 })
                : text.limitHours({ calls, hours: seconds / 3600 })}
            </div>
          ))}
        </Fact>
      </dl>
    </Panel>
  );
}

type OverviewData = Schemas['Overview'];

function LastLogins({ logins }: { readonly logins: OverviewData['lastLogins'] }) {
  const text = texts().overview;
  return (
    <Panel title={text.lastLogins}>
      {logins.length === 0 ? <p class="quiet">{text.noLogins}</p> : undefined}
      <ul class="rows">
        {logins.map(({ userId, username, address, lastLoginAt }) => (
          <li key={`${userId} ${address}`}>
            <div>
              <ScreenLink path={`/users/${userId}`}>{username}</ScreenLink>
              <p class="quiet">{address}</p>
            </div>
            <Time value={lastLoginAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** @param name null for a deleted account, and for commands and schedules, which are acts of the service */
const accountName = (id: string, name: string | null): string =>
  name ?? (id === operatorId ? texts().events.actors.system : texts().overview.deletedAccount);

function LastChanges({ changes }: { readonly changes: OverviewData['lastChanges'] }) {
  const text = texts().overview;
  return (
    <Panel title={text.lastChanges}>
      {changes.length === 0 ? <p class="quiet">{text.noChanges}</p> : undefined}
      <ul class="rows">
        {changes.map(({ id, userId, username, resourceId, resourceName, createdAt }) => (
          <li key={id}>
            <div>
              <ScreenLink path={`/users/${resourceId}`}>
                {text.changed({ actor: accountName(userId, username), user: accountName(resourceId, resourceName) })}
              </ScreenLink>
              <p class="quiet">
                <Time value={createdAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The start screen of administrators: totals, the last log-ins and changes, and the state of the service. */
export function Overview({ title }: ScreenProps) {
  const text = texts().overview;
  const overview = useLoad((signal) => api.get('/api/overview', { signal }), []);
  return (
    <>
      <ScreenHead title={title}>
        <Button onClick={overview.reload}>{text.refresh}</Button>
      </ScreenHead>
      <LoadBoundary of={overview} skeleton="panels">
        {(data) => (
          <>
            <FirstSteps system={data.system} />
            <Counts overview={data} />
            <ActivityChart days={data.activity} />
            <div class="panels">
              <FiguresPanel figures={data.system.figures} />
              <LastLogins logins={data.lastLogins} />
              <LastChanges changes={data.lastChanges} />
              <ServiceState system={data.system} />
              {can('checkInstallation') ? <InstallationPanel /> : undefined}
            </div>
          </>
        )}
      </LoadBoundary>
    </>
  );
}
