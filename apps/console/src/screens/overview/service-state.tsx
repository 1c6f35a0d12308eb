import type { Schemas } from '@portcullis/client';
import { overviewMessages } from './messages.ts';

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
    <section class="panel">
      <h2>{text.service}</h2>
      <p class="quiet">{text.processHint}</p>
      <dl class="facts">
        <dt>{text.version}</dt>
        <dd>{system.version}</dd>
        <dt>{text.database}</dt>
        <dd>
          {text.kinds[database.kind]}
          <div class="quiet">{text.connections(inUse, idle, waiting)}</div>
        </dd>
        <dt>{text.replicas}</dt>
        <dd>
          <Replicas replicas={system.replicas} />
        </dd>
        <dt>{text.passwords}</dt>
        <dd>{text.load(load.passwords.running, load.passwords.waiting)}</dd>
        <dt>{text.smallDocuments}</dt>
        <dd>{text.load(load.smallDocuments.running, load.smallDocuments.waiting)}</dd>
        <dt>{text.largeDocuments}</dt>
        <dd>{text.load(load.largeDocuments.running, load.largeDocuments.waiting)}</dd>
        <dt>{text.limits}</dt>
        <dd>
          {system.limits.map(({ name, calls, seconds }) => (
            <div key={name}>
              {limitNames[name] ?? name}: {text.limit(calls, seconds)}
            </div>
          ))}
        </dd>
      </dl>
    </section>
  );
}
