import type { Schemas } from '@portcullis/client';
import { overviewMessages } from './messages.ts';
import { Fact, Panel } from '../../parts/elements.tsx';

type System = Schemas['Overview']['system'];

function Replicas({ replicas }: { readonly replicas: System['replicas'] }) {
  const text = overviewMessages();
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
export function ServiceState({ system }: { readonly system: System }) {
  const text = overviewMessages();
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
          <div class="quiet">{text.connections(inUse, idle, waiting)}</div>
        </Fact>
        <Fact label={text.replicas}>
          <Replicas replicas={system.replicas} />
        </Fact>
        <Fact label={text.passwords}>{text.load(load.passwords.running, load.passwords.waiting)}</Fact>
        <Fact label={text.smallDocuments}>{text.load(load.smallDocuments.running, load.smallDocuments.waiting)}</Fact>
        <Fact label={text.largeDocuments}>{text.load(load.largeDocuments.running, load.largeDocuments.waiting)}</Fact>
        <Fact label={text.limits}>
          {system.limits.map(({ name, calls, seconds }) => (
            <div key={name}>
              {limitNames[name] ?? name}: {text.limit(calls, seconds)}
            </div>
          ))}
        </Fact>
      </dl>
    </Panel>
  );
}
