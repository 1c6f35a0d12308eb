import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { dayText, Panel } from '../../parts/elements.tsx';

/** A data series. Each value is one segment of a stacked bar. */
interface Series {
  readonly name: string;
  readonly color: 'good' | 'danger' | 'accent';
  readonly values: readonly number[];
}

interface BarChartProps {
  /** The names of the bars. */
  readonly labels: readonly string[];
  /** The segments of each bar, from bottom to top. */
  readonly series: readonly Series[];
}

const [width, height] = [600, 100];
/** The space between two bars, as a fraction of the distance between their left edges. */
const gap = 0.2;

const sumAt = (series: readonly Series[], index: number): number =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);

/** Shows a stacked bar chart. A tooltip shows the numbers of a bar. A table next to the chart contains all numbers. */
export function BarChart({ labels, series }: BarChartProps) {
  const highest = Math.max(1, ...labels.map((_, index) => sumAt(series, index)));
  const step = width / Math.max(1, labels.length);
  const names = series.map(({ name }) => name).join(', ');
  return (
    <figure class="chart">
      <figcaption>
        {series.map(({ name, color }) => (
          <span key={name} class={`chart-name chart-${color}`}>
            {name}
          </span>
        ))}
        <span class="quiet">≤ {highest}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={names}>
        {labels.map((label, index) => (
          <g key={label}>
            <title>{[label, ...series.map(({ name, values }) => `${name}: ${values[index] ?? 0}`)].join('\n')}</title>
            <rect class="chart-day" x={index * step} y={0} width={step} height={height} />
            {series.map(({ name, color, values }, part) => {
              const below = sumAt(series.slice(0, part), index);
              const size = ((values[index] ?? 0) / highest) * height;
              return (
                <rect
                  key={name}
                  class={`chart-${color}`}
                  x={(index + gap / 2) * step}
                  y={height - (below / highest) * height - size}
                  width={(1 - gap) * step}
                  height={size}
                />
              );
            })}
          </g>
        ))}
      </svg>
      <p class="chart-ends quiet">
        <span>{labels[0]}</span>
        <span>{labels.at(-1)}</span>
      </p>
    </figure>
  );
}

type Days = Schemas['Overview']['activity'];

function FiguresTable({ days, series }: { readonly days: Days; readonly series: readonly Series[] }) {
  const text = texts().overview;
  return (
    <details>
      <summary>{text.asTable}</summary>
      <div class="table-frame" role="region" aria-label={text.activity} tabIndex={0}>
        <table>
          <caption class="visually-hidden">{text.activity}</caption>
          <thead>
            <tr>
              <th scope="col">{text.day}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day }, index) => (
              <tr key={day}>
                <td>{dayText(day)}</td>
                {series.map(({ name, values }) => (
                  <td key={name} class="number">
                    {values.at(-1 - index)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Shows the numbers of log-ins and changes per day, as charts and as a table. */
export function ActivityChart({ days }: { readonly days: Days }) {
  const text = texts().overview;
  const logIns: readonly Series[] = [
    { name: text.logIns, color: 'good', values: days.map((day) => day.logIns) },
    { name: text.refusedLogIns, color: 'danger', values: days.map((day) => day.refusedLogIns) },
  ];
  const changes: readonly Series[] = [{ name: text.changes, color: 'accent', values: days.map((day) => day.changes) }];
  const labels = days.map(({ day }) => dayText(day));
  return (
    <Panel title={text.activity}>
      <p class="hint">{text.activityHint}</p>
      <BarChart labels={labels} series={logIns} />
      <BarChart labels={labels} series={changes} />
      <FiguresTable days={days} series={[...logIns, ...changes]} />
    </Panel>
  );
}
