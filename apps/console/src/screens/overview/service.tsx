import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { Button, Fact, Panel, ScreenHead, clockText } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { api, can } from '../../session/session.ts';
import { BarChart } from './activity-chart.tsx';

type Finding = Schemas['InstallationFinding'];

/** Whether a finding is a fault. Everything else is shown in one colour. */
const isFault = ({ status }: Finding): boolean => status === 'warning' || status === 'failed';

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const text = texts().overview;
  return (
    <>
      {findings.some(isFault) ? undefined : <p role="status">{text.noFaults({ count: findings.length })}</p>}
      <ul class="rows">
        {findings.map(({ part, status, message }) => (
          <li key={message}>
            <div>
              <strong>{part}</strong>
              <p class="quiet">{message}</p>
            </div>
            <span class={isFault({ part, status, message }) ? 'tag tag-off' : 'tag tag-good'}>
              {text.statuses[status]}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Check() {
  const findings = useLoad((signal) => api.get('/api/overview/installation', { signal }), []);
  return <LoadBoundary of={findings}>{(data) => <Findings findings={data} />}</LoadBoundary>;
}

/** Checks the installation when the button is pressed, because the check asks other servers and takes some seconds. */
function InstallationPanel() {
  const text = texts().overview;
  const [round, setRound] = useState(0);
  return (
    <Panel title={text.installation}>
      <p class="quiet">{text.checkHint}</p>
      <Button onClick={() => setRound((number) => number + 1)}>{text.check}</Button>
      {round > 0 ? <Check key={round} /> : undefined}
    </Panel>
  );
}

type Figures = Schemas['Overview']['system']['figures'];

/** Shows what the process that answered did in the last hour: requests, errors, durations and its queue. */
function FiguresPanel({ figures }: { readonly figures: Figures }) {
  const text = texts().overview;
  const sum = (valueOf: (minute: Figures[number]) => number): number =>
    figures.reduce((total, minute) => total + valueOf(minute), 0);
  const slowest = figures.toSorted((one, other) => (other.p95Ms ?? 0) - (one.p95Ms ?? 0))[0]?.p95Ms ?? 0;
  const labels = figures.map(({ from }) => clockText(from));
  const series = [
    { name: text.answered, color: 'good', values: figures.map(({ requests, errors }) => requests - errors) },
    { name: text.failed, color: 'danger', values: figures.map(({ errors }) => errors) },
  ] as const;
  const durations = [{ name: text.slowest, color: 'accent', values: figures.map(({ p95Ms }) => p95Ms ?? 0) }] as const;
  return (
    <Panel title={text.lastHour}>
      <p class="hint">{text.lastHourHint}</p>
      <dl class="facts">
        <Fact label={text.requests}>{sum(({ requests }) => requests)}</Fact>
        <Fact label={text.errors}>{sum(({ errors }) => errors)}</Fact>
        <Fact label={text.p95}>{text.milliseconds({ ms: slowest })}</Fact>
        <Fact label={text.queue}>{Math.max(0, ...figures.map(({ waiting }) => waiting))}</Fact>
      </dl>
      <BarChart labels={labels} series={series} />
      <BarChart labels={labels} series={durations} />
    </Panel>
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
