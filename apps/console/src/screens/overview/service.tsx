import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Button, Fact, Panel, ScreenHead } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { api, can } from '../../session/session.ts';
import { FiguresPanel } from './figures.tsx';
import { InstallationPanel } from './installation.tsx';

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

/** The state of the service for its operators: figures, limits, queues and the checks of the installation. */
export function Service({ title }: ScreenProps) {
  const overview = useLoad((signal) => api.get('/api/overview', { signal }), []);
  return (
    <>
      <ScreenHead title={title}>
        <Button onClick={overview.reload}>{texts().overview.refresh}</Button>
      </ScreenHead>
      <LoadBoundary of={overview} skeleton="panels">
        {({ system }) => (
          <div class="panels">
            <FiguresPanel figures={system.figures} />
            <ServiceState system={system} />
            {can('checkInstallation') ? <InstallationPanel /> : undefined}
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
