import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { clockText, Fact, Panel } from '../../parts/elements.tsx';
import { BarChart } from './activity-chart.tsx';

type Figures = Schemas['Overview']['system']['figures'];

/** Shows what the process that answered did in the last hour: requests, errors, durations and its queue. */
export function FiguresPanel({ figures }: { readonly figures: Figures }) {
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
