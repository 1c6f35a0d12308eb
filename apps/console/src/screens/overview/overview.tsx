import type { Schemas } from '@portcullis/client';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Time, Button, Panel } from '../../parts/elements.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { ActivityChart } from './activity-chart.tsx';
import { Counts } from './counts.tsx';
import { overviewMessages } from './messages.ts';
import { ServiceState } from './service-state.tsx';

type OverviewData = Schemas['Overview'];

function LastLogins({ logins }: { readonly logins: OverviewData['lastLogins'] }) {
  const text = overviewMessages();
  return (
    <Panel title={text.lastLogins}>
      {logins.length === 0 ? <p class="quiet">{text.noLogins}</p> : undefined}
      <ul class="rows">
        {logins.map(({ userId, username, address, lastLoginAt }) => (
          <li key={`${userId} ${address}`}>
            <div>
              <a href={hrefOf(`/users/${userId}`)}>{username}</a>
              <p class="quiet">{address}</p>
            </div>
            <Time value={lastLoginAt} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function LastChanges({ changes }: { readonly changes: OverviewData['lastChanges'] }) {
  const text = overviewMessages();
  return (
    <Panel title={text.lastChanges}>
      {changes.length === 0 ? <p class="quiet">{text.noChanges}</p> : undefined}
      <ul class="rows">
        {changes.map(({ id, username, resourceId, resourceName, createdAt }) => (
          <li key={id}>
            <div>
              <a href={hrefOf(`/users/${resourceId}`)}>
                {text.changed(username ?? text.deletedAccount, resourceName ?? text.deletedAccount)}
              </a>
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
  const text = overviewMessages();
  const overview = useLoad((signal) => api.get('/api/overview', { signal }), []);
  return (
    <>
      <ScreenHead title={title}>
        <Button onClick={overview.reload}>{text.refresh}</Button>
      </ScreenHead>
      <LoadBoundary of={overview}>
        {(data) => (
          <>
            <Counts overview={data} />
            <ActivityChart days={data.activity} />
            <div class="panels">
              <LastLogins logins={data.lastLogins} />
              <LastChanges changes={data.lastChanges} />
              <ServiceState system={data.system} />
            </div>
          </>
        )}
      </LoadBoundary>
    </>
  );
}
